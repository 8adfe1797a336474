import type { EditSets } from './edit-set.ts';

/** The program's protections against faults of machine, disk and clock, removed. */
export const machine: EditSets = {
  'disk-full-has-no-name': [
    { file: 'apps/server/src/db/database-failure.ts', find: '/^53100$/', replace: '/^never$/' },
  ],
  'no-room-has-no-name': [
    {
      file: 'apps/server/src/db/database-failure.ts',
      find: "new Set(['ENOSPC', 'EDQUOT'])",
      replace: 'new Set<string>()',
    },
  ],
  'codes-never-end': [
    {
      file: 'apps/server/src/account/codes.ts',
      find: 'each.expires_at > now',
      replace: 'each.expires_at > new Date(0)',
    },
  ],
  'durations-by-the-wall-clock': [
    {
      file: 'apps/server/src/time/clock.ts',
      find: 'monotonic: () => performance.now(),',
      replace: 'monotonic: () => Date.now(),',
    },
  ],
  'the-queue-is-given-a-time': [
    { file: 'apps/server/src/runs/jobs.ts', find: 'startAfter: secondsTo(at)', replace: 'startAfter: at' },
  ],
};
