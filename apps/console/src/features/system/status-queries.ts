import { getSystemStatus } from '@bowerbird/contract/system/system';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';

/** Measured again every ten seconds while shown. */
export function useSystemStatus() {
  return useQuery({
    queryKey: ['system', 'status'],
    queryFn: ({ signal }) => call(getSystemStatus, {}, { signal }),
    refetchInterval: 10_000,
  });
}
