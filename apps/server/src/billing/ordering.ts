import type { Order } from '@bowerbird/contract/billing/orders';
import { AppError } from '@bowerbird/contract/errors';
import { asOwner } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { noteNotice } from '../notifications/notify.ts';
import {
  findWaitingOrder,
  getOrder,
  insertOrder,
  markCancelled,
  type OrderRequest,
  type OrderRow,
  toOrder,
} from './orders.ts';
import { goOnPaid } from './paying/paid.ts';
import { findPayments, paymentOf } from './paying/payment.ts';
import { settleOrder } from './paying/settle.ts';

/**
 * Orders a plan. First cancels an order that waits for its payment, because a merchant pays one at a time. An order
 * that a credit covers completely is paid with the credit.
 */
export async function placeOrder(call: Call, request: Omit<OrderRequest, 'userId'>): Promise<Order> {
  const { services, ownerId } = call;
  if (!(await findPayments(services.db, services.config)).includes(request.payment)) {
    throw new AppError('payment.not-offered', request.payment);
  }
  const waiting = await call.db((db) => findWaitingOrder(db, ownerId));
  if (waiting) {
    await callOff(call, waiting);
  }
  const order = await call.db(async (db) => {
    const row = await insertOrder(db, ownerId, { ...request, userId: call.user.id });
    if (row.amount === '0.00') {
      await settleOrder(db, row.id, { received: row.amount, confirmedBy: null });
    }
    return await getOrder(db, ownerId, row.id);
  });
  if (order.state === 'paid') {
    await goOnPaid(services, order.id);
  } else if (order.payment === 'bank-transfer') {
    await notifyAdministrators(call, order);
  }
  return toOrder(order);
}

/** Returns where this order can be paid by card; a second call returns the same address. */
export async function payOrder(call: Call, id: string): Promise<{ address: string }> {
  const { services, ownerId } = call;
  const order = await call.db((db) => getOrder(db, ownerId, id));
  if (order.state !== 'waiting-payment') {
    throw new AppError('order.wrong-state', `order ${id} is ${order.state}`, {
      params: { state: order.state },
    });
  }
  const provider = await paymentOf(services.config, order.payment);
  const begun = await provider.begin(order, call.language);
  const kept = await call.db((db) =>
    db
      .updateTable('plan_order')
      .set({ checkout_id: begun.id })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .where('state', '=', 'waiting-payment')
      .returning('id')
      .executeTakeFirst(),
  );
  if (!kept) {
    await provider.callOff({ ...order, checkout_id: begun.id });
    throw new AppError('order.wrong-state', `order ${id} was taken back meanwhile`, {
      params: { state: 'cancelled' },
    });
  }
  return { address: begun.address };
}

export async function cancelOrder(call: Call, id: string): Promise<Order> {
  const order = await call.db((db) => getOrder(db, call.ownerId, id));
  return toOrder(await callOff(call, order));
}

/** Closes the payment first, then the order, so that a cancelled order can't be paid. */
async function callOff({ services, ownerId }: Call, order: OrderRow): Promise<OrderRow> {
  if (order.checkout_id) {
    await (await paymentOf(services.config, order.payment)).callOff(order);
  }
  return await asOwner(services.db, ownerId, (db) => markCancelled(db, ownerId, order.id));
}

async function notifyAdministrators({ services, ownerId }: Call, { id, number }: OrderRow): Promise<void> {
  const owner = await services.db
    .selectFrom('owner')
    .select('name')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  await noteNotice(services.db, {
    ownerId: null,
    event: 'order-waiting',
    subject: id,
    params: { number, merchant: owner.name },
    link: '/system/orders',
  });
}
