import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';

/** What a plan limits. The monthly quotas count calendar months (UTC). */
export const quotaNames = [
  'products',
  'collected-per-month',
  'listed-per-month',
  'stores',
  'people',
] as const;
export type QuotaName = (typeof quotaNames)[number];

const limit = z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000)));
/** The limit of each quota; null: unlimited. */
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
  /** "0.00": the plan cannot be ordered. */
  priceMonth: Amount,
  priceYear: Amount,
  currency: z.enum(currencies),
  quotas: Quotas,
  onSale: z.boolean(),
});
export type PlanContent = z.infer<typeof PlanContent>;
export const Plan = z.extend(PlanContent, { id: z.string() });
export type Plan = z.infer<typeof Plan>;

/** Bank account for transfers. */
export const BankDetails = z.object({
  accountName: needed(120),
  accountNumber: needed(60),
  bank: needed(120),
  /** SWIFT code, branch or anything else that the payer's bank needs. */
  more: text(200),
});
export type BankDetails = z.infer<typeof BankDetails>;

export const InvoiceData = z.object({
  company: needed(120),
  taxId: text(40),
  address: text(300),
  email: z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/)),
});
export type InvoiceData = z.infer<typeof InvoiceData>;

/** A merchant's account status with the operator: plan, term, use, and whether the merchant is frozen. */
export const Standing = z.object({
  /** False: one plan without limits for everyone, and nothing to buy. */
  plansOn: z.boolean(),
  frozen: z.nullable(z.object({ reason: z.nullable(z.string()), requestedAt: z.nullable(Instant) })),
  plan: Plan,
  /** Null for the default plan, which is free of charge. */
  term: z.nullable(z.object({ startsAt: Instant, endsAt: Instant })),
  /** Without plans, only current totals: nothing is counted by month then. */
  use: z.array(z.object({ what: z.enum(quotaNames), used: z.int(), limit: z.nullable(z.int()) })),
  payments: z.array(z.enum(payments)),
  bank: z.nullable(BankDetails),
});
export type Standing = z.infer<typeof Standing>;

const seesAccount = { permission: 'account', action: 'query' } as const;
const paysForAccount = { permission: 'account', action: 'edit' } as const;

export const getStanding = route({
  method: 'GET',
  path: '/billing/standing',
  needs: seesAccount,
  answer: Standing,
});

/** Returns the plans on sale, in their order. */
export const listPlans = route({
  method: 'GET',
  path: '/billing/plans',
  needs: seesAccount,
  answer: z.array(Plan),
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

/** Requests that the administrators unfreeze this merchant. Repeated calls make only one request. */
export const requestUnfreeze = route({
  method: 'POST',
  path: '/billing/unfreeze',
  needs: 'signed-in',
  body: z.object({ message: text(500) }),
  answer: z.object({ requestedAt: Instant }),
});

/** Receives events of the payment provider; the signature proves where they come from. */
export const stripeWebhook = route({
  method: 'POST',
  path: '/billing/stripe',
  needs: 'guest',
  answer: z.object({ received: z.literal(true) }),
});
