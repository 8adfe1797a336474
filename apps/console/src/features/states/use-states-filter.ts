import { placeStates } from '@bowerbird/contract/listing-states';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { sameTab } from '../../lib/page.ts';
import type { StatesFilter } from './queries.ts';

/** What the list is filtered by, as its address says it. */
export function useStatesFilter(): [StatesFilter, (filter: StatesFilter) => void] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const filter = useMemo(() => {
    const told = new URLSearchParams(search);
    const state = placeStates.find((each) => each === told.get('state'));
    const [storeId, reason, text] = [told.get('store'), told.get('reason'), told.get('text')];
    return {
      ...(storeId && { storeId }),
      ...(state && { state }),
      ...(reason && { reason }),
      ...(text && { text }),
    };
  }, [search]);
  const change = useCallback(
    ({ storeId, state, reason, text }: StatesFilter) => {
      const told = new URLSearchParams(
        Object.entries({ store: storeId, state, reason, text }).flatMap(([name, value]) =>
          value ? [[name, value]] : [],
        ),
      );
      const query = told.toString();
      void navigate(query === '' ? pathname : `${pathname}?${query}`, sameTab);
    },
    [navigate, pathname],
  );
  return [filter, change];
}
