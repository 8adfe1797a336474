import { AppError } from '@bowerbird/contract/errors';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { OwnerDb } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { centsOf } from '../money.ts';
import { inBilling } from './books.ts';
import { goOnPaid } from './paid.ts';
import { refundSettled, settleOrder } from './settle.ts';

/** Oldest accepted signed message, in seconds. */
const toleranceSeconds = 300;

/**
 * Receives one of Stripe's messages. Accepts it only with its signature and only if it is recent; processes it once,
 * however often it arrives, and in any order. Throws `payment.signature-wrong`, and `route.not-found` if cards are not
 * accepted.
 */
export async function receiveStripe(
  services: Services,
  raw: Buffer,
  signature: string | undefined,
): Promise<void> {
  const { config, db, log } = services;
  const { stripeOf } = await import('./card.ts');
  const stripe = stripeOf(config);
  if (!stripe || !config.stripe) {
    throw new AppError('route.not-found', 'cards are not taken');
  }
  let event: Stripe.Event;
  try {
    const { webhookSecret } = config.stripe;
    event = await stripe.webhooks.constructEventAsync(raw, signature ?? '', webhookSecret, toleranceSeconds);
  } catch {
    throw new AppError('payment.signature-wrong', 'a message without a valid signature');
  }
  const settled = await inBilling(db, async (billing) => {
    const fresh = await billing
      .insertInto('payment_event')
      .values({ provider: 'stripe', id: event.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    // Stripe repeats a message if our response was lost; then the steps after the payment may not have run either.
    return fresh ? await take(billing, event, log) : await paidOrderOf(billing, event);
  });
  if (settled) {
    await goOnPaid(services, settled);
  }
}

async function paidOrderOf(db: OwnerDb, event: Stripe.Event): Promise<string | null> {
  const isPayment =
    event.type === 'checkout.session.completed' || event.type === 'checkout.session.async_payment_succeeded';
  const order = isPayment ? await orderOf(db, event.data.object.metadata?.order) : undefined;
  return order?.state === 'paid' ? order.id : null;
}

/** Processes a message and returns the id of the order that it settled. */
async function take(db: OwnerDb, event: Stripe.Event, log: Services['log']): Promise<string | null> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      const order = await orderOf(db, session.metadata?.order);
      if (!order || session.payment_status !== 'paid') {
        return null;
      }
      const right =
        session.amount_total === Number(centsOf(order.amount)) &&
        session.currency === order.currency.toLowerCase();
      if (!right) {
        log.error({ order: order.number, event: event.id }, 'A card payment of another amount was not taken');
        return null;
      }
      const intent = session.payment_intent;
      const paymentRef = typeof intent === 'string' ? intent : (intent?.id ?? session.id);
      const paid = { received: order.amount, confirmedBy: null, paymentRef };
      return (await settleOrder(db, order.id, paid)) ? order.id : null;
    }
    case 'charge.refunded': {
      const charge = event.data.object;
      const order = await orderOf(db, charge.metadata.order);
      if (order && charge.refunded) {
        await refundSettled(db, order.id, 'Stripe');
      }
      return null;
    }
    default:
      return null;
  }
}

async function orderOf(db: OwnerDb, id: string | undefined) {
  return id === undefined || !z.uuid().safeParse(id).success
    ? undefined
    : await db
        .selectFrom('plan_order')
        .select(['id', 'number', 'state', 'amount', 'currency'])
        .where('id', '=', id)
        .executeTakeFirst();
}
