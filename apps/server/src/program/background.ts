import type { BackgroundWork } from '../background/background-work.ts';
import { endingPlans } from '../billing/ending.ts';
import { copies } from '../copying/keep-copying.ts';
import { exportSchedules } from '../export/schedules/start-due.ts';
import { unusedImages } from '../images/forgetting.ts';
import { watchedFiles } from '../imports/watched/keep-looking.ts';
import { owedChecks } from '../listing/job/keep-checking.ts';
import { listingSchedules } from '../listing-schedules/start-due.ts';
import { comparisons, followedSources } from '../listing-states/differences/keep-comparing.ts';
import { carriersOf } from '../messages/carriers.ts';
import { deliveries } from '../messages/deliver.ts';
import { notices } from '../notifications/keep-notifying.ts';
import { watches } from '../recollect/watches/due.ts';
import { forgottenRuns } from '../runs/forgotten.ts';
import type { Services } from '../services/services.ts';
import { heartbeat } from '../system/beat.ts';
import { oldData } from '../system/forgetting.ts';
import { searchIndexes } from '../system/search-indexes.ts';
import { reminders } from '../tasks/reminders.ts';
import { unusedCopies, unusedUploads } from '../uploads/forgetting.ts';

/** All that the program repeats by itself. `docs/operating.md` has the same list. */
export const backgroundWork: readonly BackgroundWork<Services>[] = [
  heartbeat,
  forgottenRuns,
  deliveries<Services>(carriersOf),
  notices,
  reminders,
  endingPlans,
  watches,
  watchedFiles,
  listingSchedules,
  exportSchedules,
  copies,
  owedChecks,
  comparisons,
  followedSources,
  searchIndexes,
  oldData,
  unusedImages,
  unusedUploads,
  unusedCopies,
];
