import type { AdminOrder } from '@bowerbird/contract/billing/admin-billing';
import type { Standing } from '@bowerbird/contract/billing/billing';
import type { Order, Quote } from '@bowerbird/contract/billing/orders';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { anotherMerchant, signIn } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { notifyAllEnding } from './ending.ts';
import { inBilling } from './paying/books.ts';
import { billingApi } from './testing/billing-api.ts';
import { bank } from './testing/one-order.ts';

const { db } = await testDatabase();
const api = await billingApi(db);
const { call, send, merchant, administrator, code } = api;

const team = { planId: 'team', term: 'month' };
const order = (more: object = {}) =>
  call<Order>(merchant, 'POST', '/billing/orders', {
    ...team,
    payment: 'bank-transfer',
    amount: '199.00',
    ...more,
  });
const confirm = (id: string, received: string, reason = '') =>
  send(administrator, 'POST', `/billing/admin/orders/${id}/confirm`, { received, reason });
const paidOrder = async () => {
  const placed = await order();
  await confirm(placed.id, '199.00');
  return placed;
};
const refund = (id: string) =>
  call<AdminOrder>(administrator, 'POST', `/billing/admin/orders/${id}/refund`, { reason: 'given back' });
const standing = () => call<Standing>(merchant, 'GET', '/billing/standing');

beforeEach(async () => {
  await inBilling(db, async (billing) => {
    await billing.deleteFrom('plan_order').execute();
    await billing.deleteFrom('subscription').execute();
  });
});

describe('an order by transfer', () => {
  it('is paid once an administrator has seen the money, and the plan changes then and not before [asvs 2.3.1]', async () => {
    const placed = await order();
    const before = await standing();
    const confirmed = await confirm(placed.id, '199.00');
    const after = await standing();

    expect(placed).toMatchObject({ state: 'waiting-payment', amount: '199.00', credit: '0.00' });
    expect(placed.number).toMatch(/^BB\d{8}-\d{5}$/);
    expect(before).toMatchObject({ plan: { id: 'free' }, term: null, bank });
    expect(JSON.parse(confirmed.text)).toMatchObject({
      data: { state: 'paid', received: '199.00', confirmedBy: '管理员', owner: { id: api.ownerId } },
    });
    expect(after.plan.id).toBe('team');
  });

  it('takes another amount only with a reason', async () => {
    const { id } = await order();
    const refused = await confirm(id, '198.00');
    const taken = await confirm(id, '198.00', 'the bank kept its fee');

    expect([refused.status, code(refused)]).toEqual([422, 'order.amount-wrong']);
    expect(JSON.parse(taken.text)).toMatchObject({
      data: { state: 'paid', received: '198.00', reason: 'the bank kept its fee' },
    });
  });

  it('changes the plan once, however often and however many at once confirm it', async () => {
    const { id } = await order();
    const answers = await Promise.all([1, 2, 3].map(() => confirm(id, '199.00')));
    const { term } = await standing();

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(monthsBetween(term)).toBe(1);
  });

  it('is cancelled by the next one, and not paid any more', async () => {
    const first = await order();
    const second = await order({ term: 'year', amount: '1990.00' });
    const late = await confirm(first.id, '199.00');
    const { items } = await call<{ items: Order[] }>(merchant, 'GET', '/billing/orders');

    expect(items.map(({ id, state }) => [id, state])).toEqual([
      [second.id, 'waiting-payment'],
      [first.id, 'cancelled'],
    ]);
    expect([late.status, code(late)]).toEqual([409, 'order.wrong-state']);
  });

  it('expires after two weeks, and is still taken when the money comes late', async () => {
    const { id } = await order();
    await inBilling(db, (billing) =>
      billing.updateTable('plan_order').set({ expires_at: sql<Date>`now() - interval '1 hour'` }).execute(),
    );
    const seen = await call<Order>(merchant, 'GET', `/billing/orders/${id}`);
    const taken = await confirm(id, '199.00');

    expect(seen.state).toBe('expired');
    expect(taken.status).toBe(200);
  });

  it('refuses a price above the one that was seen', async () => {
    const answer = await send(merchant, 'POST', '/billing/orders', {
      ...team,
      payment: 'bank-transfer',
      amount: '99.00',
    });

    expect([answer.status, code(answer)]).toEqual([409, 'order.price-changed']);
  });

  it('ends what it bought when the money is given back', async () => {
    const { id } = await order();
    await confirm(id, '199.00');
    const refunded = await call<AdminOrder>(administrator, 'POST', `/billing/admin/orders/${id}/refund`, {
      reason: 'changed their mind',
    });

    expect(refunded.state).toBe('refunded');
    expect((await standing()).plan.id).toBe('free');
  });

  it('ends what it bought also when the term was renewed since, and leaves what the others bought', async () => {
    const [first, second] = [await paidOrder(), await paidOrder()];
    await refund(first.id);
    const left = await standing();
    await refund(second.id);

    expect(left.plan.id).toBe('team');
    expect(monthsBetween(left.term)).toBe(1);
    expect((await standing()).plan.id).toBe('free');
  });
});

