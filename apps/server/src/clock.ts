/** Time as handed to whatever needs it, so that tests and proofs bring their own. */
export interface Clock {
  /** Milliseconds that only grow; no date. */
  monotonic(): number;
  /** Milliseconds since 1970. */
  wall(): number;
  /** Waits, or rejects when the signal fires first. */
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
