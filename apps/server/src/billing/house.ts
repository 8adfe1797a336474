import { AppError } from '@bowerbird/contract/errors';
import type { HouseOrder, HouseOwner } from '@bowerbird/contract/house-billing';
import type { OrderState } from '@bowerbird/contract/orders';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { centsOf } from './money.ts';
import { expireOrders, type OrderRow, toOrder } from './orders.ts';
import { refundSettled, settleOrder } from './settle.ts';

/** Every merchant's orders, newest first; in the books. */
export async function findHouseOrders(
  db: OwnerDb,
  ask: { state: OrderState | undefined; cursor: string | undefined; limit: number },
): Promise<{ items: HouseOrder[]; total: number }> {
  await expireOrders(db);
  const all = ordersWithNames(db).$if(ask.state !== undefined, (query) =>
    query.where('plan_order.state', '=', ask.state as OrderState),
  );
  const rows = await all
    .$if(ask.cursor !== undefined, (query) => query.where('plan_order.id', '<', ask.cursor as string))
    .orderBy('plan_order.id', 'desc')
    .limit(ask.limit)
    .execute();
  const { count } = await db
    .selectFrom('plan_order')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .$if(ask.state !== undefined, (query) => query.where('state', '=', ask.state as OrderState))
    .executeTakeFirstOrThrow();
  return { items: rows.map(toHouseOrder), total: Number(count) };
}

export async function getHouseOrder(db: OwnerDb, id: string): Promise<HouseOrder> {
  await expireOrders(db);
  const row = await ordersWithNames(db).where('plan_order.id', '=', id).executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `order ${id}`);
  }
  return toHouseOrder(row);
}

/** A transfer has come. Another amount than the order's is taken only with a reason: `order.amount-wrong`. */
export async function confirmTransfer(
  db: OwnerDb,
  id: string,
  { received, reason, userId }: { received: string; reason: string; userId: string },
): Promise<void> {
  const order = await getHouseOrder(db, id);
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
  const order = await getHouseOrder(db, id);
  if (order.state !== 'paid' || !(await refundSettled(db, id, reason))) {
    throw new AppError('order.wrong-state', `order ${id} is ${order.state}`, {
      params: { state: order.state },
    });
  }
}

/** How many merchants are shown at once; who looks for one writes part of the name. */
const ownersShown = 100;

/** Those who ask to be unfrozen first, then the frozen, then the newest; in the books. */
export async function findHouseOwners(
  db: OwnerDb,
  ask: { text?: string | undefined },
): Promise<HouseOwner[]> {
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
    .leftJoin('unfreeze_request as asked', (join) =>
      join.onRef('asked.owner_id', '=', 'owner.id').on('asked.settled_at', 'is', null),
    )
    .select([
      'owner.id', 'owner.name', 'owner.status', 'owner.status_reason', 'owner.created_at', 'plan.name as plan_name',
      'subscription.ends_at', 'asked.at as asked_at', 'asked.message',
    ]) // biome-ignore format: a list of names
    .$if(Boolean(ask.text), (query) =>
      query.where('owner.name', 'ilike', `%${(ask.text ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`),
    )
    .orderBy(sql`asked.at is null`)
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
    asked: row.asked_at && { at: row.asked_at.toISOString(), message: row.message ?? '' },
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

function toHouseOrder(row: OrderRow & { owner_name: string; confirmed_name: string | null }): HouseOrder {
  return {
    ...toOrder(row),
    owner: { id: row.owner_id, name: row.owner_name },
    received: row.received,
    confirmedBy: row.confirmed_name,
    reason: row.reason,
  };
}
