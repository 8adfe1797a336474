import { askUnfreeze, getStanding } from '@bowerbird/contract/billing';
import { getOrder } from '@bowerbird/contract/orders';
import { getRun } from '@bowerbird/contract/runs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

const keys = {
  standing: ['billing', 'standing'] as const,
  order: (id: string) => ['billing', 'orders', id] as const,
  run: (id: string) => ['runs', 'one', id] as const,
};

/** How often an order that is being paid is asked for, in milliseconds. */
const askEveryMs = 2000;

export function useStanding(enabled: boolean) {
  return useQuery({
    queryKey: keys.standing,
    queryFn: ({ signal }) => call(getStanding, {}, { signal }),
    enabled,
    staleTime: 0,
  });
}

/** An order by its id; asked again while a card payment is on its way. */
export function useOrder(id: string | null) {
  return useQuery({
    queryKey: keys.order(id ?? ''),
    queryFn: ({ signal }) => call(getOrder, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting-payment' && data.payment === 'card' ? askEveryMs : false,
  });
}

export function useRun(id: string | null) {
  return useQuery({
    queryKey: keys.run(id ?? ''),
    queryFn: ({ signal }) => call(getRun, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  });
}

export function useAskUnfreeze() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(askUnfreeze, { body: { message: '' } }),
    onSettled: () => void cache.invalidateQueries({ queryKey: keys.standing }),
  });
}
