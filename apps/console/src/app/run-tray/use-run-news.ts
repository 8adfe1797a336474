import { hasEnded, type Run } from '@bowerbird/contract/runs';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../lib/text/format.ts';
import { runTitle } from '../../lib/text/sentences/run-name.ts';
import { useText } from '../../lib/text/text.ts';

/** How long the pill shows that a run ended, in milliseconds. */
const reportedMs = 6000;
/** Minimum time between two announcements to screen readers, in milliseconds. */
const quietMs = 10_000;

const quarterOf = (run: Run) =>
  run.total === null || run.total === 0 ? 0 : Math.floor((run.done / run.total) * 4);

/** Returns what is new among the runs: the one that has just ended, and an announcement for screen readers. */
export function useRunNews(runs: Run[]): { justEnded: Run | null; spoken: string } {
  const text = useText();
  const format = useFormat();
  const known = useRef(new Map<string, { ended: boolean; quarter: number }>());
  const spokenAt = useRef(0);
  const [justEnded, setJustEnded] = useState<Run | null>(null);
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    const sentences: string[] = [];
    for (const run of runs) {
      const before = known.current.get(run.id);
      const now = { ended: hasEnded(run), quarter: quarterOf(run) };
      known.current.set(run.id, now);
      if (before === undefined) {
        continue;
      }
      if (now.ended && !before.ended) {
        setJustEnded(run);
        sentences.push(text('tray.ended', { title: runTitle(text, run), state: text(`state.${run.state}`) }));
      } else if (now.quarter > before.quarter && !now.ended) {
        sentences.push(
          text('tray.quarter', { title: runTitle(text, run), percent: format.percent(now.quarter / 4) }),
        );
      }
    }
    const sentence = sentences[0];
    if (sentence !== undefined && Date.now() - spokenAt.current >= quietMs) {
      spokenAt.current = Date.now();
      setSpoken(sentence);
    }
  }, [runs, text, format]);

  useEffect(() => {
    if (justEnded === null) {
      return;
    }
    const timer = setTimeout(() => setJustEnded(null), reportedMs);
    return () => clearTimeout(timer);
  }, [justEnded]);

  return { justEnded, spoken };
}
