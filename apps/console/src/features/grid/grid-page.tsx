import { Button } from 'antd';
import { useLayoutEffect, useState } from 'react';
import { safeParse } from 'zod/mini';
import { HandedSelection, takeHanded } from '../../lib/kept/handed-selection.ts';
import { dropGrid, findKeptGrid, type KeptGrid, keepGrid } from '../../lib/kept/kept-grids.ts';
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
  const [resumed, setResumed] = useState<KeptGrid | null>(null);

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
          onOpen={() => {
            // A grid of this window's own: another window that resumes the same one does not write over it.
            const own = crypto.randomUUID();
            if (keepGrid(own, offer.grid)) {
              dropGrid(offer.id);
            }
            setResumed(offer.grid);
            setId(own);
            setOffer(null);
          }}
          onDrop={() => {
            dropGrid(offer.id);
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

function KeptLine({ grid, onOpen, onDrop }: { grid: KeptGrid; onOpen(): void; onDrop(): void }) {
  const text = useText();
  const format = useFormat();
  const cells = grid.edits.reduce((sum, [, entries]) => sum + entries.length, 0);
  return (
    <Box pb={10} role="status">
      <Notice
        tone="violet"
        before={<Icon name="history" size={16} />}
        act={
          <Row as="span" inline wrap gap={8}>
            <Button size="small" type="primary" onClick={onOpen}>
              {text('grid.kept.open')}
            </Button>
            <Button size="small" onClick={onDrop}>
              {text('grid.kept.drop')}
            </Button>
          </Row>
        }
      >
        {text('grid.kept', { time: format.relative(grid.at), n: cells, products: grid.edits.length })}
      </Notice>
    </Box>
  );
}
