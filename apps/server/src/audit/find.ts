import type { AnswerOf } from '@bowerbird/contract/route';
import type { AuditEvent, getAuditFacets } from '@bowerbird/contract/system/audit';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { AuditEventTable } from '../db/tables/core.ts';

export interface AuditFilter {
  userId?: string | undefined;
  what?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Runs the work where this caller's events are visible: a merchant's own events, or for an administrator (null) those
 * of no merchant and those that concern accounts.
 */
export function whereAllowed<T>(
  db: Db,
  ownerId: string | null,
  work: (db: OwnerDb) => Promise<T>,
): Promise<T> {
  return ownerId === null ? db.transaction().execute(work) : asOwner(db, ownerId, work);
}

/** Returns events, newest first; `after` is the id of the last one seen. */
export async function findEvents(
  db: OwnerDb,
  ownerId: string | null,
  filter: AuditFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AuditEvent[]> {
  const rows = await found(db, ownerId, filter)
    .selectAll()
    .$if(after !== undefined, (query) => query.where(sql<SqlBool>`id < ${after}::uuid`))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEvent);
}

export async function countEvents(db: OwnerDb, ownerId: string | null, filter: AuditFilter): Promise<number> {
  const { count } = await found(db, ownerId, filter)
    .select((event) => event.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the people and the kinds of events that occur among the events. */
export async function findFacets(
  db: OwnerDb,
  ownerId: string | null,
): Promise<AnswerOf<typeof getAuditFacets>> {
  const people = await found(db, ownerId, {})
    .select(['user_id', sql<string | null>`(array_agg(user_name order by id desc))[1]`.as('name')])
    .where('user_id', 'is not', null)
    .groupBy('user_id')
    .orderBy('name')
    .limit(500)
    .execute();
  const whats = await found(db, ownerId, {}).select('what').distinct().orderBy('what').execute();
  return {
    people: people.flatMap(({ user_id, name }) =>
      user_id === null ? [] : [{ id: user_id, name: name ?? '' }],
    ),
    whats: whats.map(({ what }) => what),
  };
}

function found(db: OwnerDb, ownerId: string | null, { userId, what, from, to }: AuditFilter) {
  return db
    .selectFrom('audit_event')
    .where((event) =>
      ownerId === null
        ? event.or([event('owner_id', 'is', null), event('area', '=', 'account')])
        : event('owner_id', '=', ownerId),
    )
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? null))
    .$if(what !== undefined, (query) => query.where('what', '=', what ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('at', '<', new Date(to ?? 0)));
}

function toEvent(row: Selectable<AuditEventTable>): AuditEvent {
  return {
    id: row.id,
    at: row.at.toISOString(),
    userId: row.user_id,
    userName: row.user_name,
    what: row.what,
    params: row.details.params ?? {},
    fields: row.details.fields ?? {},
    ip: row.ip,
    userAgent: row.user_agent,
    requestId: row.request_id,
    status: row.status,
  };
}
