// @vitest-environment happy-dom
import type { Edit } from '@bowerbird/catalog/edits/edit';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginPerson, forgetPerson } from '../../../lib/person/window-person.ts';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage, type } from '../../../testing/signed-in-page.tsx';
import PriceCalculator from './price-calculator.tsx';

const product = productWith({
  currency: 'USD',
  options: [{ name: 'Size', values: ['S', 'L', 'XL'] }],
  variants: [
    variantWith({
      id: 'v1',
      optionValues: ['S'],
      cost: '50',
      price: '40',
      weight: { value: '400', unit: 'g' },
    }),
    variantWith({ id: 'v2', optionValues: ['L'], cost: null, price: '40' }),
    variantWith({
      id: 'v3',
      optionValues: ['XL'],
      cost: '50',
      price: '20',
      weight: { value: '4', unit: 'kg' },
    }),
  ],
});

let page: ShownPage;
let applied: Edit[];

afterEach(forgetPerson);
beforeEach(async () => {
  localStorage.clear();
  beginPerson('0199aaaa-0000-7000-8000-0000000000c1');
  applied = [];
  page = await showPage(
    new FakeApi(),
    <PriceCalculator product={product} onApply={(edit) => applied.push(edit)} onClose={() => undefined} />,
    '/',
    '/',
  );
  await says('价格计算器');
});
afterEach(async () => {
  await page.close();
  localStorage.clear();
});

const lines = () =>
  [...document.querySelectorAll('.price-calculator tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  );

it('follows what is typed, says what is not known, and gives the price back as the same formula', async () => {
  await type('平台佣金 %', '15');
  await type('目标毛利率 %', '50');
  await type('成本汇率', '0.14');
  await press(button('增加重量档'));
  await type('不超过（克）', '500');
  await type('运费', '4.20');

  expect(lines()).toEqual([
    ['S', '$11.20', '$40.00', '57.0%', '$32.00'],
    ['L', '没有成本', '$40.00', '—', '—'],
    ['XL', '没有重量，或超出运费表', '$20.00', '—', '—'],
  ]);
  await press(button('采用 1 个价格'));
  expect(applied).toEqual([
    {
      kind: 'price-from-costs',
      margin: '50',
      commission: '15',
      rate: '0.14',
      rateDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      shipping: [{ upTo: '500', price: '4.20' }],
    },
  ]);
});

it('offers no price where commission and margin are all of it', async () => {
  await type('平台佣金 %', '60');
  await type('目标毛利率 %', '40');

  expect(lines()[0]?.at(-1)).toBe('$40.00');
  expect(button('采用 0 个价格').disabled).toBe(true);
});
