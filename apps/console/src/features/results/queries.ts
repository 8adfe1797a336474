import { getStanding, requestUnfreeze } from '@bowerbird/contract/billing/billing';
import { getOrder } from '@bowerbird/contract/billing/orders';
import { getRun } from '@bowerbird/contract/runs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';

const keys = {
  standing: ['billing', 'standing'] as const,
  order: (id: string) => ['billing', 'orders', id] as const,
  run: (id: string) => ['runs', 'one', id] as const,
};

/** Polling interval of an order that is being paid, in milliseconds. */
const pollEveryMs = 2000;

export function useStanding(enabled: boolean) {
  return useQuery({
    queryKey: keys.standing,
    queryFn: ({ signal }) => call(getStanding, {}, { signal }),
    enabled,
    staleTime: 0,
  });
}

/** Returns an order by its id; polled while a card payment is pending. */
export function useOrder(id: string | null) {
  return useQuery({
    queryKey: keys.order(id ?? ''),
    queryFn: ({ signal }) => call(getOrder, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting-payment' && data.payment === 'card' ? pollEveryMs : false,
  });
}

export function useRun(id: string | null) {
  return useQuery({
    queryKey: keys.run(id ?? ''),
    queryFn: ({ signal }) => call(getRun, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  });
}

export function useRequestUnfreeze() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(requestUnfreeze, { body: { message: '' } }),
    onSettled: () => void cache.invalidateQueries({ queryKey: keys.standing }),
  });
}
