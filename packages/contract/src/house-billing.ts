import { z } from 'zod/mini';
import { Amount, BankDetails, Plan, PlanContent, PlanName } from './billing.ts';
import { Instant, listOf, pageQuery } from './list.ts';
import { Order, orderStates } from './orders.ts';
import { browserRoute, route } from './route.ts';

const house = { permission: 'support', action: 'query' } as const;
const changesHouse = { permission: 'support', action: 'edit' } as const;
const params = z.object({ id: z.uuid() });

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
  body: z.object({ received: Amount, reason: z.string().check(z.trim(), z.maxLength(300)) }),
  answer: HouseOrder,
});
/** Notes that the money was given back; the term it bought ends. */
export const refundOrder = route({
  method: 'POST',
  path: '/billing/house/orders/:id/refund',
  needs: changesHouse,
  params,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)) }),
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
