// @vitest-environment happy-dom

import type { Plan, Standing } from '@bowerbird/contract/billing/billing';
import { getStanding, listPlans } from '@bowerbird/contract/billing/billing';
import type { Order } from '@bowerbird/contract/billing/orders';
import { placeOrder, quoteOrder } from '@bowerbird/contract/billing/orders';
import { afterEach, describe, expect, it } from 'vitest';
import { button, FakeApi, press, type ShownPage, says, showPage } from '../../testing/signed-in-page.tsx';
import PricesPage from './prices-page.tsx';

let shown: ShownPage;
afterEach(() => shown.close());

const plan = (id: string, name: string, priceMonth: string, products: number | null): Plan => ({
  id,
  name: { 'zh-CN': name, 'zh-TW': name, 'en-US': name, 'pt-BR': name },
  priceMonth,
  priceYear: priceMonth,
  currency: 'CNY',
  quotas: { products, 'collected-per-month': 100, 'listed-per-month': 100, stores: 1, people: 1 },
  onSale: true,
});
const free = plan('free', '免费版', '0.00', 500);
const team = plan('team', '团队版', '199.00', null);
const standing: Standing = {
  plansOn: true,
  frozen: null,
  plan: free,
  term: null,
  use: [{ what: 'products', used: 450, limit: 500 }],
  payments: ['bank-transfer'],
  bank: null,
};
const order: Order = {
  id: '0199aaaa-0000-7000-8000-00000000000a',
  number: 'BB20261120-00001',
  planId: 'team',
  planName: team.name,
  term: 'month',
  state: 'waiting-payment',
  payment: 'bank-transfer',
  currency: 'CNY',
  price: '199.00',
  credit: '60.10',
  amount: '138.90',
  invoice: null,
  createdAt: '2026-11-20T08:00:00Z',
  expiresAt: '2026-12-04T08:00:00Z',
  paidAt: null,
  endedAt: null,
  periodStart: null,
  periodEnd: null,
};

function apiWith(more: Partial<Standing> = {}): FakeApi {
  const api = new FakeApi();
  api.answer(listPlans, [free, team]);
  api.answer(getStanding, { ...standing, ...more });
  api.answer(quoteOrder, {
    planId: 'team',
    term: 'month',
    currency: 'CNY',
    price: '199.00',
    credit: '60.10',
    amount: '138.90',
    extraDays: 0,
    startsAt: '2026-11-20T08:00:00Z',
    endsAt: '2026-12-20T08:00:00Z',
  });
  api.answer(placeOrder, order);
  return api;
}
const show = (api: FakeApi) => showPage(api, <PricesPage />, '/dashboard/prices', '/dashboard/prices');

describe('the plans', () => {
  it('are ordered at the amount that was shown, less what is left of the old one', async () => {
    const api = apiWith();
    shown = await show(api);
    await says('已用 450 / 500');
    await press(button('订购团队版'));
    await says('原套餐剩余抵扣');
    await says('138.90');
    await press(button('下单'));

    expect(api.bodiesOf(placeOrder)).toEqual([
      { planId: 'team', term: 'month', payment: 'bank-transfer', amount: '138.90' },
    ]);
    expect(shown.opened).toEqual([`/result/success?order=${order.id}`]);
  });

  it('offer nothing that cannot be paid, and say who can be asked', async () => {
    shown = await show(apiWith({ payments: [] }));
    await says('还没有设置付款方式，请联系管理员。');

    expect(() => button('订购团队版')).toThrow();
  });

  it('do not nag where there are none', async () => {
    shown = await show(apiWith({ plansOn: false }));
    await says('此服务器没有套餐限制');

    expect(document.body.textContent).not.toContain('团队版');
  });
});
