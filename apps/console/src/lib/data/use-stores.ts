import { listStores } from '@bowerbird/contract/listing/stores';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Returns the merchant's stores; undefined until loaded. */
export function useStores(enabled = true) {
  return useQuery({
    queryKey: ['stores'],
    queryFn: ({ signal }) => call(listStores, {}, { signal }),
    enabled,
  }).data;
}
