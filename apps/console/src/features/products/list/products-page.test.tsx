// @vitest-environment happy-dom

import { recollect } from '@bowerbird/contract/collect/recollect';
import { AppError } from '@bowerbird/contract/errors';
import { countChanged, updateChanged } from '@bowerbird/contract/listing/states';
import type { ProductRow } from '@bowerbird/contract/products/products';
import {
  deleteProducts,
  editProduct,
  getProductFacets,
  getProductQueues,
  queryProducts,
} from '@bowerbird/contract/products/products';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage } from '../../../testing/signed-in-page.tsx';
import ProductsPage from './products-page.tsx';

const ids = ['0199aaaa-0000-7000-8000-0000000000a1', '0199aaaa-0000-7000-8000-0000000000a2'] as const;

const row = (id: string, title: string): ProductRow => ({
  id,
  revision: 1,
  title,
  status: 'active',
  imageUrl: null,
  sku: '0017',
  variantCount: 1,
  price: '19.90',
  priceMax: '19.90',
  currency: 'USD',
  margin: 59,
  stock: 3,
  category: 'Home / Lamps',
  tags: ['autumn'],
  platform: 'shopify',
  sourceHost: 'glade-home.example',
  sourceUrl: null,
  imageCount: 1,
  compareAt: null,
  cost: '8.00',
  vendor: 'Glade Home',
  productType: null,
  marks: { group: null, colour: null, assignee: null, note: null },
  listings: [],
  createdAt: '2026-11-18T08:00:00Z',
  updatedAt: '2026-11-18T08:00:00Z',
  collectedAt: null,
});

const queues = {
  counts: {
    'to-edit': 12,
    'to-list': 2024,
    changed: 3,
    rejected: 0,
    'out-of-stock': 5,
    'low-margin': 7,
    listed: 40,
  },
  lowMarginUnder: 20,
};

let api: FakeApi;
let page: ShownPage;

beforeEach(async () => {
  sessionStorage.clear();
  api = new FakeApi();
  api.answer(getProductFacets, { tags: [], categories: [], sources: [], vendors: [], productTypes: [] });
  api.answer(getProductQueues, queues);
  api.answer(queryProducts, {
    items: [row(ids[0], 'Lamp'), row(ids[1], 'Vase')],
    total: 12_408,
    totalIsEstimate: true,
    nextCursor: null,
    milliseconds: 18,
  });
  page = await showPage(api, <ProductsPage />, '/products/list?tags=autumn', '/products/list');
  await says('Vase');
});
afterEach(() => page.close());

