import { hasEnded } from '@bowerbird/contract/runs';
import { useEffect, useRef, useState } from 'react';
import { useCurrentRuns } from '../../lib/data/use-runs.tsx';

/** Returns "✓ " for the window's title if a run ended while the window was hidden. */
export function useFinishedMark(): string {
  const runs = useCurrentRuns();
  const known = useRef(new Map<string, boolean>());
  const [mark, setMark] = useState('');

  useEffect(() => {
    for (const run of runs) {
      const isOver = hasEnded(run);
      if (isOver && known.current.get(run.id) === false && document.hidden) {
        setMark('✓ ');
      }
      known.current.set(run.id, isOver);
    }
  }, [runs]);

  useEffect(() => {
    const seen = () => !document.hidden && setMark('');
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);
  return mark;
}
