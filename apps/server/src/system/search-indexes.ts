import type { BackgroundWork } from '../background/background-work.ts';
import { settleSearchIndexes } from '../db/statistics.ts';
import type { Services } from '../services/services.ts';

export const searchIndexes: BackgroundWork<Pick<Services, 'db'>> = {
  name: 'search-indexes',
  everyMs: 10_000,
  does: 'Puts what was written lately into the search indexes, so that searches need not read it one by one.',
  runsIn: 'workers',
  begin: ({ db }) => ({ pass: () => settleSearchIndexes(db) }),
};
