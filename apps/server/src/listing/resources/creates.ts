import type { OwnerDb } from '../../db/database.ts';
import { tickMs } from '../counted.ts';
import { inLane, type Lane } from '../lane.ts';
import {
  findResourceAttempts,
  intendResource,
  type ResourceAttempt,
  type ResourceName,
  recordResource,
} from './attempts.ts';

/** How often a worker that waits looks whether another has finished, in milliseconds. */
const pollMs = 1000;

/** The attempts to create a resource, by whichever worker. */
export interface Creates {
  /** The newest that was applied or may yet be; null where there is none. */
  newest: ResourceAttempt | null;
  /** How many were applied. */
  applied: number;
}

export function createsOf(lane: Lane, name: ResourceName): Promise<Creates> {
  return inLane(lane, (db) => createsIn(db, lane, name));
}

async function createsIn(db: OwnerDb, lane: Lane, name: ResourceName): Promise<Creates> {
  const attempts = await findResourceAttempts(db, lane, name);
  const creates = attempts.filter(({ action }) => action === 'create');
  return {
    newest: creates.findLast(({ fate }) => fate === 'open' || fate === 'applied') ?? null,
    applied: creates.filter(({ fate }) => fate === 'applied').length,
  };
}

/**
 * Records that it is about to be created; null where nothing may be sent now (see `intendResource`), or where another worker created it
 * since its attempts were seen.
 */
export async function intendCreate(
  db: OwnerDb,
  lane: Lane,
  name: ResourceName,
  { newest, applied }: Creates,
): Promise<string | null> {
  const instead = newest?.fate === 'open' ? newest : null;
  const id = await intendResource(db, lane, { name, action: 'create', target: null }, instead);
  // While this one is open nobody else can open one: what is applied by now is all that was.
  if (id === null || (await createsIn(db, lane, name)).applied === applied) {
    return id;
  }
  await recordResource(db, lane, id, { fate: 'never_sent', answer: { because: 'another was faster' } });
  return null;
}

/** Waits a tick of counted time, or until another worker has decided the attempt. */
export async function waitFor(lane: Lane, name: ResourceName, newest: ResourceAttempt | null): Promise<void> {
  for (let waitedMs = 0; waitedMs < tickMs; waitedMs += pollMs) {
    await lane.clock.sleep(pollMs, lane.signal);
    const { newest: now } = await createsOf(lane, name);
    if (now?.id !== newest?.id || now?.fate !== newest?.fate) {
      break;
    }
  }
  await lane.counted.count();
}
