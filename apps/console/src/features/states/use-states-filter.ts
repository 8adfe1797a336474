import { placeStates } from '@bowerbird/contract/listing/states';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { sameTab } from '../../lib/page.ts';
import type { StatesFilter } from './queries.ts';

/** Returns the filter of the list, kept in its address. */
export function useStatesFilter(): [StatesFilter, (filter: StatesFilter) => void] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const filter = useMemo(() => {
    const reported = new URLSearchParams(search);
    const state = placeStates.find((each) => each === reported.get('state'));
    const [storeId, reason, text] = [reported.get('store'), reported.get('reason'), reported.get('text')];
    return {
      ...(storeId && { storeId }),
      ...(state && { state }),
      ...(reason && { reason }),
      ...(text && { text }),
    };
  }, [search]);
  const change = useCallback(
    ({ storeId, state, reason, text }: StatesFilter) => {
      const reported = new URLSearchParams(
        Object.entries({ store: storeId, state, reason, text }).flatMap(([name, value]) =>
          value ? [[name, value]] : [],
        ),
      );
      const query = reported.toString();
      void navigate(query === '' ? pathname : `${pathname}?${query}`, sameTab);
    },
    [navigate, pathname],
  );
  return [filter, change];
}
