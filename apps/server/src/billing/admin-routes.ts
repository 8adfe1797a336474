import * as admin from '@bowerbird/contract/billing/admin-billing';
import { readIdCursor } from '../http/id-cursor.ts';
import { type BrowserServed, type Call, type Served, serve, serveBrowser } from '../http/serve.ts';
import { confirmTransfer, findAdminOrders, findAdminOwners, getAdminOrder, noteRefund } from './admin.ts';
import type { OrderRow } from './orders.ts';
import { asAdministrator, changeAsAdministrator } from './paying/books.ts';
import { invoiceData, invoicesCsv } from './paying/invoice.ts';
import { goOnPaid } from './paying/paid.ts';
import { paymentOf } from './paying/payment.ts';
import { addPlan, findPlans, getSetting, savePlan, setDefaultPlan } from './plans.ts';

const pageMax = 200;

/** Calls with which administrators manage plans, orders and merchants; they see nothing of a merchant's products. */
export const adminRoutes: Served[] = [
  serve(admin.listAdminOrders, async ({ query }, call) =>
    asAdministrator(call, async (db) => {
      const limit = Math.max(1, Math.min(query.limit ?? 50, pageMax));
      const cursor = readIdCursor(query.cursor);
      const { items, total } = await findAdminOrders(db, { state: query.state, cursor, limit });
      const nextCursor = items.length === limit ? (items.at(-1)?.id ?? null) : null;
      return { items, total, totalIsEstimate: false, nextCursor };
    }),
  ),
  serve(admin.confirmOrder, async ({ params: { id }, body }, call) => {
    await closeCheckout(call, id);
    await changeAsAdministrator(call, (db) => confirmTransfer(db, id, { ...body, userId: call.user.id }));
    await goOnPaid(call.services, id);
    return await asAdministrator(call, (db) => getAdminOrder(db, id));
  }),
  serve(admin.refundOrder, async ({ params: { id }, body }, call) =>
    changeAsAdministrator(call, async (db) => {
      await noteRefund(db, id, body.reason);
      return await getAdminOrder(db, id);
    }),
  ),

  serve(admin.listAdminPlans, async (_input, call) =>
    asAdministrator(call, async (db) => {
      const { plans_on, default_plan } = await getSetting(db);
      return { plansOn: plans_on, defaultPlan: default_plan, plans: await findPlans(db, { onSale: false }) };
    }),
  ),
  serve(admin.addPlan, async ({ body }, call) => changeAsAdministrator(call, (db) => addPlan(db, body))),
  serve(admin.savePlan, async ({ params, body }, call) =>
    changeAsAdministrator(call, (db) => savePlan(db, params.id, body)),
  ),
  serve(admin.setDefaultPlan, async ({ body: { planId } }, call) =>
    changeAsAdministrator(call, async (db) => {
      await setDefaultPlan(db, planId);
      return { defaultPlan: planId };
    }),
  ),

  serve(admin.getBank, async (_input, call) =>
    asAdministrator(call, async (db) => (await getSetting(db)).bank),
  ),
  serve(admin.saveBank, async ({ body }, call) =>
    changeAsAdministrator(call, async (db) => {
      await db
        .updateTable('billing_setting')
        .set({ bank: JSON.stringify(body) })
        .execute();
      return body;
    }),
  ),

  serve(admin.listAdminOwners, async ({ query }, call) =>
    asAdministrator(call, (db) => findAdminOwners(db, query)),
  ),
];

export const adminBrowserRoutes: BrowserServed[] = [
  serveBrowser(admin.downloadOrders, async (_input, call) => {
    const { orders, bank } = await asAdministrator(call, async (db) => ({
      orders: await db.selectFrom('plan_order').selectAll().orderBy('id').execute(),
      bank: (await getSetting(db)).bank,
    }));
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="orders.csv"')
      .send(invoicesCsv(orders.map((order) => invoiceData(order, bank))));
  }),
];

/** Closes the checkout of an order that was paid another way, so that nobody can also pay it by card. */
async function closeCheckout(call: Call, id: string): Promise<void> {
  const order: OrderRow | undefined = await asAdministrator(call, (db) =>
    db.selectFrom('plan_order').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (order?.checkout_id && order.state === 'waiting-payment') {
    await (await paymentOf(call.services.config, order.payment)).callOff(order);
  }
}
