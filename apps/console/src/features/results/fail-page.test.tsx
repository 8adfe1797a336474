// @vitest-environment happy-dom
import type { Standing } from '@bowerbird/contract/billing/billing';
import { getStanding, requestUnfreeze } from '@bowerbird/contract/billing/billing';
import { afterEach, describe, expect, it } from 'vitest';
import { button, FakeApi, press, type ShownPage, says, showPage } from '../../testing/signed-in-page.tsx';
import FailPage from './fail-page.tsx';

let shown: ShownPage;
afterEach(async () => {
  await shown.close();
  sessionStorage.clear();
});

const name = { 'zh-CN': '免费版', 'zh-TW': '免費版', 'en-US': 'Free', 'pt-BR': 'Gratuito' };
const standing: Standing = {
  plansOn: true,
  frozen: null,
  plan: {
    id: 'free',
    name,
    priceMonth: '0.00',
    priceYear: '0.00',
    currency: 'CNY',
    quotas: { products: 500, 'collected-per-month': 1, 'listed-per-month': 1, stores: 1, people: 1 },
    onSale: true,
  },
  term: null,
  use: [
    { what: 'products', used: 490, limit: 500 },
    { what: 'stores', used: 0, limit: 1 },
  ],
  payments: [],
  bank: null,
};
const refused = { code: 'quota.exceeded', from: '/form/step-form', what: 'products', limit: 500 };
const show = (api: FakeApi) => showPage(api, <FailPage />, '/result/fail', '/result/fail');

describe('a submission that failed', () => {
  it('names the quota that would not do, leads to the plans, and back to what was entered [2.fail-text] [2.fail-back]', async () => {
    const api = new FakeApi();
    api.answer(getStanding, standing);
    sessionStorage.setItem('refused', JSON.stringify(refused));
    shown = await show(api);
    await says('提交失败');
    await says('请核对并修改以下信息后，再重新提交。');
    await says('您的账户还不具备申请资格');
    await says('商品数已用 490 / 500');
    await press(button('立即升级'));
    await press(button('返回修改'));

    expect(shown.opened).toEqual(['/dashboard/prices', '/form/step-form']);
  });

  it('says that nothing stands in the way once the plan was widened', async () => {
    const api = new FakeApi();
    api.answer(getStanding, { ...standing, use: [{ what: 'products', used: 490, limit: 5000 }] });
    sessionStorage.setItem('refused', JSON.stringify(refused));
    shown = await show(api);
    await says('现在没有阻碍，可以返回重新提交。');

    expect(document.body.textContent).not.toContain('您的账户还不具备申请资格');
  });

  it('asks once for a frozen account to be thawed, and says that it was asked [2.fail-hints]', async () => {
    const api = new FakeApi();
    let requestedAt: string | null = null;
    api.answer(getStanding, () => ({ ...standing, frozen: { reason: '账单逾期', requestedAt } }));
    api.answer(requestUnfreeze, () => {
      requestedAt = '2026-11-20T08:00:00Z';
      return { requestedAt };
    });
    shown = await show(api);
    await says('您的账户已被冻结');
    await says('账单逾期');
    await press(button('立即解冻'));
    await says('请求解冻，管理员处理后会通知您');

    expect(() => button('立即解冻')).toThrow();
  });
});