describe('what a change of plan costs', () => {
  it('renewing begins when the term ends, and the same plan is not paid twice for a day', async () => {
    await confirm((await order()).id, '199.00');
    const { term } = await standing();
    const quote = await call<Quote>(merchant, 'POST', '/billing/quote', team);
    await confirm((await order()).id, '199.00');

    expect(quote).toMatchObject({ amount: '199.00', credit: '0.00', startsAt: term?.endsAt });
    expect(monthsBetween((await standing()).term)).toBe(2);
  });

  it('an upgrade begins at once and credits the whole days left of the old term', async () => {
    await confirm((await order()).id, '199.00');
    await inBilling(db, (billing) =>
      billing
        .updateTable('subscription')
        .set({
          starts_at: sql<Date>`now() - interval '10 days'`,
          ends_at: sql<Date>`now() + interval '20 days 1 hour'`,
        })
        .execute(),
    );
    const quote = await call<Quote>(merchant, 'POST', '/billing/quote', {
      planId: 'business',
      term: 'month',
    });

    // 199.00 x 20 / 30, rounded down.
    expect(quote).toMatchObject({ price: '699.00', credit: '132.66', amount: '566.34', extraDays: 0 });
  });

  it('a credit beyond the price is paid with itself and becomes days', async () => {
    const { id } = await order({ planId: 'business', term: 'year', amount: '6990.00' });
    await confirm(id, '6990.00');
    const smaller = await order();
    const { plan, term } = await standing();

    expect(smaller).toMatchObject({ state: 'paid', amount: '0.00', credit: '199.00' });
    expect(plan.id).toBe('team');
    expect(monthsBetween(term)).toBeGreaterThan(30);
  });

  it('a credit buys one term, however many orders are made of it at once', async () => {
    const { id } = await order({ planId: 'business', term: 'year', amount: '6990.00' });
    await confirm(id, '6990.00');
    const bought = { ...team, payment: 'bank-transfer', amount: '0.00' };
    const answers = await Promise.all([1, 2, 3].map(() => send(merchant, 'POST', '/billing/orders', bought)));
    const { items } = await call<{ items: Order[] }>(merchant, 'GET', '/billing/orders');

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(items.filter(({ planId, state }) => planId === 'team' && state === 'paid')).toHaveLength(1);
  });

  it('a credit that became days is worth as much when the plan is changed back', async () => {
    const { id } = await order({ planId: 'business', term: 'year', amount: '6990.00' });
    await confirm(id, '6990.00');
    await order();
    const back = { planId: 'business', term: 'year' };
    const quote = await call<Quote>(merchant, 'POST', '/billing/quote', back);

    // The credit of 6990.00, less the days that were begun.
    expect(Number(quote.credit)).toBeGreaterThan(6900);
  });

  it('keeps the price an order was made at when the plan is edited', async () => {
    const planId = await api.plan({}, { priceMonth: '10.00', priceYear: '100.00' });
    const placed = await order({ planId, amount: '10.00' });
    const plans = await call<{ plans: { id: string }[] }>(administrator, 'GET', '/billing/admin/plans');
    const edited = plans.plans.find(({ id }) => id === planId);
    await call(administrator, 'PUT', `/billing/admin/plans/${planId}`, {
      ...edited,
      id: undefined,
      priceMonth: '20.00',
    });

    expect((await call<Order>(merchant, 'GET', `/billing/orders/${placed.id}`)).amount).toBe('10.00');
    expect((await call<Quote>(merchant, 'POST', '/billing/quote', { planId, term: 'month' })).amount).toBe(
      '20.00',
    );
  });

  it('refuses to sell what is free, not on sale or unknown', async () => {
    const hidden = await api.plan({}, { priceMonth: '5.00', priceYear: '5.00', onSale: false });
    const codes = await Promise.all(
      ['free', hidden, 'nothing'].map(async (planId) =>
        code(await send(merchant, 'POST', '/billing/quote', { planId, term: 'month' })),
      ),
    );

    expect(codes).toEqual(['plan.not-for-sale', 'plan.not-for-sale', 'not-found']);
  });
});

