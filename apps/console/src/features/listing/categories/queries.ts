import type { StoreCategories } from '@bowerbird/contract/listing/store-categories';
import { getStoreCategories, readStoreCategories } from '@bowerbird/contract/listing/store-categories';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api/call.ts';
import { useMay } from '../../../lib/person/session.ts';

const keyOf = (storeId: string) => ['listing', 'store-categories', storeId] as const;
/** Polling interval of a running category reading, in milliseconds. */
const progressMs = 800;

/**
 * Returns a store's known categories, and a function that reads them again. They are read the first time they are
 * shown; `onRead` is called when a reading brought different ones.
 */
export function useStoreCategories(storeId: string, onRead: () => void) {
  const cache = useQueryClient();
  const may = useMay()('listing', 'edit');
  const found = useQuery({
    queryKey: keyOf(storeId),
    queryFn: ({ signal }) => call(getStoreCategories, { params: { id: storeId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.reading ? progressMs : false),
  });
  const read = useMutation({
    mutationFn: () => call(readStoreCategories, { params: { id: storeId } }),
    onSuccess: (now) => cache.setQueryData(keyOf(storeId), now),
  });
  const { mutate } = read;
  const isNew = may && isNeverRead(found.data);
  const began = useRef(false);
  useEffect(() => {
    if (isNew && !began.current) {
      began.current = true;
      mutate();
    }
  }, [isNew, mutate]);
  const asOf = found.data?.asOf;
  const reported = useRef({ asOf, onRead });
  useEffect(() => {
    const before = reported.current.asOf;
    reported.current = { asOf, onRead };
    // What was there when the page opened is not new.
    if (before !== undefined && typeof asOf === 'string' && asOf !== before) {
      onRead();
    }
  }, [asOf, onRead]);
  return { found, read, may };
}

function isNeverRead(tree: StoreCategories | undefined): boolean {
  return (
    tree !== undefined &&
    tree.shape !== null &&
    tree.asOf === null &&
    tree.reading === null &&
    tree.failure === null
  );
}
