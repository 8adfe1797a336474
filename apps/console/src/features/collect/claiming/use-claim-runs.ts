import { hasEnded, type Run } from '@bowerbird/contract/runs';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCurrentRuns } from '../../../lib/data/use-runs.tsx';
import { collectKeys } from '../queries.ts';

/** While products are being claimed, the remaining ones are reloaded this often, in milliseconds. */
const readEveryMs = 2000;

/**
 * Tracks the claims by filter that this page shows: those it started, and those that were running when it was opened.
 * Each stays until it is dismissed. While one runs, the list of the remaining products is reloaded every two seconds.
 */
export function useClaimRuns() {
  const current = useCurrentRuns();
  const [shown, setShown] = useState<readonly string[]>([]);
  const running = current.filter((run) => run.kind === 'claim' && !hasEnded(run));
  const follow = useCallback(
    (runId: string) => setShown((held) => (held.includes(runId) ? held : [...held, runId])),
    [],
  );
  const dismiss = useCallback((runId: string) => setShown((held) => held.filter((id) => id !== runId)), []);

  const found = running.map(({ id }) => id).join(' ');
  useEffect(() => {
    for (const id of found.split(' ').filter((each) => each !== '')) {
      follow(id);
    }
  }, [found, follow]);
  useReadAsTheyGo(running);

  return { shown, running: running.length > 0, follow, dismiss };
}

function useReadAsTheyGo(running: readonly Run[]): void {
  const cache = useQueryClient();
  const moved = running.map(({ id, done }) => `${id} ${done}`).join(',');
  const readAt = useRef(0);
  useEffect(() => {
    if (moved === '') {
      return;
    }
    const wait = Math.max(0, readAt.current + readEveryMs - Date.now());
    const timer = setTimeout(() => {
      readAt.current = Date.now();
      void cache.invalidateQueries({ queryKey: [...collectKeys.all, 'results'] });
    }, wait);
    return () => clearTimeout(timer);
  }, [moved, cache]);
}
