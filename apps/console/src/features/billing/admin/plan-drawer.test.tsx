// @vitest-environment happy-dom
import { addPlan } from '@bowerbird/contract/billing/admin-billing';
import type { PlanContent } from '@bowerbird/contract/billing/billing';
import { expect, it } from 'vitest';
import { button, FakeApi, press, says, settled, showPage, type } from '../../../testing/signed-in-page.tsx';
import { PlanDrawer } from './plan-drawer.tsx';

it('sends amounts with two decimals and unlimited quotas, and nothing while a field is wrong', async () => {
  const api = new FakeApi();
  api.answer(addPlan, (body) => ({ ...(body as PlanContent), id: 'team' }));
  const shown = await showPage(api, <PlanDrawer plan={null} onClose={() => {}} />, '/', '/');
  await type('每月价格', 'many');
  await type('店铺数', 'two');
  await press(button('保存'));
  await says('请填写名称');
  await says('请填写金额');
  await says('请填写整数');
  await settled(() => expect(document.activeElement?.getAttribute('name')).toBe('name.zh-CN'));
  expect(api.bodiesOf(addPlan)).toEqual([]);

  for (const field of document.querySelectorAll<HTMLInputElement>('[name^="name."]')) {
    field.setAttribute('aria-label', field.name);
    await type(field.name, '团队版');
  }
  await type('每月价格', '199,5');
  await type('店铺数', '1,000');
  await press(button('保存'));
  await settled(() => expect(api.bodiesOf(addPlan)).toHaveLength(1));
  await shown.close();

  const name = { 'zh-CN': '团队版', 'zh-TW': '团队版', 'en-US': '团队版', 'pt-BR': '团队版' };
  expect(api.bodiesOf(addPlan)).toEqual([
    {
      name,
      priceMonth: '199.50',
      priceYear: '0.00',
      currency: 'CNY',
      quotas: {
        products: null,
        'collected-per-month': null,
        'listed-per-month': null,
        stores: 1000,
        people: null,
      },
      onSale: true,
    },
  ]);
});
