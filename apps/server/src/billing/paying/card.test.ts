import type { Standing } from '@bowerbird/contract/billing/billing';
import type { Order } from '@bowerbird/contract/billing/orders';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { readConfig } from '../../config/config.ts';
import { billingApi } from '../testing/billing-api.ts';
import { stripeStandIn } from '../testing/stripe-stand-in.ts';
import { inBilling } from './books.ts';

const { db } = await testDatabase();
const stripe = await stripeStandIn('sk_test_right', 'whsec_right');
afterAll(() => stripe.close());
const configured = (secretKey: string) =>
  readConfig({
    LOG_LEVEL: 'silent',
    BOWERBIRD_PUBLIC_URL: 'https://console.example',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_right',
    STRIPE_API_URL: stripe.url,
  });
const config = configured('sk_test_right');
const api = await billingApi(db, { services: { config } });
const { call, send, merchant, administrator, code } = api;

let events = 0;
function newEvent(): string {
  events += 1;
  return `evt_${events}`;
}
const place = () =>
  call<Order>(merchant, 'POST', '/billing/orders', {
    planId: 'team',
    term: 'month',
    payment: 'card',
    amount: '199.00',
  });
const pay = (id: string) => call<{ address: string }>(merchant, 'POST', `/billing/orders/${id}/pay`);
const get = (id: string) => call<Order>(merchant, 'GET', `/billing/orders/${id}`);
const plan = async () => (await call<Standing>(merchant, 'GET', '/billing/standing')).plan.id;
const deliver = ({ body, header }: { body: string; header: string }) =>
  send({ 'stripe-signature': header, 'content-type': 'application/json' }, 'POST', '/billing/stripe', body);
const sessionOf = ({ address }: { address: string }) => address.split('/').at(-1) ?? '';
const completed = 'checkout.session.completed';

/** An order whose card was charged; returns the session that Stripe reports. */
async function charged() {
  const order = await place();
  const session = stripe.pay(sessionOf(await pay(order.id)));
  return { order, session, charge: { object: 'charge', refunded: true, metadata: { order: order.id } } };
}

beforeEach(() =>
  inBilling(db, async (billing) => {
    await billing.deleteFrom('plan_order').execute();
    await billing.deleteFrom('subscription').execute();
  }),
);

describe('an order by card', () => {
  it('is paid on the page of Stripe, for its amount, and counts once Stripe has said so', async () => {
    const { order, session } = await charged();
    const before = await plan();
    const reported = await deliver(stripe.signed(newEvent(), completed, session));

    expect(session).toMatchObject({ amount_total: 19_900, currency: 'cny', metadata: { order: order.id } });
    expect([before, reported.status, await plan()]).toEqual(['free', 200, 'team']);
    expect(await get(order.id)).toMatchObject({ state: 'paid' });
  });

  it('has one page to pay on, however often it is asked for', async () => {
    const order = await place();
    const pages = await Promise.all([pay(order.id), pay(order.id)]);
    const later = await pay(order.id);

    expect(new Set([...pages, later].map(({ address }) => address)).size).toBe(1);
  });

  it('cannot be paid any more once it is cancelled', async () => {
    const order = await place();
    const id = sessionOf(await pay(order.id));
    await call(merchant, 'POST', `/billing/orders/${order.id}/cancel`);

    expect(stripe.sessions.get(id)?.status).toBe('expired');
    expect(() => stripe.pay(id)).toThrow(/cannot be paid/);
  });

  it('cannot be cancelled once it is paid, though Stripe has not reported it yet', async () => {
    const { order } = await charged();
    const answer = await send(merchant, 'POST', `/billing/orders/${order.id}/cancel`);

    expect([answer.status, code(answer)]).toEqual([409, 'order.wrong-state']);
    expect((await get(order.id)).state).toBe('waiting-payment');
  });

  it('that was to be paid by a bank slip waits for it, and can be paid again once that failed', async () => {
    const order = await place();
    const first = await pay(order.id);
    stripe.promise(sessionOf(first), { fail: false });
    const waiting = await send(merchant, 'POST', `/billing/orders/${order.id}/pay`);
    stripe.promise(sessionOf(first), { fail: true });
    const fromScratch = await pay(order.id);
    const cancelled = await call<Order>(merchant, 'POST', `/billing/orders/${order.id}/cancel`);

    expect(code(waiting)).toBe('order.wrong-state');
    expect(fromScratch.address).not.toBe(first.address);
    expect(cancelled.state).toBe('cancelled');
  });

  it('an administrator who confirms a transfer for it closes the page first', async () => {
    const order = await place();
    const id = sessionOf(await pay(order.id));
    await call(administrator, 'POST', `/billing/admin/orders/${order.id}/confirm`, {
      received: '199.00',
      reason: '',
    });

    expect(stripe.sessions.get(id)?.status).toBe('expired');
  });

  it('reports that paying failed when Stripe refuses our key, and not why', async () => {
    const order = await place();
    Object.assign(api.services, { config: configured('sk_test_wrong') });
    const answer = await send(merchant, 'POST', `/billing/orders/${order.id}/pay`);
    Object.assign(api.services, { config });

    expect([answer.status, code(answer)]).toEqual([502, 'payment.failed']);
    expect(answer.text).not.toContain('sk_test');
  });
});