it('notifies a merchant once for each term that it ends within a week', async () => {
  await confirm((await order()).id, '199.00');
  const notices = () =>
    db.transaction().execute(async (plain) => {
      await sql`select set_config('app.owner', ${api.ownerId}, true)`.execute(plain);
      return plain.selectFrom('notification_due').select('params').where('event', '=', 'plan-ends').execute();
    });
  const early = await notifyAllEnding({ db });
  await inBilling(db, (billing) =>
    billing.updateTable('subscription').set({ ends_at: sql<Date>`now() + interval '6 days'` }).execute(),
  );
  const reported = [await notifyAllEnding({ db }), await notifyAllEnding({ db })];

  expect([early, ...reported]).toEqual([0, 1, 0]);
  expect(await notices()).toMatchObject([{ params: { plan: '团队版' } }]);
});

describe('the house', () => {
  it('is closed to merchants, whatever their role says', async () => {
    await db.updateTable('user').set({ role_id: 'super' }).where('username', '=', 'demo').execute();
    const answers = await Promise.all(
      ['/billing/admin/orders', '/billing/admin/plans', '/billing/admin/bank', '/billing/admin/owners'].map(
        (path) => send(merchant, 'GET', path),
      ),
    );
    await db.updateTable('user').set({ role_id: 'merchant' }).where('username', '=', 'demo').execute();

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('shows no merchant the orders of another', async () => {
    const { id } = await order();
    const ben = await signIn(api.app, await anotherMerchant(db, `ben${Date.now()}`));

    expect((await send(ben, 'GET', `/billing/orders/${id}`)).status).toBe(404);
    expect((await send(ben, 'POST', `/billing/orders/${id}/cancel`)).status).toBe(404);
    expect((await send(ben, 'GET', `/billing/orders/${id}/invoice`)).status).toBe(404);
  });

  it('hands out an invoice as a page that prints and as data, with what was written in it made harmless', async () => {
    await call(merchant, 'PUT', '/billing/invoice-data', {
      company: '<b>Bower & Co</b>',
      taxId: '=1+1',
      address: '',
      email: 'bower@example.test',
    });
    const { id, number } = await order();
    const early = await send(merchant, 'GET', `/billing/orders/${id}/invoice`);
    await confirm(id, '199.00');
    const html = await send(merchant, 'GET', `/billing/orders/${id}/invoice`);
    const csv = await send(merchant, 'GET', `/billing/orders/${id}/invoice?format=csv`);
    const json = await send(merchant, 'GET', `/billing/orders/${id}/invoice?format=json`);
    const all = await send(administrator, 'GET', '/billing/admin/orders.csv');

    expect(code(early)).toBe('order.wrong-state');
    expect(html.headers['content-type']).toContain('text/html');
    expect(html.text).toContain('&#60;b&#62;Bower &#38; Co&#60;/b&#62;');
    expect(html.text).toContain(number);
    expect(csv.text).toContain("'=1+1");
    expect(JSON.parse(json.text)).toMatchObject({ number, amount: '199.00', seller: bank.accountName });
    expect(all.text).toContain(number);
  });
});

function monthsBetween(term: Standing['term']): number {
  return Math.round(
    (Date.parse(term?.endsAt ?? '') - Date.parse(term?.startsAt ?? '')) / (30.44 * 86_400_000),
  );
}
