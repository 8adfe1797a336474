import { endStates } from '@bowerbird/contract/runs';
import { useEffect, useRef, useState } from 'react';
import { useCurrentRuns } from '../../lib/data/use-runs.tsx';

const ended: readonly string[] = endStates;

/** Returns "✓ " for the window's title if a run ended while the window was hidden. */
export function useFinishedMark(): string {
  const runs = useCurrentRuns();
  const known = useRef(new Map<string, boolean>());
  const [mark, setMark] = useState('');

  useEffect(() => {
    for (const { id, state } of runs) {
      const isEnded = ended.includes(state);
      if (isEnded && known.current.get(id) === false && document.hidden) {
        setMark('✓ ');
      }
      known.current.set(id, isEnded);
    }
  }, [runs]);

  useEffect(() => {
    const seen = () => !document.hidden && setMark('');
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);
  return mark;
}
