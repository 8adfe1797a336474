import type { StoreCategories } from '@bowerbird/contract/store-categories';
import { getStoreCategories, readStoreCategories } from '@bowerbird/contract/store-categories';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';

const keyOf = (storeId: string) => ['listing', 'store-categories', storeId] as const;
/** How often a reading under way is asked for its progress, in milliseconds. */
const progressMs = 800;

/**
 * A store's categories as known, and a way to read them again. They are read the first time they are looked at; `onRead` is called when a
 * reading has brought others.
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
  const told = useRef({ asOf, onRead });
  useEffect(() => {
    const before = told.current.asOf;
    told.current = { asOf, onRead };
    // Nothing is new of what was found when the page opened.
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
