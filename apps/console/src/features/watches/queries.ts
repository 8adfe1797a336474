import type { Recognition } from '@bowerbird/contract/collect/collect';
import { getCollectRun, recogniseAddresses } from '@bowerbird/contract/collect/collect';
import type { Alert, Watch } from '@bowerbird/contract/collect/watches';
import {
  changeWatch,
  createWatch,
  deleteWatch,
  listAlerts,
  listWatches,
  readAlerts,
  runWatch,
} from '@bowerbird/contract/collect/watches';
import { getProductFacets } from '@bowerbird/contract/products/products';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { usePages } from '../../lib/api/use-pages.ts';
import { runKeys } from '../../lib/data/use-runs.tsx';

export const watchKeys = {
  all: ['watches'] as const,
  list: ['watches', 'list'] as const,
  alerts: ['watches', 'alerts'] as const,
  unread: ['watches', 'unread-count'] as const,
};

export type NewWatch = BodyOf<typeof createWatch>;
export type AlertKind = Alert['kind'];
export interface AlertFilter {
  kind: AlertKind | null;
  watchId: string | null;
  unread: boolean;
}
type AlertPages = InfiniteData<AnswerOf<typeof listAlerts>>;

/** Reload interval while the list is shown, in milliseconds: watches run by themselves. */
const lookMs = 30_000;

export function useWatches() {
  return useQuery({
    queryKey: watchKeys.list,
    queryFn: ({ signal }) => call(listWatches, {}, { signal }),
    refetchInterval: lookMs,
  });
}

export function useCreateWatch() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NewWatch) => call(createWatch, { body }),
    onSuccess: (watch) => {
      cache.setQueryData<Watch[]>(watchKeys.list, (held) => held && [watch, ...held]);
      void cache.invalidateQueries({ queryKey: watchKeys.list });
    },
  });
}

/** Changes a watch; shown at once and reverted if the server refuses. */
export function useChangeWatch() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name, everyHours, hour, timeZone, alerts, stock, on }: Watch) =>
      call(changeWatch, { params: { id }, body: { name, everyHours, hour, timeZone, alerts, stock, on } }),
    onMutate: (watch) => keep(cache, watch),
    onSuccess: (watch) => keep(cache, watch),
    onSettled: () => cache.invalidateQueries({ queryKey: watchKeys.list }),
  });
}

function keep(cache: QueryClient, watch: Watch): void {
  cache.setQueryData<Watch[]>(watchKeys.list, (held) =>
    held?.map((other) => (other.id === watch.id ? watch : other)),
  );
}

export function useDeleteWatch() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteWatch, { params: { id } }),
    onSuccess: (_answer, id) =>
      cache.setQueryData<Watch[]>(watchKeys.list, (held) => held?.filter((watch) => watch.id !== id)),
    onSettled: () => cache.invalidateQueries({ queryKey: watchKeys.all }),
  });
}

export function useRunWatch() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(runWatch, { params: { id } }),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: watchKeys.list });
      void cache.invalidateQueries({ queryKey: runKeys.all });
    },
  });
}

/** Returns events at the sources, newest first; the old rows stay until the new ones arrive. */
export function useAlerts({ kind, watchId, unread }: AlertFilter) {
  return usePages(
    [...watchKeys.alerts, kind, watchId, unread],
    ({ next, signal }) => {
      const query = {
        limit: '50',
        ...(kind === null ? {} : { kind }),
        ...(watchId === null ? {} : { watchId }),
        ...(unread ? { unread: 'true' as const } : {}),
        ...next,
      };
      return call(listAlerts, { query }, { signal });
    },
    { placeholderData: keepPreviousData, refetchInterval: lookMs },
  );
}

/** Returns the number of unseen alerts, of all watches and of manual re-collects. */
export function useUnreadAlerts(): number {
  const { data = 0 } = useQuery({
    queryKey: watchKeys.unread,
    queryFn: async ({ signal }) => {
      const { unread } = await call(listAlerts, { query: { limit: '1' } }, { signal });
      return Object.values(unread).reduce((sum, count) => sum + (count ?? 0), 0);
    },
    staleTime: 30_000,
  });
  return data;
}

/** Marks alerts as seen, at once; these, or all up to an instant. */
export function useReadAlerts() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof readAlerts>) => call(readAlerts, { body }),
    onMutate: async (body) => {
      await cache.cancelQueries({ queryKey: watchKeys.alerts });
      const readAt = new Date().toISOString();
      const meant = ({ id, at }: Alert) =>
        'ids' in body ? body.ids.includes(id) : Date.parse(at) <= Date.parse(body.upTo);
      cache.setQueriesData<AlertPages>({ queryKey: watchKeys.alerts }, (held) =>
        held === undefined
          ? held
          : {
              ...held,
              pages: held.pages.map((page) => ({
                ...page,
                items: page.items.map((alert) =>
                  alert.readAt === null && meant(alert) ? { ...alert, readAt } : alert,
                ),
              })),
            },
      );
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: watchKeys.unread });
      void cache.invalidateQueries({ queryKey: watchKeys.list });
      // Reloads the counts by kind; a seen row keeps its place until the list is next shown.
      void cache.invalidateQueries({ queryKey: watchKeys.alerts });
    },
  });
}

/** Returns what each address is recognised as, in their order. */
export function useRecognised(addresses: string[]) {
  return useQuery({
    queryKey: ['watches', 'recognised', ...addresses],
    queryFn: async ({ signal }): Promise<Recognition[]> => {
      const body = { addresses: addresses.slice(0, 50).map((address) => address.slice(0, 2000)) };
      return (await call(recogniseAddresses, { body }, { signal })).results;
    },
    enabled: addresses.length > 0,
    staleTime: 10 * 60_000,
    retry: false,
  });
}

/** Returns the shops from which products were claimed, most first. */
export function useClaimedShops(enabled: boolean) {
  return useQuery({
    queryKey: ['watches', 'shops'],
    queryFn: async ({ signal }) => (await call(getProductFacets, {}, { signal })).sources,
    enabled,
  });
}

/** Returns what a run collected, to watch the same. */
export function useRequestOfRun(runId: string | null) {
  return useQuery({
    queryKey: [...runKeys.one(runId ?? ''), 'ask'],
    queryFn: async ({ signal }) => {
      const { platform, scope, addresses } = await call(
        getCollectRun,
        { params: { id: runId ?? '' } },
        { signal },
      );
      return { kind: 'addresses' as const, platform, scope, addresses };
    },
    enabled: runId !== null,
    retry: false,
  });
}
