import type { OwnerDb } from '../../db/database.ts';
import { tickMs } from '../store-job/counted.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import {
  findResourceAttempts,
  intendResource,
  type ResourceAttempt,
  type ResourceName,
  recordResource,
} from './attempts.ts';

/** Interval at which a waiting worker looks whether another has finished, in milliseconds. */
const pollMs = 1000;

/** The attempts to create a resource, by any worker. */
export interface Creates {
  /** The newest that was applied or may yet be; null where there is none. */
  newest: ResourceAttempt | null;
  /** How many were applied. */
  applied: number;
}

export function createsOf(storeJob: StoreJob, name: ResourceName): Promise<Creates> {
  return inStoreJob(storeJob, (db) => createsIn(db, storeJob, name));
}

async function createsIn(db: OwnerDb, storeJob: StoreJob, name: ResourceName): Promise<Creates> {
  const attempts = await findResourceAttempts(db, storeJob, name);
  const creates = attempts.filter(({ action }) => action === 'create');
  return {
    newest: creates.findLast(({ outcome }) => outcome === 'open' || outcome === 'applied') ?? null,
    applied: creates.filter(({ outcome }) => outcome === 'applied').length,
  };
}

/**
 * Records that it is about to be created; null where nothing may be sent now (see `intendResource`), or where another
 * worker created it since its attempts were seen.
 */
export async function intendCreate(
  db: OwnerDb,
  storeJob: StoreJob,
  name: ResourceName,
  { newest, applied }: Creates,
): Promise<string | null> {
  const instead = newest?.outcome === 'open' ? newest : null;
  const id = await intendResource(db, storeJob, { name, action: 'create', target: null }, instead);
  // While this attempt is open no other can be opened: the applied attempts now are all there are.
  if (id === null || (await createsIn(db, storeJob, name)).applied === applied) {
    return id;
  }
  await recordResource(db, storeJob, id, {
    outcome: 'never_sent',
    answer: { because: 'another was faster' },
  });
  return null;
}

/** Waits a tick of counted time, or until another worker has decided the attempt. */
export async function waitFor(
  storeJob: StoreJob,
  name: ResourceName,
  newest: ResourceAttempt | null,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < tickMs; waitedMs += pollMs) {
    await storeJob.clock.sleep(pollMs, storeJob.signal);
    const { newest: now } = await createsOf(storeJob, name);
    if (now?.id !== newest?.id || now?.outcome !== newest?.outcome) {
      break;
    }
  }
  await storeJob.counted.count();
}
