import {
  changeWatchedFile,
  createWatchedFile,
  deleteWatchedFile,
  listWatchedFiles,
  lookAtWatchedFile,
  type WatchedFile,
} from '@bowerbird/contract/files/watched';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';

export type NewWatched = BodyOf<typeof createWatchedFile>;
export type WatchedChange = BodyOf<typeof changeWatchedFile>;
type Listed = AnswerOf<typeof listWatchedFiles>;

const key = ['import', 'watched'] as const;

/** Reload intervals, in milliseconds: files come by themselves, and a look that is under way ends soon. */
const reloadMs = { looking: 2000, idle: 30_000 };

export function useWatchedFiles() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listWatchedFiles, {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(isBusy) === true ? reloadMs.looking : reloadMs.idle,
  });
}

/** Whether something of it changes within seconds. */
function isBusy({ isLooking, lastImport }: WatchedFile): boolean {
  return isLooking || lastImport?.state === 'checking' || lastImport?.state === 'applying';
}

export function useCreateWatched() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NewWatched) => call(createWatchedFile, { body }),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export function useChangeWatched() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: WatchedChange }) =>
      call(changeWatchedFile, { params: { id }, body }),
    onSuccess: (watched) => keep(cache, watched),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export function useDeleteWatched() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteWatchedFile, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export function useLookNow() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(lookAtWatchedFile, { params: { id } }),
    onSuccess: (watched) => keep(cache, watched),
  });
}

function keep(cache: QueryClient, watched: WatchedFile): void {
  cache.setQueryData<Listed>(
    key,
    (held) =>
      held && { ...held, items: held.items.map((other) => (other.id === watched.id ? watched : other)) },
  );
}
