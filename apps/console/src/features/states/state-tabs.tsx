import { type ListingFacets, type PlaceState, placeStates } from '@bowerbird/contract/listing/states';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph, stateKey } from '../../ui/feedback/state-glyph.tsx';
import { TabRow } from '../../ui/layout/tab-row.tsx';
import type { StatesFilter } from './queries.ts';

interface StateTabsProps {
  facets: ListingFacets | undefined;
  filter: StatesFilter;
  onChange(filter: StatesFilter): void;
}

/** A tab for each state in use. The counts are of product-store pairs: a product in two stores counts twice. */
export function StateTabs({ facets, filter, onChange }: StateTabsProps) {
  const text = useText();
  const format = useFormat();
  const counts = new Map<PlaceState, number>();
  for (const { storeId, states } of facets?.stores ?? []) {
    if (filter.storeId === undefined || filter.storeId === storeId) {
      for (const { state, count } of states) {
        counts.set(state, (counts.get(state) ?? 0) + count);
      }
    }
  }
  const present = placeStates.filter((state) => counts.has(state) || state === filter.state);
  return (
    <TabRow
      label={text('places.byState')}
      value={filter.state ?? 'all'}
      onChange={(state) => {
        const { state: _state, reason: _reason, ...rest } = filter;
        onChange(state === 'all' ? rest : { ...rest, state });
      }}
      tabs={[
        { key: 'all' as PlaceState | 'all', title: text('places.all') },
        ...present.map((state) => ({
          key: state,
          title: text(stateKey(state)),
          before: <StateGlyph state={state} size={14} />,
          count: format.number(counts.get(state) ?? 0),
        })),
      ]}
    />
  );
}
