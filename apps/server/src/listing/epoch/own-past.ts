import { sql } from 'kysely';
import { v7 } from 'uuid';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { InstallationTable } from '../../db/tables/core.ts';
import type { Services } from '../../services/services.ts';
import { highestAttempt } from '../ledger/attempts.ts';
import { StoreJobHeld } from '../store-job/store-job.ts';
import { EpochFiles } from './files.ts';

/** Whose past it is, and where its epoch file is stored. */
export interface Place {
  services: Pick<Services, 'db' | 'config'>;
  ownerId: string;
}

type HeldBecause = NonNullable<InstallationTable['held_because']>;

const fault = { code: 'listing.copied-installation', params: {} } as const;

/**
 * Returns the error that makes every store job rest of an installation, or of a store, that is held until an
 * administrator declares where the database comes from.
 */
export function heldStoreJob(): StoreJobHeld {
  return new StoreJobHeld(fault, null);
}
/**
 * When a process whose folder has no epoch file checks again whether other processes of the installation are at work.
 */
const joinAgainMs = 60_000;
const raisesMax = 50;

/** What the database holds about itself. */
interface Past {
  id: string;
  declarations: number;
  counter: number;
  isHeld: boolean;
}

/**
 * Makes sure that this database is the newest there is of this installation, and raises its counter; called before
 * anything is sent, at every start of listing. A database behind its epoch file was put back or copied: what was sent
 * since is forgotten there and would be sent twice. That is recorded, and holds all listing until an administrator
 * declares where the database comes from (`declareOrigin`). Throws `StoreJobHeld`. The counter goes first into the file
 * as pending, then into the database, then into the file as confirmed: a crash in between holds nothing, and a database
 * that ever had a confirmed counter is known to be older when it has a smaller one.
 */
export async function requireOwnPast(place: Place): Promise<void> {
  const { services, ownerId } = place;
  const files = new EpochFiles(services);
  const past = await readPast(services);
  if (past.isHeld) {
    throw heldStoreJob();
  }
  const epoch = await files.installation();
  if (epoch === null) {
    await requireCompany(services, past);
  } else if (epoch.installation !== past.id) {
    await hold(services, 'another-installation');
  } else if (isBehind(past, epoch) && isBehind(await readPast(services), epoch)) {
    // Read once more, as another process may have raised both since the database was first read.
    await hold(services, 'older-than-epoch');
  }
  const owner = await files.owner(ownerId);
  const highest = await asOwner(services.db, ownerId, (db) => highestAttempt(db, ownerId));
  if (owner && owner.declarations === past.declarations && owner.highest > (highest ?? '')) {
    await hold(services, 'older-than-epoch');
  }
  await raise(services);
  await files.writeOwner(ownerId, { declarations: past.declarations, highest: highest ?? '' });
}

/**
 * Records the newest committed attempt in the epoch file and raises the counter: every half minute within a run, and at
 * its end.
 */
export async function confirmEpoch({ services, ownerId }: Place): Promise<void> {
  const highest = await asOwner(services.db, ownerId, (db) => highestAttempt(db, ownerId));
  await raise(services);
  const { declarations } = await readPast(services);
  await new EpochFiles(services).writeOwner(ownerId, { declarations, highest: highest ?? '' });
}

/**
 * Makes sure, in the transaction that records an intent, that nothing is held: what one worker found holds all of them
 * from their next intent on. Throws `StoreJobHeld`.
 */
export async function requireUnheld(
  db: OwnerDb,
  { ownerId, shopId }: { ownerId: string; shopId: string },
): Promise<void> {
  const open = await db
    .selectFrom('installation')
    .innerJoin('shop_turn', (join) => join.onTrue())
    .select('installation.id')
    .where('installation.held_at', 'is', null)
    .where('shop_turn.owner_id', '=', ownerId)
    .where('shop_turn.shop_id', '=', shopId)
    .where('shop_turn.held_by_attempt', 'is', null)
    .executeTakeFirst();
  if (!open) {
    throw heldStoreJob();
  }
}

