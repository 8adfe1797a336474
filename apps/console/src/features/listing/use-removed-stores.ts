import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { onCallFailure } from '../../lib/api/call.ts';
import { useStores } from './queries.ts';

/**
 * Returns the names of chosen stores that were removed while the wizard was open, until `close` is called. Their ids
 * are passed to `onRemoved` as soon as the list of stores no longer has them; the other stores stay chosen.
 */
export function useRemovedStores(storeIds: string[], onRemoved: (ids: string[]) => void) {
  const stores = useStores().data;
  const cache = useQueryClient();
  const names = useRef(new Map<string, string>());
  const [removed, setRemoved] = useState<string[]>([]);
  const latest = useRef(onRemoved);
  useEffect(() => {
    latest.current = onRemoved;
  });

  // A call that names a removed store fails with "not found": the list is reloaded.
  useEffect(
    () =>
      onCallFailure(({ code }) => {
        if (code === 'not-found') {
          void cache.invalidateQueries({ queryKey: ['stores'] });
        }
      }),
    [cache],
  );

  useEffect(() => {
    if (stores === undefined) {
      return;
    }
    const gone = storeIds.filter((id) => !stores.some((store) => store.id === id));
    if (gone.length > 0) {
      // A store that this page never loaded was chosen in an earlier visit: it is removed without a message.
      setRemoved((held) => [...held, ...gone.flatMap((id) => names.current.get(id) ?? [])]);
      latest.current(gone);
    }
    for (const { id, name } of stores) {
      names.current.set(id, name);
    }
  }, [stores, storeIds]);

  return { removed, close: () => setRemoved([]) };
}