describe('a message of Stripe', () => {
  it('that comes twice, at once or later, changes the plan once', async () => {
    const { order, session } = await charged();
    const event = stripe.signed(newEvent(), completed, session);
    const answers = await Promise.all([deliver(event), deliver(event), deliver(event)]);
    // Another event about the same payment.
    await deliver(stripe.signed(newEvent(), 'checkout.session.async_payment_succeeded', session));
    const { periodStart, periodEnd } = await get(order.id);
    const { term } = await call<Standing>(merchant, 'GET', '/billing/standing');

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(term).toEqual({ startsAt: periodStart, endsAt: periodEnd });
  });

  it('with a wrong, an old or no signature is not believed', async () => {
    const { order, session } = await charged();
    const now = Math.floor(Date.now() / 1000);
    const right = stripe.signed(newEvent(), completed, session);
    const answers = await Promise.all([
      deliver(stripe.signed(newEvent(), completed, session, { secret: 'whsec_wrong' })),
      deliver(stripe.signed(newEvent(), completed, session, { at: now - 301 })),
      deliver({ ...right, body: right.body.replace('19900', '1') }),
      deliver({ ...right, header: '' }),
      send({}, 'POST', '/billing/stripe'),
    ]);

    expect(answers.map((answer) => [answer.status, code(answer)])).toEqual(
      answers.map(() => [400, 'payment.signature-wrong']),
    );
    expect((await get(order.id)).state).toBe('waiting-payment');
  });

  it('of a refund ends what was bought', async () => {
    const { order, session, charge } = await charged();
    await deliver(stripe.signed(newEvent(), completed, session));
    await deliver(stripe.signed(newEvent(), 'charge.refunded', charge));

    expect([(await get(order.id)).state, await plan()]).toEqual(['refunded', 'free']);
  });

  it('of a refund that overtakes its payment leaves the plan as it was', async () => {
    const { order, session, charge } = await charged();
    await deliver(stripe.signed(newEvent(), 'charge.refunded', charge));
    await deliver(stripe.signed(newEvent(), completed, session));

    expect([(await get(order.id)).state, await plan()]).toEqual(['refunded', 'free']);
  });

  it('of another amount, of part of a refund, or of nothing we know changes nothing', async () => {
    const { order, session, charge } = await charged();
    const strange = [
      stripe.signed(newEvent(), completed, { ...session, amount_total: 1 }),
      stripe.signed(newEvent(), completed, { ...session, payment_status: 'unpaid' }),
      stripe.signed(newEvent(), completed, { ...session, metadata: {} }),
      stripe.signed(newEvent(), 'charge.refunded', { ...charge, refunded: false }),
      stripe.signed(newEvent(), 'customer.created', { object: 'customer' }),
    ];
    const answers = await Promise.all(strange.map(deliver));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await get(order.id)).state).toBe('waiting-payment');
  });

  it('is taken however many come, and however much they say', async () => {
    const { order, session } = await charged();
    const much = { ...session, more: 'x'.repeat(100_000) };
    const others = Array.from({ length: 40 }, () =>
      stripe.signed(newEvent(), 'customer.created', { object: 'customer' }),
    );
    const answers = await Promise.all(others.map(deliver));
    await deliver(stripe.signed(newEvent(), completed, much));

    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect((await get(order.id)).state).toBe('paid');
  });

  it('finds nobody where cards are not taken', async () => {
    const { session } = await charged();
    Object.assign(api.services, { config: readConfig({ LOG_LEVEL: 'silent' }) });
    const answer = await deliver(stripe.signed(newEvent(), completed, session));
    Object.assign(api.services, { config });

    expect([answer.status, code(answer)]).toEqual([404, 'route.not-found']);
  });
});
