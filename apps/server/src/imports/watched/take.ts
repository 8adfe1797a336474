import { type Selectable, type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { FileWatchTable } from '../../db/tables/watched-files.ts';

export type FileWatchRow = Selectable<FileWatchTable>;

/** Seconds after which another worker takes a look over that gives no sign of life. */
export const leaseSeconds = 60;

/** A watched file that one worker looks at. */
export interface Taken {
  ownerId: string;
  watch: FileWatchRow;
  attempt: number;
  /** A person asked for this look. */
  isAsked: boolean;
}

/** Error of a worker whose look another one has taken over, or whose watch was deleted. */
export class LookLost extends Error {
  override readonly name = 'LookLost';
}

const lease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;

/** Takes a watched file that is due or was asked for; null if another worker has it. */
export async function takeWatch(db: OwnerDb, ownerId: string, id: string, now: Date): Promise<Taken | null> {
  const watch = await db
    .selectFrom('file_watch')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where(sql<SqlBool>`(next_at <= ${now} or asked_at is not null)`)
    .where(sql<SqlBool>`(taken_until is null or taken_until < now())`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!watch) {
    return null;
  }
  const attempt = watch.attempt + 1;
  await db
    .updateTable('file_watch')
    .set({ attempt, taken_until: lease })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  return { ownerId, watch, attempt, isAsked: watch.asked_at !== null };
}

/** Gives a sign of life. Throws `LookLost`. */
export async function keepWatch(db: OwnerDb, { ownerId, watch, attempt }: Taken): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('file_watch')
    .set({ taken_until: lease })
    .where('owner_id', '=', ownerId)
    .where('id', '=', watch.id)
    .where('attempt', '=', attempt)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) {
    throw new LookLost(`watched file ${watch.id}`);
  }
}

/** Leaves a look to the next worker, as the process stops. */
export async function letGoOfWatch(db: OwnerDb, { ownerId, watch, attempt }: Taken): Promise<void> {
  await db
    .updateTable('file_watch')
    .set({ taken_until: null })
    .where('owner_id', '=', ownerId)
    .where('id', '=', watch.id)
    .where('attempt', '=', attempt)
    .execute();
}

/** Locks a taken watch and returns it as it is now. Throws `LookLost`. */
export async function lockTaken(db: OwnerDb, { ownerId, watch, attempt }: Taken): Promise<FileWatchRow> {
  const row = await db
    .selectFrom('file_watch')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', watch.id)
    .where('attempt', '=', attempt)
    .forUpdate()
    .executeTakeFirst();
  if (!row) {
    throw new LookLost(`watched file ${watch.id}`);
  }
  return row;
}
