// @vitest-environment happy-dom
import {
  getProductFacets,
  getProductQueues,
  queryProducts,
  undoProductChange,
} from '@bowerbird/contract/products/products';
import { createSavedItem, listSavedItems, saveSavedItem } from '@bowerbird/contract/products/saved-items';
import { getMarkChoices, markProducts } from '@bowerbird/contract/products/team-marks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginPerson, forgetPerson, personalName } from '../../../lib/person/window-person.ts';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage } from '../../../testing/signed-in-page.tsx';
import ProductsPage from '../list/products-page.tsx';

const lamp = '0199aaaa-0000-7000-8000-0000000000a1';
const ann = '0199aaaa-0000-7000-8000-0000000000c1';
const summer = { id: '0199aaaa-0000-7000-8000-0000000000d1', name: 'Summer' };
const runId = '0199aaaa-0000-7000-8000-0000000000f1';
const view = {
  id: '0199aaaa-0000-7000-8000-0000000000e1',
  name: 'Cheap',
  shared: true,
  mine: false,
  by: 'Bo',
  content: {
    kind: 'product-view' as const,
    filter: { costMax: '5' },
    sort: 'cost' as const,
    direction: 'asc' as const,
  },
  updatedAt: '2026-11-18T08:00:00Z',
};

let api: FakeApi;
let page: ShownPage | undefined;

afterEach(forgetPerson);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  beginPerson(ann);
  api = new FakeApi();
  api.answer(getProductFacets, { tags: [], categories: [], sources: [], vendors: [], productTypes: [] });
  api.answer(getProductQueues, {
    counts: {
      'to-edit': 0,
      'to-list': 0,
      changed: 0,
      rejected: 0,
      'out-of-stock': 0,
      'low-margin': 0,
      listed: 0,
    },
    lowMarginUnder: 20,
  });
  api.answer(getMarkChoices, {
    groups: [{ ...summer, products: 3 }],
    people: [{ id: ann, name: 'Ann', products: 0 }],
    colours: [],
  });
  api.answer(queryProducts, {
    items: [
      {
        id: lamp,
        revision: 1,
        title: 'Lamp',
        status: 'active',
        imageUrl: null,
        sku: null,
        variantCount: 1,
        price: '19.90',
        priceMax: '19.90',
        currency: 'USD',
        margin: 59,
        stock: 3,
        category: null,
        tags: [],
        platform: null,
        sourceHost: null,
        sourceUrl: null,
        imageCount: 1,
        compareAt: null,
        cost: null,
        vendor: null,
        productType: null,
        marks: { group: summer, colour: 'red', assignee: null, note: 'call' },
        listings: [],
        createdAt: '2026-11-18T08:00:00Z',
        updatedAt: '2026-11-18T08:00:00Z',
        collectedAt: null,
      },
    ],
    total: 12_408,
    totalIsEstimate: false,
    nextCursor: null,
    milliseconds: 1,
  });
});
/** Returns the checkbox with this text in its label or its name. */
function boxOf(name: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('input[type=checkbox]')].find(
    (box) => box.getAttribute('aria-label')?.includes(name) || box.closest('label')?.textContent === name,
  );
  return found ?? button(name);
}

const need = (element: HTMLElement | undefined): HTMLElement => {
  if (element === undefined) {
    throw new Error('not shown');
  }
  return element;
};

afterEach(async () => {
  await page?.close();
});

async function show(): Promise<void> {
  page = await showPage(api, <ProductsPage />, '/products/list', '/products/list');
  await says('Lamp');
}

it('shows the marks of a product, and marks all that match with the number that was shown', async () => {
  await show();
  await says('红色');
  api.answer(markProducts, { marked: 12_408, runId, changeId: runId });
  await press(boxOf('Lamp'));
  await press(button('选择全部 12,408 件'));
  await press(button('标记'));
  await says('标记 12,408 件商品');

  await press(boxOf('替换备注'));
  const save = [...document.querySelectorAll<HTMLElement>('.ant-modal-footer button')].at(-1);
  await press(need(save));

  await says('已标记 12,408 件商品。');
  expect(api.bodiesOf(markProducts)).toEqual([
    { selection: { filter: {}, except: [] }, expected: 12_408, marks: { note: null } },
  ]);
  // The run asks first, with what can be undone and what is kept.
  await press(button('撤销'));
  await vi.waitFor(() => expect(page?.opened).toEqual([`/profile/basic/${runId}?undo=1`]));
});

it('undoes the marking of one product from the toast at once, and offers nothing where nothing changed', async () => {
  await show();
  api.answer(markProducts, { marked: 1, runId: null, changeId: runId });
  api.answer(undoProductChange, () => {
    throw new Error('the answer does not matter');
  });
  const markLamp = async () => {
    await press(button('标记'));
    await press(boxOf('替换备注'));
    const save = [...document.querySelectorAll<HTMLElement>('.ant-modal-footer button')].at(-1);
    await press(need(save));
    await says('已标记 1 件商品。');
  };
  await press(boxOf('Lamp'));
  await markLamp();
  await press(button('撤销'));
  await vi.waitFor(() => expect(api.bodiesOf(undoProductChange)).toEqual([{}]));
});

it('opens a view that another person shares, and offers neither to change nor to delete it', async () => {
  api.answer(listSavedItems, [view]);
  await show();
  await says('由 Bo 共享');

  const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
  await press(need(tabs.find((tab) => tab.textContent?.includes('Cheap'))));

  expect(api.bodiesOf(queryProducts).at(-1)).toMatchObject({ filter: { costMax: '5' }, sort: 'cost' });
  expect(document.querySelector('[aria-label="更多"]')).toBeNull();
  expect(api.bodiesOf(saveSavedItem)).toEqual([]);
});

it('moves the views that the browser kept to the server once, and forgets them here', async () => {
  const kept = personalName('bowerbird.products.views');
  localStorage.setItem(
    kept,
    JSON.stringify([{ name: 'Autumn', query: '?tags=autumn&sort=price&direction=asc' }]),
  );
  api.answer(createSavedItem, { ...view, name: 'Autumn', mine: true, shared: false });
  await show();

  expect(api.bodiesOf(createSavedItem)).toEqual([
    {
      name: 'Autumn',
      shared: false,
      content: { kind: 'product-view', filter: { tags: ['autumn'] }, sort: 'price', direction: 'asc' },
    },
  ]);
  await vi.waitFor(() => expect(localStorage.getItem(kept)).toBeNull());
});
