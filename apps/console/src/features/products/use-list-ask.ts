import type { ProductFilter } from '@bowerbird/contract/products';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../lib/text.ts';
import { useAsk } from '../../ui/dialog.tsx';
import type { SelectionState } from '../../ui/use-selection.ts';
import { askFromQuery, queryFromAsk } from './filter.ts';
import type { ListAsk } from './queries.ts';

/** What the list asks for, kept in the address, so that it can be linked and comes back with its tab. */
export function useListAsk(): [ask: ListAsk, setAsk: (ask: ListAsk) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const ask = useMemo(() => askFromQuery(new URLSearchParams(search)), [search]);
  return [ask, (next) => void navigate(`${pathname}${queryFromAsk(next)}`, { replace: true })];
}

/**
 * Changes the filter while something is selected, asking once: products chosen one by one may be kept, a selection by
 * the old filter cannot. Resolves to false when the person stays with the filter as it was.
 */
export function useFilterChange(
  ask: ListAsk,
  setAsk: (ask: ListAsk) => void,
  selection: SelectionState,
): (filter: ProductFilter) => Promise<boolean> {
  const question = useAsk();
  const text = useText();
  // Asked once for one selection: who keeps it goes on searching in peace.
  const kept = useRef(false);
  useEffect(() => {
    if (selection.count === 0) {
      kept.current = false;
    }
  }, [selection.count]);
  return async (filter) => {
    if (selection.count > 0 && (selection.allMatching || !kept.current)) {
      const { allMatching } = selection;
      const answer = await question({
        title: text('products.selection.title'),
        content: text(allMatching ? 'products.selection.byFilter' : 'products.selection.byHand', {
          n: selection.count,
        }),
        choices: allMatching
          ? [
              { key: 'keep', label: text('products.selection.stay') },
              { key: 'anew', label: text('products.selection.anew'), kind: 'primary' },
            ]
          : [
              { key: 'anew', label: text('products.selection.anew') },
              { key: 'keep', label: text('products.selection.keep'), kind: 'primary' },
            ],
      });
      if (answer === null || (allMatching && answer === 'keep')) {
        return false;
      }
      if (answer === 'anew') {
        selection.clear();
      } else {
        kept.current = true;
      }
    }
    setAsk({ ...ask, filter });
    return true;
  };
}
