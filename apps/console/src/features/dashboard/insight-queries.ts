import { getAnalysis } from '@bowerbird/contract/figures/analysis';
import { getMonitor } from '@bowerbird/contract/figures/monitor';
import type { AnswerOf } from '@bowerbird/contract/route';
import { hasEnded } from '@bowerbird/contract/runs';
import { readOnBench } from '@bowerbird/contract/system/bench';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api/call.ts';
import { useCurrentRuns } from '../../lib/data/use-runs.tsx';
import { ownZone } from '../../lib/own-zone.ts';
import type { Period } from './analysis/analysis-period.ts';

export type Analysis = AnswerOf<typeof getAnalysis>;
export type Monitor = AnswerOf<typeof getMonitor>;
export type BenchAnswer = AnswerOf<typeof readOnBench>;

export const insightKeys = {
  analysis: ['dashboard', 'analysis'] as const,
  period: ({ from, to }: Period, zone: string) => ['dashboard', 'analysis', from, to, zone] as const,
  monitor: ['dashboard', 'monitor'] as const,
};

/** Returns the figures of a period, reloaded whenever a run ends. */
export function useAnalysis(period: Period | null) {
  const cache = useQueryClient();
  const zone = ownZone();
  const ended = useCurrentRuns()
    .filter(hasEnded)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (ended !== '') {
      void cache.invalidateQueries({ queryKey: insightKeys.analysis });
    }
  }, [ended, cache]);
  return useQuery({
    queryKey: period === null ? insightKeys.analysis : insightKeys.period(period, zone),
    queryFn: ({ signal }) =>
      call(getAnalysis, { query: { from: period?.from ?? '', to: period?.to ?? '', zone } }, { signal }),
    enabled: period !== null,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/**
 * Returns the current activity: reloaded every five seconds while shown, and at once when a run starts, pauses or ends.
 */
export function useMonitor() {
  const cache = useQueryClient();
  const moved = useCurrentRuns()
    .map(({ id, state }) => `${id} ${state}`)
    .join();
  useEffect(() => {
    if (moved !== '') {
      void cache.invalidateQueries({ queryKey: insightKeys.monitor });
    }
  }, [moved, cache]);
  return useQuery({
    queryKey: insightKeys.monitor,
    queryFn: ({ signal }) => call(getMonitor, {}, { signal }),
    refetchInterval: 5000,
  });
}

export function useBench() {
  return useMutation({
    mutationFn: (body: { address: string; platform?: string }) => call(readOnBench, { body }),
  });
}
