import { AppError } from '@bowerbird/contract/errors';
import type { Notification } from '@bowerbird/contract/system/notifications';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import { type KeysetCursor, readCursor, writeCursor } from '../db/pages/keyset-cursor.ts';
import type { NotificationTable } from '../db/tables/account/notifications.ts';

type Row = Selectable<NotificationTable>;

/** The person whose notices are read. Administrators have no owner. */
export interface Reader {
  id: string;
  ownerId: string | null;
}

/** Runs work in a transaction that sees what this person may see. */
export function asReader<T>(db: Db, { ownerId }: Reader, work: (db: OwnerDb) => Promise<T>): Promise<T> {
  return ownerId === null ? db.transaction().execute(work) : asOwner(db, ownerId, work);
}

/** Returns the person's notices, newest first, after the one that the cursor names. */
export async function findNotices(
  db: OwnerDb,
  reader: Reader,
  request: { cursor?: string | undefined; limit: number; unread: boolean },
): Promise<{ items: Notification[]; total: number; nextCursor: string | null }> {
  const mine = db
    .selectFrom('notification')
    .where('user_id', '=', reader.id)
    .where('shown', '=', true)
    .$if(request.unread, (query) => query.where('read_at', 'is', null));
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor, 'at', 'desc');
  const rows = await mine
    .selectAll()
    .$if(after !== undefined, (query) => query.where(beyond(after as KeysetCursor)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(request.limit)
    .execute();
  const { count } = await mine.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const last = rows.at(-1);
  return {
    items: rows.map(toNotification),
    total: Number(count),
    nextCursor:
      last === undefined || rows.length < request.limit
        ? null
        : writeCursor({ sort: 'at', direction: 'desc', value: await exactly(db, last), id: last.id }),
  };
}

function beyond({ value, id }: KeysetCursor) {
  return sql<SqlBool>`(at, id) < (${value}::timestamptz, ${id}::uuid)`;
}

/** Returns the instant to the microsecond, which a JavaScript Date would truncate. */
async function exactly(db: OwnerDb, { id }: Row): Promise<string> {
  const { at } = await db
    .selectFrom('notification')
    .select(sql<string>`at::text`.as('at'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return at;
}

export async function countUnread(db: OwnerDb, reader: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', reader.id)
    .where('shown', '=', true)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks one notice as read; the first time is kept. Throws `not-found` for another person's notice. */
export async function readOne(db: OwnerDb, reader: Reader, id: string): Promise<Notification> {
  const row = await db
    .updateTable('notification')
    .set({ read_at: sql<Date>`coalesce(read_at, now())` })
    .where('user_id', '=', reader.id)
    .where('shown', '=', true)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `notification ${id}`);
  }
  return toNotification(row);
}

export async function readUpTo(db: OwnerDb, reader: Reader, upTo: string): Promise<void> {
  await db
    .updateTable('notification')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', reader.id)
    .where('read_at', 'is', null)
    // The caller knows instants only to the millisecond.
    .where(sql<SqlBool>`date_trunc('milliseconds', at) <= ${upTo}::timestamptz`)
    .execute();
}

function toNotification({ id, event, params, link, at, read_at }: Row): Notification {
  return { id, event, params, link, at: at.toISOString(), readAt: read_at?.toISOString() ?? null };
}
