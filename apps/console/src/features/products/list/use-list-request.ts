import type { ProductFilter } from '@bowerbird/contract/products/products';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../../lib/text/text.ts';
import { useChoice } from '../../../ui/feedback/dialog.tsx';
import type { SelectionState } from '../../../ui/table/use-selection.ts';
import { queryFromRequest, requestFromQuery } from '../filter/filter.ts';
import type { ListRequest } from '../queries.ts';

/** Returns what the list requests, kept in the address, so that it can be linked and is restored with its tab. */
export function useListRequest(): [ask: ListRequest, setAsk: (request: ListRequest) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const requestConfirmation = useMemo(() => requestFromQuery(new URLSearchParams(search)), [search]);
  return [
    requestConfirmation,
    (next) => void navigate(`${pathname}${queryFromRequest(next)}`, { replace: true }),
  ];
}

/**
 * Changes the filter while something is selected, asking once: products selected one by one may be kept, a selection by
 * the old filter cannot. Resolves to false if the person keeps the old filter.
 */
export function useFilterChange(
  request: ListRequest,
  setRequest: (request: ListRequest) => void,
  selection: SelectionState,
): (filter: ProductFilter) => Promise<boolean> {
  const question = useChoice();
  const text = useText();
  // Asks once for one selection: a person who keeps it can search on without further questions.
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
              { key: 'fromScratch', label: text('products.selection.fromScratch'), kind: 'primary' },
            ]
          : [
              { key: 'fromScratch', label: text('products.selection.fromScratch') },
              { key: 'keep', label: text('products.selection.keep'), kind: 'primary' },
            ],
      });
      if (answer === null || (allMatching && answer === 'keep')) {
        return false;
      }
      if (answer === 'fromScratch') {
        selection.clear();
      } else {
        kept.current = true;
      }
    }
    setRequest({ ...request, filter });
    return true;
  };
}
