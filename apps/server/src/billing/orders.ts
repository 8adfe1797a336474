import type { Payment, Term } from '@bowerbird/contract/billing/billing';
import type { Order, Quote } from '@bowerbird/contract/billing/orders';
import { AppError } from '@bowerbird/contract/errors';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { lockOwner } from '../db/places.ts';
import type { PlanOrderTable } from '../db/tables/account/billing.ts';
import { centsOf } from './money.ts';
import { findInvoiceData } from './paying/invoice-data.ts';
import { getPlan, getSetting } from './plans.ts';
import { quoteFor, type TermRow } from './quote.ts';

export type OrderRow = Selectable<PlanOrderTable>;

/** Days that an order waits for its payment. */
const waitsForDays = 14;

export async function quoteOrder(
  db: OwnerDb,
  ownerId: string,
  { planId, term }: { planId: string; term: Term },
): Promise<Quote> {
  if (!(await getSetting(db)).plans_on) {
    throw new AppError('plan.not-for-sale', 'plans are off');
  }
  return quoteFor(await getPlan(db, planId), term, await findTerm(db, ownerId), new Date());
}

/** Returns the term that was paid for last, ended or not. */
export async function findTerm(db: OwnerDb, ownerId: string): Promise<TermRow | null> {
  const row = await db
    .selectFrom('subscription')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row ?? null;
}

export interface OrderRequest {
  planId: string;
  term: Term;
  payment: Payment;
  /** The amount that the person saw. */
  amount: string;
  userId: string;
}

/**
 * Stores an order that waits for its payment. Throws `order.price-changed` if it would cost more than the person saw.
 */
export async function insertOrder(db: OwnerDb, ownerId: string, request: OrderRequest): Promise<OrderRow> {
  // One after the other: of two simultaneous orders, the second sees the term that the first paid for with its credit.
  await lockOwner(db, ownerId);
  const quote = await quoteOrder(db, ownerId, request);
  if (centsOf(quote.amount) > centsOf(request.amount)) {
    throw new AppError('order.price-changed', `${quote.amount}, not ${request.amount}`, {
      params: { amount: quote.amount },
    });
  }
  const plan = await getPlan(db, request.planId);
  const invoice = await findInvoiceData(db, ownerId);
  const row = await db
    .insertInto('plan_order')
    .values({
      id: v7(),
      owner_id: ownerId,
      number: sql<string>`'BB' || to_char(now(), 'YYYYMMDD') || '-' || lpad(nextval('plan_order_number')::text, 5, '0')`,
      plan_id: plan.id,
      plan_name: JSON.stringify(plan.name),
      term: request.term,
      payment: request.payment,
      currency: quote.currency,
      price: quote.price,
      credit: quote.credit,
      amount: quote.amount,
      extra_days: quote.extraDays,
      invoice: invoice && JSON.stringify(invoice),
      created_by: request.userId,
      expires_at: sql<Date>`now() + ${`${waitsForDays} days`}::interval`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) {
    throw new AppError('order.wrong-state', 'another order was made at the same moment', {
      params: { state: 'waiting-payment' },
    });
  }
  return row;
}

/** Returns the owner's order, with its row locked if it is to change. Throws `not-found` for another owner's order. */
export async function getOrder(
  db: OwnerDb,
  ownerId: string,
  id: string,
  options: { lock: boolean } = { lock: false },
): Promise<OrderRow> {
  await expireOrders(db);
  const row = await db
    .selectFrom('plan_order')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .$if(options.lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `order ${id}`);
  }
  return row;
}

/** Returns orders, newest first. */
export async function findOrders(
  db: OwnerDb,
  ownerId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  await expireOrders(db);
  const all = db.selectFrom('plan_order').where('owner_id', '=', ownerId);
  const rows = await all
    .selectAll()
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const { count } = await all.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

export async function findWaitingOrder(db: OwnerDb, ownerId: string): Promise<OrderRow | undefined> {
  await expireOrders(db);
  return await db
    .selectFrom('plan_order')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'waiting-payment')
    .executeTakeFirst();
}

/** Cancels a waiting order. Throws `order.wrong-state` if it was paid or cancelled meanwhile. */
export async function markCancelled(db: OwnerDb, ownerId: string, id: string): Promise<OrderRow> {
  const row = await db
    .updateTable('plan_order')
    .set({ state: 'cancelled', ended_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('state', '=', 'waiting-payment')
    .returningAll()
    .executeTakeFirst();
  if (!row) {
    const { state } = await getOrder(db, ownerId, id);
    throw new AppError('order.wrong-state', `order ${id} is ${state}`, { params: { state } });
  }
  return row;
}

/** Marks the orders whose time is over as expired, among those that this transaction sees. */
export async function expireOrders(db: OwnerDb): Promise<void> {
  await sql`
    update plan_order set state = 'expired', ended_at = expires_at
    where state = 'waiting-payment' and expires_at < now()
  `.execute(db);
}

export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    number: row.number,
    planId: row.plan_id,
    planName: row.plan_name,
    term: row.term,
    state: row.state,
    payment: row.payment,
    currency: row.currency,
    price: row.price,
    credit: row.credit,
    amount: row.amount,
    invoice: row.invoice,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    periodStart: row.period_start?.toISOString() ?? null,
    periodEnd: row.period_end?.toISOString() ?? null,
  };
}
