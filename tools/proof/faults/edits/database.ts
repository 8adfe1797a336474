import type { EditSets } from './edit-set.ts';

const callsWait: EditSets[string] = [
  {
    file: 'apps/server/src/http/condition/patience.ts',
    find: 'if (!(await this.#responds())) {',
    replace: 'if ((await this.#responds()) === null) {',
  },
];

/** The program's protections around its database, removed. */
export const database: EditSets = {
  /** 300 s of silence become 20 s. */
  'database-silence-is-short': [
    { file: 'apps/server/src/db/database.ts', find: 'silenceMs = 300_000', replace: 'silenceMs = 20_000' },
  ],
  'server-not-kept': [
    {
      file: 'apps/server/src/db/embedded/keep-running.ts',
      find: 'void this.#keep();',
      replace: 'void this.#keep;',
    },
  ],
  'unreachable-has-no-name': [
    {
      file: 'apps/server/src/db/database-failure.ts',
      find: 'return isRefused || noAnswer.test(thrown.message)',
      replace: 'return isRefused && noAnswer.test(thrown.message)',
    },
  ],
  'busy-has-no-name': [
    { file: 'apps/server/src/db/database-failure.ts', find: '/^53[34]00$/', replace: '/^never$/' },
  ],

  'database-without-deadline': [
    {
      file: 'apps/server/src/db/connecting/silence.ts',
      find: 'stream?.setTimeout(ms',
      replace: 'stream?.setTimeout(0',
    },
    {
      file: 'apps/server/src/db/database.ts',
      find: 'connectionTimeoutMillis: connectionWaitMs',
      replace: 'connectionTimeoutMillis: 0',
    },
    ...callsWait,
  ],
  'calls-wait-for-the-database': callsWait,
  'run-fails-with-the-database': [
    { file: 'apps/server/src/runs/work.ts', find: 'if (ofDatabase) {', replace: 'if (ofDatabase && !run) {' },
  ],
};