describe('the product list', () => {
  it('says "more than" where counting ended early', async () => {
    await says('超过 12,408 件 · 18 毫秒');
  });

  it('hands over everything that matches by its filter, less what was taken out again', async () => {
    await press(boxOf('Lamp'));
    await press(button('选择符合条件的全部商品'));
    await press(boxOf('Vase'));

    await says('排除 1 件');
    await press(button('刊登到店铺'));

    expect(JSON.parse(sessionStorage.getItem('bowerbird.selection') ?? 'null')).toEqual({
      selection: { filter: { tags: ['autumn'] }, except: [ids[1]] },
      count: 12_407,
    });
  });

  it('deletes what was chosen by hand only after asking, with the number the person saw', async () => {
    api.answer(deleteProducts, { deleted: 1, binId: '019aaaaa-0000-7000-8000-000000000001' });
    await press(boxOf('Lamp'));
    await press(button('删除'));

    await says('删除 1 件商品？');
    expect(api.bodiesOf(deleteProducts)).toEqual([]);
    await press(button('删除 1 件'));

    await says('已删除 1 件。');
    expect(api.bodiesOf(deleteProducts)).toEqual([{ selection: { ids: [ids[0]] }, expected: 1 }]);
  });

  it('has the sources of products chosen by hand collected again, and leads to the run', async () => {
    const runId = '0199aaaa-0000-7000-8000-0000000000b1';
    api.answer(recollect, { runIds: [runId] });
    await press(boxOf('Lamp'));
    await press(button('重新采集'));

    await says('正在重新采集');
    await press(button('查看'));

    expect(api.bodiesOf(recollect)).toEqual([{ what: { productIds: [ids[0]] } }]);
    expect(page.opened).toEqual([`/profile/basic/${runId}`]);
  });

  it('shows each work queue with its count, and what an empty one is for', async () => {
    const tabs = [...document.querySelectorAll('[role="tab"]')].map(({ textContent }) => textContent);
    expect(tabs.slice(1)).toEqual([
      '待编辑12',
      '待刊登2,024',
      '待更新3',
      '刊登失败0',
      '缺货5',
      '毛利率过低7',
      '已刊登40',
    ]);
    api.answer(queryProducts, {
      items: [],
      total: 0,
      totalIsEstimate: false,
      nextCursor: null,
      milliseconds: 1,
    });
    await act(async () => document.querySelector<HTMLElement>('[data-tab=" low-margin"]')?.click());

    await says('毛利率低于 20%');
    expect(api.bodiesOf(queryProducts).at(-1)).toMatchObject({ filter: { queue: 'low-margin' } });
  });

  it('updates what was changed in its stores after showing the count, and asks again where it moved', async () => {
    const runId = '0199aaaa-0000-7000-8000-0000000000b2';
    const counts = [3, 4];
    api.answer(countChanged, () => {
      const products = counts.shift() ?? 4;
      const store = { storeId: ids[0], name: 'Aster', platform: 'shopify', products };
      return { products, listings: products, stores: [store] };
    });
    api.answer(updateChanged, (body) => {
      if (JSON.stringify(body).includes('"expected":3')) {
        throw new AppError('selection.changed', 'moved', { params: { expected: 3, count: 4 } });
      }
      return { runIds: [runId], products: 4, listings: 4 };
    });
    await press(boxOf('Lamp'));
    await press(button('选择符合条件的全部商品'));
    await press(button('更新到店铺'));
    await says('Aster：3 件');
    await press(button('更新 3 件商品到 1 家店铺'));
    await says('Aster：4 件');
    await press(button('更新 4 件商品到 1 家店铺'));

    await says('正在更新店铺里的 4 件商品');
    await press(button('查看'));
    expect(page.opened).toEqual([`/profile/basic/${runId}`]);
    expect(api.bodiesOf(updateChanged)).toEqual([
      { selection: { filter: { tags: ['autumn'] }, except: [] }, expected: 3 },
      { selection: { filter: { tags: ['autumn'] }, except: [] }, expected: 4 },
    ]);
  });

  it('asks before another filter takes away a selection by the old one', async () => {
    await press(boxOf('Lamp'));
    await press(button('选择符合条件的全部商品'));
    await press(button('移除 标签：autumn'));

    await says('要改变筛选条件吗？');
    await press(button('保留所选'));

    expect(api.bodiesOf(queryProducts).every((body) => JSON.stringify(body).includes('autumn'))).toBe(true);
  });

  it('asks once whether products picked by hand are kept when the filter changes', async () => {
    await press(boxOf('Lamp'));
    await press(button('移除 标签：autumn'));

    await says('要改变筛选条件吗？');
    await press(button('保留已选'));

    await says('已选 1 件');
    await says('Lamp');
    expect(boxOf('Lamp')).toHaveProperty('checked', true);
    expect(api.bodiesOf(queryProducts).at(-1)).toMatchObject({ filter: {} });
  });

  it('refuses a price that is none in its cell and keeps what was typed', async () => {
    const cell = [...document.querySelectorAll<HTMLElement>('.products-cell')].find((each) =>
      each.textContent?.includes('19.90'),
    );
    await act(async () => cell?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 })));
    const field = document.querySelector<HTMLInputElement>('.products-cell-field');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '1e3');
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await act(async () =>
      field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    );

    expect(field?.getAttribute('aria-invalid')).toBe('true');
    expect(field?.value).toBe('1e3');
    expect(api.bodiesOf(editProduct)).toEqual([]);
  });
});

function boxOf(name: string): HTMLElement {
  const box = document.querySelector<HTMLElement>(`input[aria-label="选择 ${name}"]`);
  if (box === null) {
    throw new Error(`no row "${name}"`);
  }
  return box;
}
