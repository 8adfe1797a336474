import { Button } from 'antd';
import { useEffect, useLayoutEffect, useState } from 'react';
import { safeParse } from 'zod/mini';
import { HandedSelection, takeHanded } from '../../lib/kept/handed-selection.ts';
import {
  dropGrid,
  findKeptGrid,
  holdGrid,
  type KeptGrid,
  type KeptPlace,
  keepGrid,
  placeOfGrid,
  takeGrid,
} from '../../lib/kept/kept-grids.ts';
import { keepInWindow, keptInWindow } from '../../lib/person/window-person.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { GridEditor } from './grid-editor.tsx';
import type { Edits } from './model/state.ts';
import { useOpenGrid } from './queries.ts';

const key = 'bowerbird.grid-selection';
const everything: HandedSelection = { selection: { filter: {}, except: [] }, count: 0 };

/** Edits the cells of many products: those that were selected, those of an unsaved grid, or all. */
export default function GridPage() {
  const text = useText();
  const [id, setId] = useState<string>(() => crypto.randomUUID());
  const [handed, setHanded] = useState<HandedSelection>(selectionOfWindow);
  const [offer, setOffer] = useState(() => findKeptGrid(id));
  const [place, setPlace] = useState<KeptPlace>('kept');
  const [resumed, setResumed] = useState<KeptGrid | null>(null);

  useEffect(() => holdGrid(id), [id]);
  useEffect(() => {
    if (offer !== null) {
      void placeOfGrid(offer.id).then(setPlace);
    }
  }, [offer]);
  const resume = (own: string, grid: KeptGrid) => {
    setResumed(grid);
    setId(own);
    setOffer(null);
  };
  /** Each window has a grid of its own. Where another one has this, the person chooses. */
  const take = async ({ id: kept, grid }: NonNullable<typeof offer>) => {
    const own = crypto.randomUUID();
    const found = await takeGrid(kept, own);
    if (found === 'kept') {
      resume(own, grid);
    } else {
      setPlace(found);
    }
  };

  useLayoutEffect(() => {
    // Runs each time the page is shown: a selection may have been passed along.
    const taken = takeHanded();
    if (taken !== null) {
      keepInWindow(key, JSON.stringify(taken));
      setHanded(taken);
      setResumed(null);
      setId(crypto.randomUUID());
    }
  }, []);
  const opened = useOpenGrid(resumed === null ? handed.selection : null);
  const shown = resumed ?? opened.data;

  return (
    <div className="page">
      <PageHead title={text('menu.products.grid')} />
      {offer !== null && (
        <KeptLine
          grid={offer.grid}
          place={place}
          onOpen={() => void take(offer)}
          onCopy={() => {
            const own = crypto.randomUUID();
            keepGrid(own, offer.grid);
            resume(own, offer.grid);
          }}
          onDrop={() => {
            if (place === 'kept') {
              dropGrid(offer.id);
            }
            setOffer(null);
          }}
        />
      )}
      {opened.isError && resumed === null ? (
        <SectionFault failure={opened.error} onRetry={() => void opened.refetch()} />
      ) : shown === undefined ? (
        <SkeletonLines />
      ) : (
        <GridEditor key={id} id={id} ids={shown.ids} total={shown.total} kept={keptEdits(resumed)} />
      )}
    </div>
  );
}

const editsOf = new WeakMap<KeptGrid, Edits>();

/** Returns what was entered in a kept grid; the same object for the same grid. */
function keptEdits(grid: KeptGrid | null): Edits | null {
  if (grid === null) {
    return null;
  }
  const known: Edits =
    editsOf.get(grid) ?? new Map(grid.edits.map(([id, entries]) => [id, new Map(entries)]));
  editsOf.set(grid, known);
  return known;
}

function selectionOfWindow(): HandedSelection {
  try {
    const read = safeParse(HandedSelection, JSON.parse(keptInWindow(key) ?? 'null'));
    return read.success ? read.data : everything;
  } catch {
    return everything;
  }
}

interface KeptLineProps {
  grid: KeptGrid;
  place: KeptPlace;
  onOpen(): void;
  onCopy(): void;
  onDrop(): void;
}

/** Offers what was entered and not saved; where another window has it, a copy of it. */
function KeptLine({ grid, place, onOpen, onCopy, onDrop }: KeptLineProps) {
  const text = useText();
  const format = useFormat();
  const cells = grid.edits.reduce((sum, [, entries]) => sum + entries.length, 0);
  const isHere = place === 'kept';
  return (
    <Box pb={10} role="status">
      <Notice
        tone={isHere ? 'violet' : 'amber'}
        before={<Icon name="history" size={16} />}
        act={
          <Row as="span" inline wrap gap={8}>
            <Button size="small" type={isHere ? 'primary' : 'default'} onClick={isHere ? onOpen : onCopy}>
              {text(isHere ? 'grid.kept.open' : 'grid.kept.copy')}
            </Button>
            <Button size="small" onClick={onDrop}>
              {text(isHere ? 'grid.kept.drop' : 'grid.kept.leave')}
            </Button>
          </Row>
        }
      >
        {text(isHere ? 'grid.kept' : `grid.kept.${place}`, {
          time: format.relative(grid.at),
          n: cells,
          products: grid.edits.length,
        })}
      </Notice>
    </Box>
  );
}
