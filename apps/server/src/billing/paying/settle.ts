import { languages } from '@bowerbird/contract/account/account';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { noteNotice } from '../../notifications/notify.ts';
import { amountOf, centsOf } from '../money.ts';
import { findTerm, type OrderRow } from '../orders.ts';
import { endOf } from '../quote.ts';
import { releaseHeld } from '../waking.ts';

export interface PaymentReceived {
  received: string;
  /** The administrator who saw the transfer; null if the payment provider reported the payment. */
  confirmedBy: string | null;
  reason?: string;
  paymentRef?: string;
}

/**
 * Marks an order as paid: the merchant gets what it buys, from now or from the end of their term. Changes nothing for
 * an order that was already paid or refunded, even if it is reported again. Returns whether it changed anything.
 */
export async function settleOrder(db: OwnerDb, orderId: string, paid: PaymentReceived): Promise<boolean> {
  const order = await lockOrder(db, orderId);
  if (order.state === 'paid' || order.state === 'refunded') {
    return false;
  }
  const now = new Date();
  const current = await findTerm(db, order.owner_id);
  const again = current !== null && current.ends_at > now && current.plan_id === order.plan_id;
  const start = again ? current.ends_at : now;
  const end = new Date(endOf(start, order.term).getTime() + order.extra_days * 86_400_000);
  const term = {
    plan_id: order.plan_id,
    starts_at: again ? current.starts_at : start,
    ends_at: end,
    value: amountOf(worthOf(order, start) + (again ? centsOf(current.value) : 0n)),
    currency: order.currency,
    order_id: order.id,
    end_notified: false,
  };
  await db
    .insertInto('subscription')
    .values({ owner_id: order.owner_id, ...term })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(term))
    .execute();
  await db
    .updateTable('plan_order')
    .set({
      state: 'paid',
      paid_at: now,
      ended_at: null,
      received: paid.received,
      confirmed_by: paid.confirmedBy,
      reason: paid.reason || null,
      payment_ref: paid.paymentRef ?? null,
      period_start: start,
      period_end: end,
    })
    .where('owner_id', '=', order.owner_id)
    .where('id', '=', order.id)
    .execute();
  // Records the notification in the transaction of the payment, so that a crash between the two can't lose it. From
  // here on the transaction acts for this merchant.
  await sql`select set_config('app.owner', ${order.owner_id}, true)`.execute(db);
  await notePaid(db, order);
  await releaseHeld(db, order.owner_id);
  return true;
}

/** Records a refund: what the order bought ends. Safe to repeat, and safe before the payment itself was reported. */
export async function refundSettled(db: OwnerDb, orderId: string, reason: string): Promise<boolean> {
  const order = await lockOrder(db, orderId);
  if (order.state === 'refunded') {
    return false;
  }
  await db
    .updateTable('plan_order')
    .set({ state: 'refunded', ended_at: sql<Date>`now()`, reason })
    .where('owner_id', '=', order.owner_id)
    .where('id', '=', order.id)
    .execute();
  const { period_start: start, period_end: end } = order;
  if (start === null || end === null) {
    return true;
  }
  // Later renewals move forward by the days that are given back.
  await db
    .updateTable('subscription')
    .set({
      ends_at: sql<Date>`least(ends_at, greatest(now(),
        ends_at - greatest(interval '0', ${end}::timestamptz - greatest(now(), ${start}::timestamptz))))`,
      value: sql<string>`greatest(0, value - ${amountOf(worthOf(order, start))}::numeric)`,
    })
    .where('owner_id', '=', order.owner_id)
    .where('plan_id', '=', order.plan_id)
    .where('starts_at', '<=', start)
    .execute();
  return true;
}

/** Returns the worth of the days that an order buys: its price, and the credit that became extra days. */
function worthOf({ price, term, extra_days }: OrderRow, start: Date): bigint {
  const days = Math.round((endOf(start, term).getTime() - start.getTime()) / 86_400_000);
  return (centsOf(price) * BigInt(days + extra_days)) / BigInt(days);
}

/** Notifies the merchant's people, in a transaction that acts for that merchant. */
async function notePaid(db: OwnerDb, order: OrderRow): Promise<void> {
  const by = await db
    .selectFrom('user')
    .select('language')
    .where('id', '=', order.created_by)
    .executeTakeFirst();
  const language = languages.find((each) => each === by?.language) ?? 'zh-CN';
  await noteNotice(db, {
    ownerId: order.owner_id,
    event: 'order-paid',
    subject: order.id,
    params: { number: order.number, plan: order.plan_name[language] },
    link: '/dashboard/pay-info',
  });
}

/**
 * Locks the merchant first, then the order, in the same sequence as placing an order: neither waits for what the other
 * holds, and two orders of one merchant are never settled at once.
 */
async function lockOrder(db: OwnerDb, orderId: string): Promise<OrderRow> {
  await sql`select from owner where id = (select owner_id from plan_order where id = ${orderId})
    for no key update`.execute(db);
  const order = await db
    .selectFrom('plan_order')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (!order) {
    throw new AppError('not-found', `order ${orderId}`);
  }
  return order;
}
