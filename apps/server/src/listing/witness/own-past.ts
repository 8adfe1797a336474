import { sql } from 'kysely';
import { v7 } from 'uuid';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { InstallationTable } from '../../db/tables/house.ts';
import type { Services } from '../../services.ts';
import { highestAttempt } from '../attempts.ts';
import { LaneHeld } from '../lane.ts';
import { WitnessFiles } from './files.ts';

/** Whose past it is, and where its witness stands. */
export interface Place {
  services: Pick<Services, 'db' | 'config'>;
  ownerId: string;
}

type HeldBecause = NonNullable<InstallationTable['held_because']>;

const fault = { code: 'listing.copied-installation', params: {} } as const;

/** What rests every store job of an installation, or of a store, that is held until an administrator declares where it comes from. */
export function heldLane(): LaneHeld {
  return new LaneHeld(fault, null);
}
/** When a process whose folder has no witness asks again whether others of the installation are at work. */
const joinAgainMs = 60_000;
const raisesMax = 50;

/** What the database says of itself. */
interface Past {
  id: string;
  declarations: number;
  counter: number;
  isHeld: boolean;
}

/**
 * Makes sure that this database is the newest there is of this installation, and raises its counter; before anything is sent, at
 * every start of listing. A database behind its witness was put back or copied: what was sent since is forgotten there
 * and would be sent twice. That is written down, and holds all listing until an administrator declares where the database comes
 * from (`declareOrigin`). Throws `LaneHeld`.
 *
 * The counter goes first into the file as pending, then into the database, then into the file as confirmed: a crash in between
 * holds nothing, and a database that ever had a confirmed counter is known to be older when it has a smaller one.
 */
export async function requireOwnPast(place: Place): Promise<void> {
  const { services, ownerId } = place;
  const files = new WitnessFiles(services);
  const past = await readPast(services);
  if (past.isHeld) {
    throw heldLane();
  }
  const witness = await files.installation();
  if (witness === null) {
    await requireCompany(services, past);
  } else if (witness.installation !== past.id) {
    await hold(services, 'another-installation');
  } else if (isBehind(past, witness) && isBehind(await readPast(services), witness)) {
    // Read once more, as another process may have raised both since the database was asked first.
    await hold(services, 'older-than-witness');
  }
  const owner = await files.owner(ownerId);
  const highest = await asOwner(services.db, ownerId, (db) => highestAttempt(db, ownerId));
  if (owner && owner.declarations === past.declarations && owner.highest > (highest ?? '')) {
    await hold(services, 'older-than-witness');
  }
  await raise(services);
  await files.writeOwner(ownerId, { declarations: past.declarations, highest: highest ?? '' });
}

/** Writes the newest committed attempt down and raises the counter: every half minute within a run, and at its end. */
export async function bearWitness({ services, ownerId }: Place): Promise<void> {
  const highest = await asOwner(services.db, ownerId, (db) => highestAttempt(db, ownerId));
  await raise(services);
  const { declarations } = await readPast(services);
  await new WitnessFiles(services).writeOwner(ownerId, { declarations, highest: highest ?? '' });
}

/**
 * Makes sure, in the transaction that writes an intent down, that nothing is held: what was found out by one worker holds all of
 * them from their next intent on. Throws `LaneHeld`.
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
    throw heldLane();
  }
}

/** Holds one store, in which an attempt was found that no record of ours knows. */
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

/** Holds all listing of this installation, and throws what says so. */
async function hold({ db }: Pick<Services, 'db'>, because: HeldBecause): Promise<never> {
  await db
    .updateTable('installation')
    .set({ held_at: sql<Date>`now()`, held_because: because })
    .where('held_at', 'is', null)
    .execute();
  throw heldLane();
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
  witness: { declarations: number; confirmed: number },
): boolean {
  return past.declarations === witness.declarations
    ? past.counter < witness.confirmed
    : past.declarations < witness.declarations;
}

/** The counter that this process saw first from a folder without a witness. */
const firstSeen = new Map<string, number>();

/**
 * A folder without a witness beside a database that has listed: one more process of a living installation, or a database that was
 * moved or copied here. It joins once it sees that another process raises the counter; until then nothing is sent from here.
 */
async function requireCompany({ config }: Pick<Services, 'config'>, { counter }: Past): Promise<void> {
  if (counter === 0) {
    return;
  }
  const seen = firstSeen.get(config.dataFolder) ?? counter;
  firstSeen.set(config.dataFolder, seen);
  if (counter === seen) {
    throw new LaneHeld(fault, joinAgainMs);
  }
}

/** Raises under way, by the database they are made in. */
const raising = new WeakMap<Services['db'], { now: Promise<void>; next: Promise<void> | null }>();

/** Raises the counter; lanes of this process that ask while one raise is under way share the next. */
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
  const files = new WitnessFiles(services);
  for (let tries = 0; tries < raisesMax; tries += 1) {
    const { id: installation, declarations, counter } = await readPast(services);
    const witness = await files.installation();
    const confirmed = witness?.declarations === declarations ? witness.confirmed : 0;
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
 * Writes down that an administrator said where this database comes from: from now on it is the newest there is, whatever the
 * witness remembers.
 * @param isCopy the other one lives on, and this one gets an identity of its own
 * @returns the installation's id from now on
 */
export async function acceptPast(services: Place['services'], isCopy: boolean): Promise<string> {
  const files = new WitnessFiles(services);
  const witness = await files.installation();
  const { declarations } = await readPast(services);
  const { id } = await services.db
    .updateTable('installation')
    .set({
      ...(isCopy && { id: v7() }),
      declarations: Math.max(declarations, witness?.declarations ?? 0) + 1,
      held_at: null,
      held_because: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await raise(services);
  return id;
}
