import { getMarkChoices } from '@bowerbird/contract/products/team-marks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Under `products`, so that a change of products reloads it as well. */
export const markChoicesKey = ['products', 'marks'] as const;

/** Returns the groups, people and colours that products can be marked with; undefined until loaded. */
export function useMarkChoices(enabled = true) {
  return useQuery({
    queryKey: markChoicesKey,
    queryFn: ({ signal }) => call(getMarkChoices, {}, { signal }),
    staleTime: 60_000,
    enabled,
  }).data;
}
