import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { browserRoute, route } from '../route.ts';
import { Amount, InvoiceData, PlanName, payments, terms } from './billing.ts';

const seesAccount = { permission: 'account', action: 'query' } as const;
const paysForAccount = { permission: 'account', action: 'edit' } as const;

export const orderStates = ['waiting-payment', 'paid', 'cancelled', 'expired', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

/**
 * What a plan would cost now. The plan that the merchant already has is renewed when its term ends; another plan begins
 * immediately, and the rest of the old term is credited by the day. A credit above the price is converted into extra
 * days of the new term.
 */
export const Quote = z.object({
  planId: z.string(),
  term: z.enum(terms),
  currency: z.string(),
  price: Amount,
  credit: Amount,
  amount: Amount,
  extraDays: z.int(),
  startsAt: Instant,
  endsAt: Instant,
});
export type Quote = z.infer<typeof Quote>;

export const Order = z.object({
  id: z.uuid(),
  /** The reference to give in the bank transfer. */
  number: z.string(),
  planId: z.string(),
  planName: PlanName,
  term: z.enum(terms),
  state: z.enum(orderStates),
  payment: z.enum(payments),
  currency: z.string(),
  price: Amount,
  credit: Amount,
  amount: Amount,
  invoice: z.nullable(InvoiceData),
  createdAt: Instant,
  expiresAt: Instant,
  paidAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** The term that it paid for. */
  periodStart: z.nullable(Instant),
  periodEnd: z.nullable(Instant),
});
export type Order = z.infer<typeof Order>;

const plan = { planId: z.string().check(z.maxLength(60)), term: z.enum(terms) };
const params = z.object({ id: z.uuid() });

export const quoteOrder = route({
  method: 'POST',
  path: '/billing/quote',
  needs: seesAccount,
  body: z.object(plan),
  answer: Quote,
});

/** Places an order; an earlier order that still waits for payment is cancelled. */
export const placeOrder = route({
  method: 'POST',
  path: '/billing/orders',
  needs: paysForAccount,
  body: z.object({
    ...plan,
    payment: z.enum(payments),
    /** The amount of the quote; the order is rejected when it would cost more. */ amount: Amount,
  }),
  answer: Order,
  status: 201,
});
export const listOrders = route({
  method: 'GET',
  path: '/billing/orders',
  needs: seesAccount,
  query: z.object(pageQuery),
  answer: listOf(Order),
});
export const getOrder = route({
  method: 'GET',
  path: '/billing/orders/:id',
  needs: seesAccount,
  params,
  answer: Order,
});
/** Returns the URL where this order is paid by card. */
export const payOrder = route({
  method: 'POST',
  path: '/billing/orders/:id/pay',
  needs: paysForAccount,
  params,
  answer: z.object({ address: z.url() }),
});
export const cancelOrder = route({
  method: 'POST',
  path: '/billing/orders/:id/cancel',
  needs: paysForAccount,
  params,
  answer: Order,
});
/** Downloads the invoice of a paid order: a printable page, or its data. */
export const downloadInvoice = browserRoute({
  method: 'GET',
  path: '/billing/orders/:id/invoice',
  needs: seesAccount,
  params,
  query: z.object({ format: z._default(z.enum(['html', 'json', 'csv']), 'html') }),
  streams: 'file',
});
