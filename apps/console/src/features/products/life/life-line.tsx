import type { ProductLife } from '@bowerbird/contract/products/life';
import { useShopNames } from '../../../lib/data/use-shop-names.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Box, Grid } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';

export const stops = ['source', 'claimed', 'edited', 'exported', 'listed'] as const;
export type Stop = (typeof stops)[number];

interface LifeLineProps {
  life: ProductLife;
  open: Stop;
  onOpen(stop: Stop): void;
}

/** A product's life on one line, stage by stage; a click opens a stage's details below. */
export function LifeLine({ life, open, onOpen }: LifeLineProps) {
  const text = useText();
  const shown = useStops(life);
  return (
    <Grid as="ol" oneUnder={576} columns={5} pt={4} aria-label={text('life.line')}>
      {shown.map(({ stop, state, note }) => (
        <Box as="li" key={stop} className={state === 'none' ? 'life-stop' : 'life-stop reached'} relative>
          <button
            type="button"
            aria-expanded={stop === open}
            aria-controls="life-facts"
            className={stop === open ? 'life-stop-open current' : 'life-stop-open'}
            onClick={() => onOpen(stop)}
          >
            <StateGlyph state={state} size={18} />
            <Text weight={500}>{text(`life.stop.${stop}`)}</Text>
            <span className="caption">{note}</span>
          </button>
        </Box>
      ))}
    </Grid>
  );
}

/** Returns the appearance of each stage: whether the product has reached it, and the note under its name. */
function useStops(life: ProductLife): { stop: Stop; state: StateName; note: string }[] {
  const text = useText();
  const format = useFormat();
  const { source, claim, exports, stores } = life;
  const shopName = useShopNames(source === null ? [] : [source.shop]);
  const edits = life.editing.filter(({ kind }) => kind === 'edited' || kind === 'undone');
  const last = edits[0];
  const made = life.editing.find(({ kind }) => kind === 'created');
  return [
    {
      stop: 'source',
      state: source === null ? 'none' : 'complete',
      note: source === null ? text('life.byHand') : shopName(source.shop),
    },
    {
      stop: 'claimed',
      state: 'claimed',
      note: format.relative(claim?.at ?? made?.at ?? life.createdAt),
    },
    {
      stop: 'edited',
      state: last === undefined ? 'none' : 'complete',
      note: last === undefined ? text('life.notYet') : text('life.edits', { n: edits.length }),
    },
    {
      stop: 'exported',
      state: exports.length === 0 ? 'none' : 'complete',
      note: exports.length === 0 ? text('life.notYet') : text('life.files', { n: exports.length }),
    },
    {
      stop: 'listed',
      state: stateOfStores(stores),
      note: stores.length === 0 ? text('life.notYet') : text('life.stores', { n: stores.length }),
    },
  ];
}

/** States that need attention come first. */
function stateOfStores(stores: ProductLife['stores']): StateName {
  const order = [
    'refused',
    'conflict',
    'verifying',
    'gone',
    'sent',
    'intended',
    'waiting',
    'delisted',
    'listed',
  ] as const;
  return order.find((state) => stores.some((store) => store.state === state)) ?? 'none';
}
