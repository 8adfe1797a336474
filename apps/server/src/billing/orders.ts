import type { Payment, Term } from '@bowerbird/contract/billing';
import { AppError } from '@bowerbird/contract/errors';
import type { Order, Quote } from '@bowerbird/contract/orders';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import type { PlanOrderTable } from '../db/tables/billing.ts';
import { findInvoiceData } from './invoice-data.ts';
import { centsOf } from './money.ts';
import { getPlan, getSetting } from './plans.ts';
import { quoteFor, type TermRow } from './quote.ts';

export type OrderRow = Selectable<PlanOrderTable>;

/** How long an order waits for its money. */
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

/** The term that was paid for last, over or not. */
export async function findTerm(db: OwnerDb, ownerId: string): Promise<TermRow | null> {
  const row = await db
    .selectFrom('subscription')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row ?? null;
}

export interface OrderAsk {
  planId: string;
  term: Term;
  payment: Payment;
  /** What the person saw. */
  amount: string;
  userId: string;
}

/** Writes an order down, waiting for its payment. Throws `order.price-changed` where it would cost more than was seen. */
export async function insertOrder(db: OwnerDb, ownerId: string, ask: OrderAsk): Promise<OrderRow> {
  // One after the other: a second one at the same moment sees the term that the first was paid for with its credit.
  await sql`select from owner where id = ${ownerId} for no key update`.execute(db);
  const quote = await quoteOrder(db, ownerId, ask);
  if (centsOf(quote.amount) > centsOf(ask.amount)) {
    throw new AppError('order.price-changed', `${quote.amount}, not ${ask.amount}`, {
      params: { amount: quote.amount },
    });
  }
  const plan = await getPlan(db, ask.planId);
  const invoice = await findInvoiceData(db, ownerId);
  const row = await db
    .insertInto('plan_order')
    .values({
      id: v7(),
      owner_id: ownerId,
      number: sql<string>`'BB' || to_char(now(), 'YYYYMMDD') || '-' || lpad(nextval('plan_order_number')::text, 5, '0')`,
      plan_id: plan.id,
      plan_name: JSON.stringify(plan.name),
      term: ask.term,
      payment: ask.payment,
      currency: quote.currency,
      price: quote.price,
      credit: quote.credit,
      amount: quote.amount,
      extra_days: quote.extraDays,
      invoice: invoice && JSON.stringify(invoice),
      created_by: ask.userId,
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

/** The owner's order, its row locked where it is to change; `not-found` for another's. */
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

/** Newest first. */
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

/** Takes back an order that waits; one that moved on meanwhile is `order.wrong-state`. */
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

/** Those whose time is over are told so, in what this transaction sees. */
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
