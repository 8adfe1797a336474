import { AppError } from '@bowerbird/contract/errors';
import Stripe from 'stripe';
import type { Config } from '../../config/config.ts';
import { centsOf } from '../money.ts';
import type { PaymentProvider } from './payment-provider.ts';

const locales = { 'zh-CN': 'zh', 'zh-TW': 'zh-TW', 'en-US': 'en', 'pt-BR': 'pt-BR' } as const;

type CardConfig = Pick<Config, 'stripe' | 'publicUrl'>;

/** Returns Stripe as configured; null without configuration. */
export function stripeOf({ stripe }: CardConfig): Stripe | null {
  if (!stripe) {
    return null;
  }
  const { api, secretKey } = stripe;
  const protocol = api.protocol === 'http:' ? 'http' : 'https';
  return new Stripe(secretKey, {
    host: api.hostname,
    port: api.port || (protocol === 'http' ? '80' : '443'),
    protocol,
    timeout: 20_000,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

/** Payment by card, on Stripe's own page. Only Stripe's signed messages report that a payment was made. */
export function cardPayments(config: CardConfig): PaymentProvider | null {
  const stripe = stripeOf(config);
  if (!stripe || !config.publicUrl) {
    return null;
  }
  const { publicUrl } = config;
  return {
    async begin(order, language) {
      return await named(async () => {
        const known = order.checkout_id ? await findOpen(stripe, order.checkout_id, order.id) : null;
        if (known?.url) {
          return { id: known.id, address: known.url };
        }
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.id,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: order.currency.toLowerCase(),
                  unit_amount: Number(centsOf(order.amount)),
                  product_data: { name: `${order.plan_name[language]} · ${order.number}` },
                },
              },
            ],
            metadata: { order: order.id },
            payment_intent_data: { metadata: { order: order.id } },
            locale: locales[language],
            ...(order.invoice && { customer_email: order.invoice.email }),
            success_url: `${publicUrl}/result/success?order=${order.id}`,
            cancel_url: `${publicUrl}/dashboard/pay-info`,
          },
          // Two simultaneous requests get the same session, so nobody can pay an order on two pages.
          { idempotencyKey: `${order.id} after ${order.checkout_id ?? 'none'}` },
        );
        if (!session.url) {
          throw new AppError('payment.failed', `session ${session.id} has no address`);
        }
        return { id: session.id, address: session.url };
      });
    },

    async callOff(order) {
      const { checkout_id: id } = order;
      if (!id) {
        return;
      }
      await named(async () => {
        const known = await findOpen(stripe, id, order.id);
        if (known) {
          await stripe.checkout.sessions.expire(id);
        }
      });
    },
  };
}

/**
 * Returns the session while it can be paid, and null once it cannot: it expired, or its payment failed days later, as a
 * bank slip's can. Throws `order.wrong-state` if money was sent.
 */
async function findOpen(
  stripe: Stripe,
  id: string,
  orderId: string,
): Promise<Stripe.Checkout.Session | null> {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  if (session.status === 'open') {
    return session;
  }
  const { payment_intent: intent } = session;
  const failed =
    session.payment_status === 'unpaid' &&
    intent !== null &&
    typeof intent !== 'string' &&
    (intent.status === 'requires_payment_method' || intent.status === 'canceled');
  if (session.status === 'complete' && !failed) {
    throw new AppError('order.wrong-state', `order ${orderId} is being paid`, { params: { state: 'paid' } });
  }
  return null;
}

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Stripe.errors.StripeError) {
      throw new AppError('payment.failed', `Stripe: ${thrown.type} ${thrown.code ?? ''}`, { cause: thrown });
    }
    throw thrown;
  }
}
