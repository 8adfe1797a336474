import type { Recognition } from '@bowerbird/contract/collect/collect';
import { recogniseAddresses } from '@bowerbird/contract/collect/collect';
import type { CopyRun } from '@bowerbird/contract/collect/copying';
import {
  cancelCopy,
  getCopy,
  listCopies,
  pauseCopy,
  resumeCopy,
  startCopy,
} from '@bowerbird/contract/collect/copying';
import { listStores } from '@bowerbird/contract/listing/stores';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { runKeys } from '../../lib/data/use-runs.tsx';

export const copyKeys = {
  all: ['copies'] as const,
  list: ['copies', 'list'] as const,
  one: (id: string) => ['copies', 'one', id] as const,
};

/** Polling interval of a running copy, in milliseconds. */
const lookMs = 1000;

export function useStores() {
  return useQuery({ queryKey: ['stores'], queryFn: ({ signal }) => call(listStores, {}, { signal }) });
}

/** Returns what an address is recognised as; null while there is no address. */
export function useRecognition(address: string | null) {
  return useQuery({
    queryKey: ['copies', 'recognised', address],
    queryFn: async ({ signal }): Promise<Recognition> => {
      const body = { addresses: [(address ?? '').slice(0, 2000)] };
      const [recognition] = (await call(recogniseAddresses, { body }, { signal })).results;
      if (recognition === undefined) {
        throw new Error('no answer for the address');
      }
      return recognition;
    },
    enabled: address !== null,
    staleTime: 10 * 60_000,
    retry: false,
  });
}

export function useStartCopy() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof startCopy>) => call(startCopy, { body }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: copyKeys.list });
      void cache.invalidateQueries({ queryKey: runKeys.current });
    },
  });
}

/** The newest copies. */
export function useCopies() {
  return useQuery({
    queryKey: copyKeys.list,
    queryFn: ({ signal }) => call(listCopies, { query: { limit: '10' } }, { signal }),
    refetchInterval: 10_000,
  });
}

/** Returns one copy, polled while it is running. */
export function useCopy(id: string) {
  return useQuery({
    queryKey: copyKeys.one(id),
    queryFn: ({ signal }) => call(getCopy, { params: { id } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'going' || hasOpenRun(state.data) ? lookMs : false,
  });
}

/** A paused copy's run may still be on its way to its pause. */
function hasOpenRun({ steps }: CopyRun): boolean {
  return steps.some(({ run }) => run?.state === 'running');
}

const actions = { pause: pauseCopy, resume: resumeCopy, cancel: cancelCopy } as const;

export function useCopyAction(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (act: keyof typeof actions) => call(actions[act], { params: { id } }),
    onSuccess: (copy) => cache.setQueryData(copyKeys.one(id), copy),
    onSettled: () => void cache.invalidateQueries({ queryKey: copyKeys.all }),
  });
}
