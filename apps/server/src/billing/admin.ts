import type { AdminOrder, AdminOwner } from '@bowerbird/contract/billing/admin-billing';
import type { OrderState } from '@bowerbird/contract/billing/orders';
import { AppError } from '@bowerbird/contract/errors';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { centsOf } from './money.ts';
import { expireOrders, type OrderRow, toOrder } from './orders.ts';
import { refundSettled, settleOrder } from './paying/settle.ts';

/** Returns every merchant's orders, newest first. Requires a transaction that sees all merchants' orders. */
export async function findAdminOrders(
  db: OwnerDb,
  request: { state: OrderState | undefined; cursor: string | undefined; limit: number },
): Promise<{ items: AdminOrder[]; total: number }> {
  await expireOrders(db);
  const all = ordersWithNames(db).$if(request.state !== undefined, (query) =>
    query.where('plan_order.state', '=', request.state as OrderState),
  );
  const rows = await all
    .$if(request.cursor !== undefined, (query) => query.where('plan_order.id', '<', request.cursor as string))
    .orderBy('plan_order.id', 'desc')
    .limit(request.limit)
    .execute();
  const { count } = await db
    .selectFrom('plan_order')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .$if(request.state !== undefined, (query) => query.where('state', '=', request.state as OrderState))
    .executeTakeFirstOrThrow();
  return { items: rows.map(toAdminOrder), total: Number(count) };
}

export async function getAdminOrder(db: OwnerDb, id: string): Promise<AdminOrder> {
  await expireOrders(db);
  const row = await ordersWithNames(db).where('plan_order.id', '=', id).executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `order ${id}`);
  }
  return toAdminOrder(row);
}

/**
 * Confirms that a transfer has arrived. Accepts an amount other than the order's only with a reason: otherwise throws
 * `order.amount-wrong`.
 */
export async function confirmTransfer(
  db: OwnerDb,
  id: string,
  { received, reason, userId }: { received: string; reason: string; userId: string },
): Promise<void> {
  const order = await getAdminOrder(db, id);
  if (order.state !== 'waiting-payment' && order.state !== 'expired') {
    throw new AppError('order.wrong-state', `order ${id} is ${order.state}`, {
      params: { state: order.state },
    });
  }
  if (centsOf(received) !== centsOf(order.amount) && reason === '') {
    throw new AppError('order.amount-wrong', `${received}, not ${order.amount}`, {
      params: { amount: `${order.currency} ${order.amount}` },
    });
  }
  const settled = await settleOrder(db, id, { received, reason, confirmedBy: userId });
  if (!settled) {
    throw new AppError('order.wrong-state', `order ${id} was settled meanwhile`, {
      params: { state: 'paid' },
    });
  }
}

export async function noteRefund(db: OwnerDb, id: string, reason: string): Promise<void> {
  const order = await getAdminOrder(db, id);
  if (order.state !== 'paid' || !(await refundSettled(db, id, reason))) {
    throw new AppError('order.wrong-state', `order ${id} is ${order.state}`, {
      params: { state: order.state },
    });
  }
}

/** Most merchants shown at once; to find another one, the administrator enters part of the name. */
const ownersShown = 100;

/**
 * Returns merchants: those who request to be unfrozen first, then the frozen, then the newest. Requires a transaction
 * that sees all merchants' terms.
 */
export async function findAdminOwners(
  db: OwnerDb,
  request: { text?: string | undefined },
): Promise<AdminOwner[]> {
  const rows = await db
    .selectFrom('owner')
    .leftJoin('subscription', (join) =>
      join
        .onRef('subscription.owner_id', '=', 'owner.id')
        .on('subscription.ends_at', '>', sql<Date>`now()`),
    )
    .innerJoin('plan', (join) =>
      join.on(
        sql<SqlBool>`plan.id = coalesce(subscription.plan_id, (select default_plan from billing_setting))`,
      ),
    )
    .leftJoin('unfreeze_request as requested', (join) =>
      join.onRef('requested.owner_id', '=', 'owner.id').on('requested.settled_at', 'is', null),
    )
    .select([
      'owner.id', 'owner.name', 'owner.status', 'owner.status_reason', 'owner.created_at', 'plan.name as plan_name',
      'subscription.ends_at', 'requested.at as requested_at', 'requested.message',
    ]) // biome-ignore format: a list of names
    .$if(Boolean(request.text), (query) =>
      query.where('owner.name', 'ilike', `%${(request.text ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`),
    )
    .orderBy(sql`requested.at is null`)
    .orderBy(sql`owner.status <> 'frozen'`)
    .orderBy('owner.id', 'desc')
    .limit(ownersShown)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    planName: row.plan_name,
    endsAt: row.ends_at?.toISOString() ?? null,
    status: row.status,
    reason: row.status_reason,
    requested: row.requested_at && { at: row.requested_at.toISOString(), message: row.message ?? '' },
    createdAt: row.created_at.toISOString(),
  }));
}

function ordersWithNames(db: OwnerDb) {
  return db
    .selectFrom('plan_order')
    .innerJoin('owner', 'owner.id', 'plan_order.owner_id')
    .leftJoin('user', 'user.id', 'plan_order.confirmed_by')
    .selectAll('plan_order')
    .select(['owner.name as owner_name', 'user.name as confirmed_name']);
}

function toAdminOrder(row: OrderRow & { owner_name: string; confirmed_name: string | null }): AdminOrder {
  return {
    ...toOrder(row),
    owner: { id: row.owner_id, name: row.owner_name },
    received: row.received,
    confirmedBy: row.confirmed_name,
    reason: row.reason,
  };
}
