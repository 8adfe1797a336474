import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from './list.ts';
import { browserRoute, route } from './route.ts';

/** What a plan limits. The monthly ones count calendar months (UTC). */
export const quotaNames = [
  'products',
  'collected-per-month',
  'listed-per-month',
  'stores',
  'people',
] as const;
export type QuotaName = (typeof quotaNames)[number];

const limit = z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000)));
/** How much of each; null is as much as one likes. */
export const Quotas = z.object({
  products: limit,
  'collected-per-month': limit,
  'listed-per-month': limit,
  stores: limit,
  people: limit,
});
export type Quotas = z.infer<typeof Quotas>;

const text = (maximum: number) => z.string().check(z.trim(), z.maxLength(maximum));
const needed = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum));

export const PlanName = z.object({
  'zh-CN': needed(40),
  'zh-TW': needed(40),
  'en-US': needed(40),
  'pt-BR': needed(40),
});
export type PlanName = z.infer<typeof PlanName>;

/** An amount of money, always with two decimals. */
export const Amount = z.string().check(z.regex(/^\d{1,9}\.\d{2}$/));
export const currencies = ['CNY', 'USD', 'EUR', 'BRL', 'HKD', 'TWD'] as const;
export const terms = ['month', 'year'] as const;
export type Term = (typeof terms)[number];
export const payments = ['bank-transfer', 'card'] as const;
export type Payment = (typeof payments)[number];

export const PlanContent = z.object({
  name: PlanName,
  /** "0.00": cannot be ordered. */
  priceMonth: Amount,
  priceYear: Amount,
  currency: z.enum(currencies),
  quotas: Quotas,
  onSale: z.boolean(),
});
export type PlanContent = z.infer<typeof PlanContent>;
export const Plan = z.extend(PlanContent, { id: z.string() });
export type Plan = z.infer<typeof Plan>;

/** Where transfers go. */
export const BankDetails = z.object({
  accountName: needed(120),
  accountNumber: needed(60),
  bank: needed(120),
  /** SWIFT, branch or whatever else the payer's bank asks for. */
  more: text(200),
});
export type BankDetails = z.infer<typeof BankDetails>;

export const InvoiceData = z.object({
  company: needed(120),
  taxId: text(40),
  address: text(300),
  email: z.string().check(z.trim(), z.maxLength(254), z.regex(/^\S+@\S+\.\S+$/)),
});
export type InvoiceData = z.infer<typeof InvoiceData>;

/** How a merchant stands with the house. */
export const Standing = z.object({
  /** False: one plan without limits for everybody, and nothing to buy. */
  plansOn: z.boolean(),
  frozen: z.nullable(z.object({ reason: z.nullable(z.string()), askedAt: z.nullable(Instant) })),
  plan: Plan,
  /** Null for the plan that everybody has without paying. */
  term: z.nullable(z.object({ startsAt: Instant, endsAt: Instant })),
  /** Without plans, only what a merchant has: nothing is counted by the month then. */
  use: z.array(z.object({ what: z.enum(quotaNames), used: z.int(), limit: z.nullable(z.int()) })),
  payments: z.array(z.enum(payments)),
  bank: z.nullable(BankDetails),
});
export type Standing = z.infer<typeof Standing>;

const seesAccount = { permission: 'account', action: 'query' } as const;
const paysForAccount = { permission: 'account', action: 'edit' } as const;
const house = { permission: 'support', action: 'query' } as const;
const changesHouse = { permission: 'support', action: 'edit' } as const;

export const getStanding = route({
  method: 'GET',
  path: '/billing/standing',
  needs: seesAccount,
  answer: Standing,
});

/** The plans on sale, in their order. */
export const listPlans = route({
  method: 'GET',
  path: '/billing/plans',
  needs: seesAccount,
  answer: z.array(Plan),
});

