import type { Recognition } from '@bowerbird/contract/collect/collect';
import { recogniseAddresses } from '@bowerbird/contract/collect/collect';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import type { PlatformScope } from '../../../lib/data/platform-scope.ts';
import { usePlatformScope } from '../../../lib/data/platform-scope.ts';
import { collectKeys } from '../queries.ts';
import type { Probe, Recognised } from './recognised.ts';
import { probesOf } from './recognised.ts';

/** Checks each address separately, so that results show at once and a slow shop delays no other. */
export function useRecognition(addresses: string[]) {
  const { probes, left } = useMemo(() => probesOf(addresses), [addresses]);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const scope = usePlatformScope();

  const answers = useQueries({
    queries: probes.map(({ address }) => ({
      queryKey: collectKeys.recognised(address),
      queryFn: ({ signal }: { signal: AbortSignal }) => recogniseOne(address, signal),
      staleTime: 10 * 60_000,
      retry: false,
    })),
  });
  const recognised = probes.map((probe: Probe, index): Recognised => {
    const answer = answers[index];
    const recognition = answer?.data === undefined ? null : within(scope, answer.data);
    const platform = chosen[probe.address] ?? recognition?.candidates[0]?.platform ?? null;
    return { probe, recognition, failure: answer?.error ?? null, platform };
  });
  return {
    recognised,
    left,
    busy: answers.some(({ isFetching }) => isFetching),
    choose: (address: string, platform: string) => setChosen((held) => ({ ...held, [address]: platform })),
    again: () => {
      for (const answer of answers) {
        void answer.refetch();
      }
    },
  };
}

/**
 * Limits a recognition to a platform's group: an address of another platform is reported as such and collected
 * elsewhere.
 */
function within(scope: PlatformScope | null, recognition: Recognition): Recognition {
  const candidates = recognition.candidates.filter(
    ({ platform }) => scope === null || platform === scope.platform,
  );
  const other = recognition.candidates.length > 0 && candidates.length === 0;
  return {
    ...recognition,
    candidates,
    fault: other
      ? { code: 'address.other-platform', params: { platform: scope?.name ?? '' } }
      : recognition.fault,
  };
}

async function recogniseOne(address: string, signal: AbortSignal): Promise<Recognition> {
  const { results } = await call(
    recogniseAddresses,
    { body: { addresses: [address.slice(0, 2000)] } },
    { signal },
  );
  const [recognition] = results;
  if (recognition === undefined) {
    throw new Error('no answer for the address');
  }
  return recognition;
}
