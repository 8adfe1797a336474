/** Source of time, passed in as a dependency so that tests and proofs can use their own. */
export interface Clock {
  /** Returns milliseconds that only increase; not related to a date. */
  monotonic(): number;
  /** Returns milliseconds since 1970. */
  wall(): number;
  /** Waits this many milliseconds; rejects when the signal fires first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  },
};
