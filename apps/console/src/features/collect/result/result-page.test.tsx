// @vitest-environment happy-dom
import { mug } from '@bowerbird/catalog/testing/products';
import { getCollected } from '@bowerbird/contract/collect/collected';
import { listPlatforms } from '@bowerbird/contract/collect/platforms';
import { recollect } from '@bowerbird/contract/collect/recollect';
import { afterEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, settled, showPage } from '../../../testing/signed-in-page.tsx';
import ResultPage from './result-page.tsx';

const id = '0199aaaa-0000-7000-8000-0000000000c1';
const runId = '0199aaaa-0000-7000-8000-0000000000c2';
const at = '2026-11-20T10:00:00Z';

let page: ShownPage;
afterEach(() => page.close());

async function show(stock: number | null): Promise<FakeApi> {
  const api = new FakeApi();
  api.answer(listPlatforms, [
    {
      id: 'shopify',
      name: 'Shopify',
      letters: 'Sf',
      hue: '#2C6E3B',
      collects: true,
      searches: true,
      lists: true,
      connections: [],
      access: [],
      supportsStockRequests: true,
    },
  ]);
  api.answer(recollect, { runIds: [runId] });
  api.answer(getCollected, {
    row: {
      id,
      title: 'Mug',
      imageUrl: null,
      price: '11.00',
      priceMax: '15.00',
      currency: 'EUR',
      variantCount: 3,
      imageCount: 2,
      platform: 'shopify',
      shop: 'shop.example',
      url: 'https://shop.example/products/mug',
      category: null,
      collectedAt: at,
      timesSeen: 1,
      productId: null,
      facts: {},
      attributes: [],
      duplicate: null,
    },
    product: {
      ...mug,
      categories: [],
      variants: mug.variants.map((variant) => ({ ...variant, stock })),
      extra: { page: { way: 'feed', fields: {}, unknown: ['categories', 'barcode'] } },
    },
    ways: { title: 'feed', categories: 'feed' },
    uncertain: [],
    duplicateGroup: null,
    rawHash: '',
    versions: [],
    duplicates: [],
  });
  page = await showPage(api, <ResultPage />, `/collect/results/${id}`, '/collect/results/:id');
  await says('Mug');
  return api;
}

it('names what the source did not give, and the variants that lack what their siblings have', async () => {
  await show(3);

  await says('货源没有提供该商品的全部信息：分类, 条码。');
  await says('3 个规格中有 1 个没有SKU：White · S');
});

it('reads one product again with its stock, where that is not known and can be asked for', async () => {
  const api = await show(null);

  await press(button('读取库存数量'));

  await settled(() =>
    expect(api.bodiesOf(recollect)).toEqual([{ what: { collected: { ids: [id] } }, stock: true }]),
  );
});

it('says of no field that it was read in a way that did not give it', async () => {
  await show(null);

  const ways = [...document.querySelectorAll('.result-fields > *')].map((row) => [
    row.querySelector('dt')?.textContent,
    row.querySelector('.result-way')?.textContent,
  ]);

  expect(Object.fromEntries(ways)).toMatchObject({ 标题: '商品接口', 分类: '' });
});
