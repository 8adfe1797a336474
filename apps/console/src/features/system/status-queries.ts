import { getSystemStatus } from '@bowerbird/contract/system';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** Measured anew every ten seconds while it is looked at. */
export function useSystemStatus() {
  return useQuery({
    queryKey: ['system', 'status'],
    queryFn: ({ signal }) => call(getSystemStatus, {}, { signal }),
    refetchInterval: 10_000,
  });
}
