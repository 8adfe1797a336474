import { listOwnValuePlaces, type OwnValuePlace } from '@bowerbird/contract/products/own-values';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api/call.ts';

/** Returns the connected stores in which products may have own values. */
export function useOwnValuePlaces(enabled = true): UseQueryResult<OwnValuePlace[]> {
  return useQuery({
    queryKey: ['own-value-places'],
    queryFn: ({ signal }) => call(listOwnValuePlaces, {}, { signal }),
    enabled,
  });
}

/** Returns a store's name by its shop id; null while it is not known, or where the store is not connected. */
export type StoreNames = (shopId: string) => string | null;

/** Returns the names of stores; nothing is read unless something names a store. */
export function useStoreNames(wanted: boolean): StoreNames {
  const { data } = useOwnValuePlaces(wanted);
  return useCallback((shopId) => data?.find((place) => place.shopId === shopId)?.name ?? null, [data]);
}
