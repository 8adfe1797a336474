import type { EditSets } from './edit-set.ts';

/** What makes listing bear a kill, taken away. What the engine does with writes in doubt is broken by `npm run proof:mutants`. */
export const listing: EditSets = {
  'a-dead-worker-keeps-its-job': [
    {
      file: 'apps/server/src/runs/jobs.ts',
      find: "policy: 'singleton',\n          heartbeatSeconds,",
      replace: "policy: 'singleton',",
    },
  ],
};
