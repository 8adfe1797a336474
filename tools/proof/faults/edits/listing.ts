import type { EditSets } from './edit-set.ts';

/**
 * The protections of listing against a kill, removed. The engine's handling of in-doubt writes is broken by `npm run
 * proof:mutants`.
 */
export const listing: EditSets = {
  'a-dead-worker-keeps-its-job': [
    {
      file: 'apps/server/src/runs/jobs.ts',
      find: "policy: 'singleton',\n          heartbeatSeconds,",
      replace: "policy: 'singleton',",
    },
  ],
};
