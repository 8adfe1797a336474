// @vitest-environment happy-dom
import type { ProductRow } from '@bowerbird/contract/products/products';
import { getProductFacets, getProductQueues, queryProducts } from '@bowerbird/contract/products/products';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginPerson, forgetPerson } from '../../../lib/person/window-person.ts';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage } from '../../../testing/signed-in-page.tsx';
import ProductsPage from './products-page.tsx';

const lamp: ProductRow = {
  id: '0199aaaa-0000-7000-8000-0000000000a1',
  revision: 1,
  title: 'Lamp',
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
  tags: [],
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
};
const ann = '0199aaaa-0000-7000-8000-0000000000c1';
const ben = '0199aaaa-0000-7000-8000-0000000000c2';

let page: ShownPage;

async function showTo(person: string): Promise<void> {
  beginPerson(person);
  const api = new FakeApi();
  api.answer(getProductFacets, { tags: [], categories: [], sources: [], vendors: [], productTypes: [] });
  api.answer(getProductQueues, {
    counts: {
      'to-edit': 0,
      'to-list': 1,
      changed: 0,
      rejected: 0,
      'out-of-stock': 0,
      'low-margin': 0,
      listed: 0,
    },
    lowMarginUnder: 20,
  });
  api.answer(queryProducts, {
    items: [lamp],
    total: 1,
    totalIsEstimate: false,
    nextCursor: null,
    milliseconds: 1,
  });
  page = await showPage(api, <ProductsPage />, '/products/list', '/products/list');
  await says('Lamp');
}
async function showAgainTo(person: string): Promise<void> {
  await page.close();
  await showTo(person);
}

const head = () => document.querySelector<HTMLElement>('.data-table-heads');
const columns = () =>
  [...(head()?.querySelectorAll('.data-table-cell') ?? [])].map(({ textContent }) => textContent);
const tracks = () => head()?.getAttribute('style') ?? '';
async function key(name: string, column: string): Promise<void> {
  const handle = document.querySelector(`hr[aria-label*="“${column}”"]`);
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
  await act(async () => void handle?.dispatchEvent(event));
}

async function openMenu(): Promise<void> {
  await press(button('列与行高'));
  await says('恢复默认列');
}

afterEach(forgetPerson);
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await showTo(ann);
});
afterEach(async () => {
  await page.close();
  localStorage.clear();
  sessionStorage.clear();
});

it('keeps a width that was chosen by the keyboard for this person alone, and gives it back', async () => {
  const first = tracks();

  await key('ArrowRight', '商品');
  const chosen = tracks();
  await showAgainTo(ben);
  const toBen = tracks();
  await showAgainTo(ann);
  const toAnn = tracks();
  await key('Home', '商品');

  // This environment has no layout: a column without a width becomes as narrow as possible.
  expect(chosen).toContain('64px');
  expect(chosen).not.toBe(first);
  expect(toBen).toBe(first);
  expect(toAnn).toBe(chosen);
  expect(tracks()).toBe(first);
});

it('keeps the order of columns, and resets order, widths and hidden columns together', async () => {
  const first = columns();
  await key('ArrowRight', '价格');
  await openMenu();

  await press(button('将“库存”前移'));
  await press(button('将“库存”前移'));
  await showAgainTo(ann);

  expect(columns().slice(0, 4)).toEqual(['商品', '库存', '价格', '毛利率']);
  await openMenu();
  await press(button('恢复默认列'));
  expect(columns()).toEqual(first);
  expect(tracks()).not.toContain('64px');
});
