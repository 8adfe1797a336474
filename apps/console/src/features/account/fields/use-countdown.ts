import { useCallback, useEffect, useState } from 'react';

/** Counts whole seconds down to null. Uses the clock, so that a window that was suspended shows the right value. */
export function useCountdown(): { left: number | null; start(seconds: number): void; stop(): void } {
  const [until, setUntil] = useState<number | null>(null);
  const [now, setNow] = useState(0);

  useEffect(() => {
    if (until === null) {
      return;
    }
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) {
        setUntil(null);
      }
    }, 250);
    return () => clearInterval(timer);
  }, [until]);

  const start = useCallback((seconds: number) => {
    const begins = Date.now();
    setNow(begins);
    setUntil(begins + seconds * 1000);
  }, []);
  const stop = useCallback(() => setUntil(null), []);
  const left = until === null ? null : Math.ceil((until - now) / 1000);
  return { left: left !== null && left > 0 ? left : null, start, stop };
}
