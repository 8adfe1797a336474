import {
  createSavedItem,
  deleteSavedItem,
  listSavedItems,
  type SavedContent,
  type SavedItem,
  type SavedKind,
  saveSavedItem,
} from '@bowerbird/contract/products/saved-items';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../api/call.ts';

interface Written {
  name: string;
  shared: boolean;
  content: SavedContent;
}

/** What this browser kept before the server did, and how it is forgotten here. */
export interface KeptHere {
  read(): { name: string; content: SavedContent }[];
  forget(): void;
}

/**
 * Returns what the person saved and what others share, by name; and what changes it. What the browser kept is moved to
 * the server once; a name that is taken there stays as it is there.
 */
export function useSavedItems(kind: SavedKind, keptHere: KeptHere) {
  const cache = useQueryClient();
  const queryKey = ['saved-items', kind];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listSavedItems, { query: { kind } }, { signal }),
    staleTime: 30_000,
  });
  const reload = () => cache.invalidateQueries({ queryKey });
  const save = useMutation({
    mutationFn: ({ id, ...body }: Written & { id?: string }) =>
      id === undefined ? call(createSavedItem, { body }) : call(saveSavedItem, { params: { id }, body }),
    onSuccess: (saved) =>
      cache.setQueryData<SavedItem[]>(queryKey, (items = []) => [
        ...items.filter(({ id }) => id !== saved.id),
        saved,
      ]),
    onSettled: reload,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteSavedItem, { params: { id } }),
    onSuccess: (_, removed) =>
      cache.setQueryData<SavedItem[]>(queryKey, (items = []) => items.filter(({ id }) => id !== removed)),
    onSettled: reload,
  });

  const moved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known what the server has.
  useEffect(() => {
    if (data === undefined || moved.current) {
      return;
    }
    moved.current = true;
    const taken = new Set(data.filter(({ mine }) => mine).map(({ name }) => name.toLowerCase()));
    const kept = keptHere.read();
    const missing = kept.filter(({ name }) => !taken.has(name.trim().toLowerCase()));
    const move = missing.map((each) => call(createSavedItem, { body: { ...each, shared: false } }));
    void Promise.allSettled(move).then((ends) => {
      if (kept.length > 0 && ends.every(({ status }) => status === 'fulfilled')) {
        keptHere.forget();
        void reload();
      }
    });
  }, [data]);
  return { items: data ?? [], isKnown: data !== undefined, save, remove };
}
