import * as contract from '@bowerbird/contract/billing/billing';
import * as orders from '@bowerbird/contract/billing/orders';
import { AppError } from '@bowerbird/contract/errors';
import { readIdCursor } from '../http/id-cursor.ts';
import { type BrowserServed, type Served, serve, serveBrowser, serveRaw } from '../http/serve.ts';
import { noteNotice } from '../notifications/notify.ts';
import { adminBrowserRoutes, adminRoutes } from './admin-routes.ts';
import { cancelOrder, payOrder, placeOrder } from './ordering.ts';
import { findOrders, getOrder, quoteOrder, toOrder } from './orders.ts';
import { invoiceData, invoiceHtml, invoicesCsv } from './paying/invoice.ts';
import { findInvoiceData, saveInvoiceData } from './paying/invoice-data.ts';
import { receiveStripe } from './paying/stripe-events.ts';
import { findPlans, getSetting } from './plans.ts';
import { requestUnfreeze, standingOf } from './standing.ts';

const pageMax = 200;

export const billingRoutes: Served[] = [
  serve(contract.getStanding, async (_input, call) =>
    call.db((db) => standingOf(db, call.ownerId, call.services.config)),
  ),
  serve(contract.listPlans, async (_input, call) => findPlans(call.services.db, { onSale: true })),
  serve(orders.quoteOrder, async ({ body }, call) => call.db((db) => quoteOrder(db, call.ownerId, body))),
  serve(orders.placeOrder, async ({ body }, call) => placeOrder(call, body)),
  serve(orders.listOrders, async ({ query }, call) =>
    call.db(async (db) => {
      const limit = Math.max(1, Math.min(query.limit ?? 50, pageMax));
      const { rows, total } = await findOrders(db, call.ownerId, {
        cursor: readIdCursor(query.cursor),
        limit,
      });
      const nextCursor = rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
      return { items: rows.map(toOrder), total, totalIsEstimate: false, nextCursor };
    }),
  ),
  serve(orders.getOrder, async ({ params }, call) =>
    call.db(async (db) => toOrder(await getOrder(db, call.ownerId, params.id))),
  ),
  serve(orders.payOrder, async ({ params }, call) => payOrder(call, params.id)),
  serve(orders.cancelOrder, async ({ params }, call) => cancelOrder(call, params.id)),
  serve(contract.getInvoiceData, async (_input, call) => call.db((db) => findInvoiceData(db, call.ownerId))),
  serve(contract.saveInvoiceData, async ({ body }, call) =>
    call.db(async (db) => {
      await saveInvoiceData(db, call.ownerId, body);
      return body;
    }),
  ),
  serve(contract.requestUnfreeze, async ({ body }, call) => {
    const { owner, requestedAt } = await call.db(async (db) => ({
      requestedAt: await requestUnfreeze(db, call.ownerId, { userId: call.user.id, message: body.message }),
      owner: await db
        .selectFrom('owner')
        .select('name')
        .where('id', '=', call.ownerId)
        .executeTakeFirstOrThrow(),
    }));
    await noteNotice(call.services.db, {
      ownerId: null,
      event: 'unfreeze-requested',
      subject: call.ownerId,
      params: { merchant: owner.name },
      link: '/system/orders',
    });
    return { requestedAt: requestedAt.toISOString() };
  }),
  serveRaw(contract.stripeWebhook, async (body, { request, services }) => {
    const signature = request.headers['stripe-signature'];
    await receiveStripe(services, body, typeof signature === 'string' ? signature : undefined);
    return { received: true as const };
  }),
  ...adminRoutes,
];

const invoiceTypes = { html: 'text/html', json: 'application/json', csv: 'text/csv' } as const;

export const billingBrowserRoutes: BrowserServed[] = [
  serveBrowser(orders.downloadInvoice, async ({ params, query: { format } }, call) => {
    const { order, bank } = await call.db(async (db) => ({
      order: await getOrder(db, call.ownerId, params.id),
      bank: (await getSetting(db)).bank,
    }));
    if (order.paid_at === null) {
      throw new AppError('order.wrong-state', 'not paid yet', { params: { state: order.state } });
    }
    const data = invoiceData(order, bank);
    const content = {
      html: () => invoiceHtml(order, bank, call.language),
      json: () => JSON.stringify(data, null, 2),
      csv: () => invoicesCsv([data]),
    }[format]();
    return call.reply
      .type(`${invoiceTypes[format]}; charset=utf-8`)
      .header(
        'content-disposition',
        `${format === 'html' ? 'inline' : 'attachment'}; filename="${order.number}.${format}"`,
      )
      .send(content);
  }),
  ...adminBrowserRoutes,
];
