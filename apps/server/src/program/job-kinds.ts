import { editJob } from '../bulk-edits/edit-job.ts';
import { undoJob } from '../bulk-edits/undo/undo-job.ts';
import { collectJob } from '../collect/collect-job.ts';
import { chooseCollected } from '../collect/lists/filter.ts';
import { addUpCounts } from '../collect/lists/kept-counts.ts';
import { matchFresh } from '../collect/similar/match-similar.ts';
import { ruleJob } from '../edit-rules/rule-job.ts';
import { exportJob } from '../export/export-job.ts';
import { importJob } from '../imports/import-job.ts';
import { listingJob } from '../listing/job/listing-job.ts';
import { claimJob } from '../products/claim/claim-job.ts';
import { mergeRun } from '../recollect/merge-run.ts';
import { findPriceGuard } from '../rules/price-guard.ts';
import type { JobKind } from '../runs/jobs.ts';
import type { Services } from '../services/services.ts';
import { otherUndos } from './other-undos.ts';

/** All kinds of runs that workers take from the queue. */
export function jobKindsOf(services: Services): JobKind[] {
  return [
    collectJob(services, [
      ({ ownerId }, { signal }) => matchFresh(services.db, ownerId, signal),
      ({ ownerId }) => addUpCounts(services.db, ownerId),
      (run, control) => mergeRun(services, run, control),
    ]),
    claimJob(services, chooseCollected, findPriceGuard),
    editJob(services),
    undoJob(services, otherUndos),
    ruleJob(services),
    exportJob(services),
    importJob(services),
    listingJob(services),
  ];
}