export const orderStates = ['waiting-payment', 'paid', 'cancelled', 'expired', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

/**
 * What a plan would cost now. The plan one has already begins when its term ends; another begins at once, and what is
 * left of the old term is credited by the day. A credit beyond the price becomes days of the new term.
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
  /** What a transfer carries as its reference. */
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
  /** The term it bought. */
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

/** An order that waits for its payment is taken back by the next one. */
export const placeOrder = route({
  method: 'POST',
  path: '/billing/orders',
  needs: paysForAccount,
  body: z.object({
    ...plan,
    payment: z.enum(payments),
    /** As quoted; more than that is refused. */ amount: Amount,
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
/** Where this order is paid by card. */
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
/** The invoice of a paid order: a page that prints, or its data. */
export const downloadInvoice = browserRoute({
  method: 'GET',
  path: '/billing/orders/:id/invoice',
  needs: seesAccount,
  params,
  query: z.object({ format: z._default(z.enum(['html', 'json', 'csv']), 'html') }),
  streams: 'file',
});

export const getInvoiceData = route({
  method: 'GET',
  path: '/billing/invoice-data',
  needs: seesAccount,
  answer: z.nullable(InvoiceData),
});
export const saveInvoiceData = route({
  method: 'PUT',
  path: '/billing/invoice-data',
  needs: paysForAccount,
  body: InvoiceData,
  answer: InvoiceData,
});

/** Asks the administrators of the house to unfreeze this merchant; asked twice, it is still one request. */
export const askUnfreeze = route({
  method: 'POST',
  path: '/billing/unfreeze',
  needs: 'signed-in',
  body: z.object({ message: text(500) }),
  answer: z.object({ askedAt: Instant }),
});

/** What a payment provider tells; signed by it, so that nobody else can. */
export const stripeWebhook = route({
  method: 'POST',
  path: '/billing/stripe',
  needs: 'guest',
  answer: z.object({ received: z.literal(true) }),
});

/** An order as the house sees it. */
export const HouseOrder = z.extend(Order, {
  owner: z.object({ id: z.uuid(), name: z.string() }),
  received: z.nullable(Amount),
  confirmedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type HouseOrder = z.infer<typeof HouseOrder>;

export const listHouseOrders = route({
  method: 'GET',
  path: '/billing/house/orders',
  needs: house,
  query: z.object({ ...pageQuery, state: z.optional(z.enum(orderStates)) }),
  answer: listOf(HouseOrder),
});
/** The money of a transfer has come. An amount other than the order's needs a reason. */
export const confirmOrder = route({
  method: 'POST',
  path: '/billing/house/orders/:id/confirm',
  needs: changesHouse,
  params,
  body: z.object({ received: Amount, reason: text(300) }),
  answer: HouseOrder,
});
/** Notes that the money was given back; the term it bought ends. */
export const refundOrder = route({
  method: 'POST',
  path: '/billing/house/orders/:id/refund',
  needs: changesHouse,
  params,
  body: z.object({ reason: needed(300) }),
  answer: HouseOrder,
});
export const downloadOrders = browserRoute({
  method: 'GET',
  path: '/billing/house/orders.csv',
  needs: { permission: 'support', action: 'export' },
  streams: 'file',
});

export const listHousePlans = route({
  method: 'GET',
  path: '/billing/house/plans',
  needs: house,
  answer: z.object({ plansOn: z.boolean(), defaultPlan: z.string(), plans: z.array(Plan) }),
});
export const addPlan = route({
  method: 'POST',
  path: '/billing/house/plans',
  needs: changesHouse,
  body: PlanContent,
  answer: Plan,
  status: 201,
});
export const savePlan = route({
  method: 'PUT',
  path: '/billing/house/plans/:id',
  needs: changesHouse,
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  body: PlanContent,
  answer: Plan,
});
/** The plan of everybody who has not paid for another. */
export const setDefaultPlan = route({
  method: 'PUT',
  path: '/billing/house/default-plan',
  needs: changesHouse,
  body: z.object({ planId: z.string().check(z.maxLength(60)) }),
  answer: z.object({ defaultPlan: z.string() }),
});

export const getBank = route({
  method: 'GET',
  path: '/billing/house/bank',
  needs: house,
  answer: z.nullable(BankDetails),
});
export const saveBank = route({
  method: 'PUT',
  path: '/billing/house/bank',
  needs: changesHouse,
  body: BankDetails,
  answer: BankDetails,
});

/** A merchant as the house sees them: their account, never their goods. */
export const HouseOwner = z.object({
  id: z.uuid(),
  name: z.string(),
  planName: PlanName,
  endsAt: z.nullable(Instant),
  status: z.enum(['active', 'frozen']),
  reason: z.nullable(z.string()),
  asked: z.nullable(z.object({ at: Instant, message: z.string() })),
  createdAt: Instant,
});
export type HouseOwner = z.infer<typeof HouseOwner>;

/** Those who ask to be unfrozen first, then the frozen, then the newest. */
export const listHouseOwners = route({
  method: 'GET',
  path: '/billing/house/owners',
  needs: house,
  query: z.object({ text: z.optional(z.string().check(z.maxLength(120))) }),
  answer: z.array(HouseOwner),
});
