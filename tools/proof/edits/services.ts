import type { Db } from '../../../apps/server/src/db/database.ts';
import type { Services } from '../../../apps/server/src/services/services.ts';
import { realClock } from '../../../apps/server/src/time/clock.ts';

/** What the jobs of edits, undos and rules need of the program, without its queue. */
export function jobServices(db: Db): Pick<Services, 'db' | 'clock' | 'log' | 'jobs'> {
  const silent = () => undefined;
  return {
    db,
    clock: realClock,
    log: { debug: silent, info: silent, warn: console.error, error: console.error },
    jobs: {
      wake: async () => undefined,
      know: async () => undefined,
      runsWithJobs: async () => new Set(),
      interrupt: silent,
      queued: async () => [],
      start: async () => undefined,
      stop: async () => undefined,
    },
  };
}
