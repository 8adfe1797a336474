import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { browserRoute, route } from '../route.ts';
import { Amount, BankDetails, Plan, PlanContent, PlanName } from './billing.ts';
import { Order, orderStates } from './orders.ts';

const admin = { permission: 'support', action: 'query' } as const;
const changesBilling = { permission: 'support', action: 'edit' } as const;
const params = z.object({ id: z.uuid() });

/** An order as administrators see it. */
export const AdminOrder = z.extend(Order, {
  owner: z.object({ id: z.uuid(), name: z.string() }),
  received: z.nullable(Amount),
  confirmedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type AdminOrder = z.infer<typeof AdminOrder>;

export const listAdminOrders = route({
  method: 'GET',
  path: '/billing/admin/orders',
  needs: admin,
  query: z.object({ ...pageQuery, state: z.optional(z.enum(orderStates)) }),
  answer: listOf(AdminOrder),
});
/** Confirms that a bank transfer has arrived. An amount that differs from the order's needs a reason. */
export const confirmOrder = route({
  method: 'POST',
  path: '/billing/admin/orders/:id/confirm',
  needs: changesBilling,
  params,
  body: z.object({ received: Amount, reason: z.string().check(z.trim(), z.maxLength(300)) }),
  answer: AdminOrder,
});
/** Records that the money was refunded; the term that it paid for ends. */
export const refundOrder = route({
  method: 'POST',
  path: '/billing/admin/orders/:id/refund',
  needs: changesBilling,
  params,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)) }),
  answer: AdminOrder,
});
export const downloadOrders = browserRoute({
  method: 'GET',
  path: '/billing/admin/orders.csv',
  needs: { permission: 'support', action: 'export' },
  streams: 'file',
});

export const listAdminPlans = route({
  method: 'GET',
  path: '/billing/admin/plans',
  needs: admin,
  answer: z.object({ plansOn: z.boolean(), defaultPlan: z.string(), plans: z.array(Plan) }),
});
export const addPlan = route({
  method: 'POST',
  path: '/billing/admin/plans',
  needs: changesBilling,
  body: PlanContent,
  answer: Plan,
  status: 201,
});
export const savePlan = route({
  method: 'PUT',
  path: '/billing/admin/plans/:id',
  needs: changesBilling,
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  body: PlanContent,
  answer: Plan,
});
/** Sets the plan of every merchant who has not paid for another. */
export const setDefaultPlan = route({
  method: 'PUT',
  path: '/billing/admin/default-plan',
  needs: changesBilling,
  body: z.object({ planId: z.string().check(z.maxLength(60)) }),
  answer: z.object({ defaultPlan: z.string() }),
});

export const getBank = route({
  method: 'GET',
  path: '/billing/admin/bank',
  needs: admin,
  answer: z.nullable(BankDetails),
});
export const saveBank = route({
  method: 'PUT',
  path: '/billing/admin/bank',
  needs: changesBilling,
  body: BankDetails,
  answer: BankDetails,
});

/** A merchant as administrators see them: the account, never the products. */
export const AdminOwner = z.object({
  id: z.uuid(),
  name: z.string(),
  planName: PlanName,
  endsAt: z.nullable(Instant),
  status: z.enum(['active', 'frozen']),
  reason: z.nullable(z.string()),
  requested: z.nullable(z.object({ at: Instant, message: z.string() })),
  createdAt: Instant,
});
export type AdminOwner = z.infer<typeof AdminOwner>;

/** Returns the merchants: first those who requested to be unfrozen, then the frozen, then the newest. */
export const listAdminOwners = route({
  method: 'GET',
  path: '/billing/admin/owners',
  needs: admin,
  query: z.object({ text: z.optional(z.string().check(z.maxLength(120))) }),
  answer: z.array(AdminOwner),
});
