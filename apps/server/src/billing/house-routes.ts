import * as house from '@bowerbird/contract/house-billing';
import { readIdCursor } from '../http/id-cursor.ts';
import { type BrowserServed, type Call, type Served, serve, serveBrowser } from '../http/serve.ts';
import { asHouse, changeAsHouse } from './books.ts';
import { confirmTransfer, findHouseOrders, findHouseOwners, getHouseOrder, noteRefund } from './house.ts';
import { invoiceData, invoicesCsv } from './invoice.ts';
import type { OrderRow } from './orders.ts';
import { goOnPaid } from './paid.ts';
import { paymentOf } from './payment.ts';
import { addPlan, findPlans, getSetting, savePlan, setDefaultPlan } from './plans.ts';

const pageMax = 200;

/** What administrators do about plans, orders and merchants; of a merchant's goods they see nothing. */
export const houseRoutes: Served[] = [
  serve(house.listHouseOrders, async ({ query }, call) =>
    asHouse(call, async (db) => {
      const limit = Math.max(1, Math.min(query.limit ?? 50, pageMax));
      const cursor = readIdCursor(query.cursor);
      const { items, total } = await findHouseOrders(db, { state: query.state, cursor, limit });
      const nextCursor = items.length === limit ? (items.at(-1)?.id ?? null) : null;
      return { items, total, totalIsEstimate: false, nextCursor };
    }),
  ),
  serve(house.confirmOrder, async ({ params: { id }, body }, call) => {
    await closeCheckout(call, id);
    await changeAsHouse(call, (db) => confirmTransfer(db, id, { ...body, userId: call.user.id }));
    await goOnPaid(call.services, id);
    return await asHouse(call, (db) => getHouseOrder(db, id));
  }),
  serve(house.refundOrder, async ({ params: { id }, body }, call) =>
    changeAsHouse(call, async (db) => {
      await noteRefund(db, id, body.reason);
      return await getHouseOrder(db, id);
    }),
  ),

  serve(house.listHousePlans, async (_input, call) =>
    asHouse(call, async (db) => {
      const { plans_on, default_plan } = await getSetting(db);
      return { plansOn: plans_on, defaultPlan: default_plan, plans: await findPlans(db, { onSale: false }) };
    }),
  ),
  serve(house.addPlan, async ({ body }, call) => changeAsHouse(call, (db) => addPlan(db, body))),
  serve(house.savePlan, async ({ params, body }, call) =>
    changeAsHouse(call, (db) => savePlan(db, params.id, body)),
  ),
  serve(house.setDefaultPlan, async ({ body: { planId } }, call) =>
    changeAsHouse(call, async (db) => {
      await setDefaultPlan(db, planId);
      return { defaultPlan: planId };
    }),
  ),

  serve(house.getBank, async (_input, call) => asHouse(call, async (db) => (await getSetting(db)).bank)),
  serve(house.saveBank, async ({ body }, call) =>
    changeAsHouse(call, async (db) => {
      await db
        .updateTable('billing_setting')
        .set({ bank: JSON.stringify(body) })
        .execute();
      return body;
    }),
  ),

  serve(house.listHouseOwners, async ({ query }, call) => asHouse(call, (db) => findHouseOwners(db, query))),
];

export const houseBrowserRoutes: BrowserServed[] = [
  serveBrowser(house.downloadOrders, async (_input, call) => {
    const { orders, bank } = await asHouse(call, async (db) => ({
      orders: await db.selectFrom('plan_order').selectAll().orderBy('id').execute(),
      bank: (await getSetting(db)).bank,
    }));
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="orders.csv"')
      .send(invoicesCsv(orders.map((order) => invoiceData(order, bank))));
  }),
];

/** Money came by another way: nobody may pay the same order by card as well. */
async function closeCheckout(call: Call, id: string): Promise<void> {
  const order: OrderRow | undefined = await asHouse(call, (db) =>
    db.selectFrom('plan_order').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (order?.checkout_id && order.state === 'waiting-payment') {
    await paymentOf(call.services.config, order.payment).callOff(order);
  }
}
