import type { changeWatch, createWatch, Watch } from '@bowerbird/contract/collect/watches';
import { AppError } from '@bowerbird/contract/errors';
import type { BodyOf } from '@bowerbird/contract/route';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import { requireActive, requireRoom } from '../../billing/quotas.ts';
import { checkRequest } from '../../collect/start.ts';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { requirePlace } from '../../db/places.ts';
import type { WatchTable } from '../../db/tables/recollect.ts';
import type { Call } from '../../http/serve.ts';
import { nextAt } from '../../time/interval-times.ts';
import { requireTimeZone } from '../../time/required-times.ts';

export type WatchRow = Selectable<WatchTable>;
type Target = Watch['target'];

/** Returns all watches of a merchant, oldest first. */
export async function listWatches(db: OwnerDb, ownerId: string): Promise<Watch[]> {
  const rows = await db
    .selectFrom('watch')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute();
  return await toWatches(db, ownerId, rows);
}

/** Creates a watch; refused if it could not be read now, and beyond the maximum number. */
export async function writeWatch(call: Call, body: BodyOf<typeof createWatch>): Promise<Watch> {
  const { ownerId } = call;
  requireTimeZone(body.timeZone);
  const { target, shop } = checkedTarget(call, body.target, body.stock);
  return await call.db(async (db) => {
    await requirePlace(db, ownerId, 'watch');
    await (target.kind === 'claimed'
      ? requireActive(db, ownerId)
      : requireRoom(db, ownerId, 'collected-per-month'));
    const row = await db
      .insertInto('watch')
      .values({
        id: v7(),
        owner_id: ownerId,
        platform: target.platform,
        shop,
        target: jsonText(target),
        created_by: call.user.id,
        ...columnsOf(body),
        next_at: nextAt(body, now(call), null),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return await toWatch(db, ownerId, row);
  });
}

export async function rewriteWatch(call: Call, id: string, body: BodyOf<typeof changeWatch>): Promise<Watch> {
  const { ownerId } = call;
  requireTimeZone(body.timeZone);
  return await call.db(async (db) => {
    const before = await lockWatch(db, ownerId, id);
    checkedTarget(call, before.target, body.stock);
    const sameTimes =
      before.next_at !== null &&
      before.every_hours === body.everyHours &&
      before.hour === body.hour &&
      before.time_zone === body.timeZone;
    const row = await db
      .updateTable('watch')
      .set({
        ...columnsOf(body),
        next_at: !body.on ? null : sameTimes ? before.next_at : nextAt(body, now(call), null),
        fault: null,
      })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return await toWatch(db, ownerId, row);
  });
}

/** Deletes a watch; its alerts and runs are kept. */
export async function deleteWatch(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('watch')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) {
    throw new AppError('not-found', `watch ${id}`);
  }
}

/** Locks and returns the watch; no other transaction starts or changes it until this one ends. */
export async function lockWatch(db: OwnerDb, ownerId: string, id: string): Promise<WatchRow> {
  const row = await db
    .selectFrom('watch')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `watch ${id}`);
  }
  return row;
}

function now(call: Call): Date {
  return new Date(call.services.clock.wall());
}

function columnsOf(body: BodyOf<typeof changeWatch> | BodyOf<typeof createWatch>) {
  return {
    name: body.name,
    every_hours: body.everyHours,
    hour: body.hour,
    time_zone: body.timeZone,
    alerts: jsonText(body.alerts),
    ...(body.stock !== undefined && { with_stock: body.stock }),
  };
}

/**
 * Returns the target as it will be read; throws for what cannot be collected, and if inventory is requested but not
 * available.
 */
/** Returns the target with its addresses as they will be read, and the shop it is of. */
function checkedTarget(
  call: Call,
  target: Target,
  stock: boolean | undefined,
): { target: Target; shop: string } {
  if (target.kind === 'addresses') {
    const { addresses, shops } = checkRequest(call.services, { ...target, stock });
    return { target: { ...target, addresses }, shop: shops[0] ?? '' };
  }
  checkRequest(call.services, { platform: target.platform, scope: 'list', addresses: [], stock });
  return { target, shop: target.shop };
}

async function toWatch(db: OwnerDb, ownerId: string, row: WatchRow): Promise<Watch> {
  const [watch] = await toWatches(db, ownerId, [row]);
  if (!watch) {
    throw new AppError('not-found', `watch ${row.id}`);
  }
  return watch;
}

async function toWatches(db: OwnerDb, ownerId: string, rows: readonly WatchRow[]): Promise<Watch[]> {
  const runs = await db
    .selectFrom('run')
    .select(['id', 'state', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${rows.flatMap((row) => row.last_run_id ?? [])}::uuid[])`)
    .execute();
  const alerts = await db
    .selectFrom('source_alert')
    .select(['watch_id', sql<number>`count(*)::integer`.as('count')])
    .where('owner_id', '=', ownerId)
    .where('read_at', 'is', null)
    .where(sql<boolean>`watch_id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .groupBy('watch_id')
    .execute();
  return rows.map((row) => {
    const run = runs.find(({ id }) => id === row.last_run_id);
    return {
      id: row.id,
      name: row.name,
      everyHours: row.every_hours,
      hour: row.hour,
      timeZone: row.time_zone,
      alerts: row.alerts,
      stock: row.with_stock,
      target: row.target,
      shop: row.shop,
      on: row.next_at !== null,
      nextAt: row.next_at?.toISOString() ?? null,
      lastRun: run ? { id: run.id, state: run.state, at: run.created_at.toISOString() } : null,
      fault: row.fault,
      alertCount: alerts.find(({ watch_id }) => watch_id === row.id)?.count ?? 0,
      createdAt: row.created_at.toISOString(),
    };
  });
}
