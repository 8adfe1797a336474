import type { Signals } from './signals.ts';

export interface RunEvent {
  ownerId: string;
  runId: string;
  version: number;
}

/** Notifies listeners of changed runs and of new notices. */
export interface RunEvents {
  listen(heard: (event: RunEvent) => void): () => void;
  /** Calls the listener with the ids of people who have new notices. */
  listenToNotices(heard: (userId: string) => void): () => void;
}

/** Returns the events among the signals. Watchers poll as well, so a missed event only costs seconds. */
export function runEventsIn(signals: Signals): RunEvents {
  return {
    listen: (heard) =>
      signals.listen('run_changed', (text) => {
        const [ownerId, runId, version] = text.split(' ');
        if (ownerId && runId) {
          heard({ ownerId, runId, version: Number(version) });
        }
      }),
    listenToNotices: (heard) =>
      signals.listen('notice', (userId) => {
        if (userId !== '') {
          heard(userId);
        }
      }),
  };
}