/** Holds one store, in which an attempt was found that our records do not know. */
export async function holdShop(
  db: OwnerDb,
  { ownerId, shopId }: { ownerId: string; shopId: string },
  attemptId: string,
): Promise<void> {
  await db
    .updateTable('shop_turn')
    .set({ held_by_attempt: attemptId })
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .execute();
}

/** Holds all listing of this installation, and throws the error that says so. */
async function hold({ db }: Pick<Services, 'db'>, because: HeldBecause): Promise<never> {
  await db
    .updateTable('installation')
    .set({ held_at: sql<Date>`now()`, held_because: because })
    .where('held_at', 'is', null)
    .execute();
  throw heldStoreJob();
}

async function readPast({ db }: Pick<Services, 'db'>): Promise<Past> {
  const row = await db
    .selectFrom('installation')
    .select(['id', 'declarations', 'counter', 'held_at'])
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    declarations: row.declarations,
    counter: Number(row.counter),
    isHeld: row.held_at !== null,
  };
}

function isBehind(
  past: Pick<Past, 'declarations' | 'counter'>,
  epoch: { declarations: number; confirmed: number },
): boolean {
  return past.declarations === epoch.declarations
    ? past.counter < epoch.confirmed
    : past.declarations < epoch.declarations;
}

/** The counter that this process first saw, from a folder without an epoch file. */
const firstSeen = new Map<string, number>();

/**
 * Handles a folder without an epoch file whose database has listed: one more process of a living installation, or a
 * database that was moved or copied here. The process joins once it sees that another process raises the counter; until
 * then nothing is sent from here.
 */
async function requireCompany({ config }: Pick<Services, 'config'>, { counter }: Past): Promise<void> {
  if (counter === 0) {
    return;
  }
  const seen = firstSeen.get(config.dataFolder) ?? counter;
  firstSeen.set(config.dataFolder, seen);
  if (counter === seen) {
    throw new StoreJobHeld(fault, joinAgainMs);
  }
}

/** Raises under way, by their database. */
const raising = new WeakMap<Services['db'], { now: Promise<void>; next: Promise<void> | null }>();

/** Raises the counter; store jobs of this process that call this while one raise is under way share the next. */
function raise(services: Place['services']): Promise<void> {
  const { db } = services;
  const current = raising.get(db);
  if (current) {
    current.next ??= current.now.catch(() => undefined).then(() => raise(services));
    return current.next;
  }
  const now = raiseOnce(services).finally(() => raising.delete(db));
  raising.set(db, { now, next: null });
  return now;
}

async function raiseOnce(services: Place['services']): Promise<void> {
  const files = new EpochFiles(services);
  for (let tries = 0; tries < raisesMax; tries += 1) {
    const { id: installation, declarations, counter } = await readPast(services);
    const epoch = await files.installation();
    const confirmed = epoch?.declarations === declarations ? epoch.confirmed : 0;
    const pending = counter + 1;
    await files.writeInstallation({ installation, declarations, confirmed, pending });
    const { numUpdatedRows } = await services.db
      .updateTable('installation')
      .set({ counter: pending })
      .where('counter', '=', String(counter))
      .where('declarations', '=', declarations)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) {
      await files.writeInstallation({ installation, declarations, confirmed: pending, pending: null });
      return;
    }
  }
  throw new Error('the counter of the installation could not be raised');
}

/**
 * Records that an administrator declared where this database comes from: from now on it is the newest there is,
 * whatever the epoch file holds.
 * @param isCopy the other one lives on, and this one gets an identity of its own
 * @returns the installation's id from now on
 */
export async function acceptPast(services: Place['services'], isCopy: boolean): Promise<string> {
  const files = new EpochFiles(services);
  const epoch = await files.installation();
  const { declarations } = await readPast(services);
  const { id } = await services.db
    .updateTable('installation')
    .set({
      ...(isCopy && { id: v7() }),
      declarations: Math.max(declarations, epoch?.declarations ?? 0) + 1,
      held_at: null,
      held_because: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await raise(services);
  return id;
}
