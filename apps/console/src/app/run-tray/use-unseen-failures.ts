import type { Run } from '@bowerbird/contract/runs';
import { listRuns } from '@bowerbird/contract/runs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../lib/api/call.ts';
import { runKeys, runPath } from '../../lib/data/use-runs.tsx';
import { readSetting, useSetting, writeSetting } from '../../lib/kept/settings.ts';
import { useMay } from '../../lib/person/session.ts';

/** Failures older than this are shown only on the runs page, in milliseconds. */
const youngMs = 7 * 24 * 3600 * 1000;
/** How many failures the tray requests, and how many it remembers as seen. */
const requestedFor = 5;
const remembered = 50;

/**
 * Returns failed runs that the person has not seen and that are no longer among the current runs. `see` marks all
 * failures now in the tray as seen; opening a run's own page marks that run.
 */
export function useUnseenFailures(current: Run[]): { unseen: Run[]; see(): void } {
  const may = useMay();
  const { pathname } = useLocation();
  const [kept] = useSetting('seen_failures');
  const currentIds = current.filter(({ state }) => state === 'failed').map(({ id }) => id);
  const { data: failed = [] } = useQuery({
    queryKey: runKeys.list({ failed: currentIds }),
    queryFn: async ({ signal }) =>
      (await call(listRuns, { query: { state: 'failed', limit: String(requestedFor) } }, { signal })).items,
    enabled: may('runs', 'query'),
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
    placeholderData: keepPreviousData,
  });
  const seen = kept.split(' ');

  const open = failed.find(({ id }) => pathname === runPath(id))?.id;
  useEffect(() => {
    if (open !== undefined) {
      remember([open]);
    }
  }, [open]);

  return {
    unseen: failed.filter(
      ({ id, endedAt }) =>
        !seen.includes(id) &&
        !current.some((run) => run.id === id) &&
        endedAt !== null &&
        Date.now() - Date.parse(endedAt) < youngMs,
    ),
    see: () => remember([...currentIds, ...failed.map(({ id }) => id)]),
  };
}

function remember(ids: string[]): void {
  const before = readSetting('seen_failures').split(' ').filter(Boolean);
  const fresh = ids.filter((id) => !before.includes(id));
  if (fresh.length > 0) {
    writeSetting('seen_failures', [...fresh, ...before].slice(0, remembered).join(' '));
  }
}
