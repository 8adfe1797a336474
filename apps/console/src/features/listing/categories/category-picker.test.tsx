// @vitest-environment happy-dom
import { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import { suggestStoreCategories } from '@bowerbird/contract/listing/rules';
import type { StoreCategories } from '@bowerbird/contract/listing/store-categories';
import { getStoreCategories, readStoreCategories } from '@bowerbird/contract/listing/store-categories';
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { FakeApi, pressReady, says, settled, showPage, type } from '../../../testing/signed-in-page.tsx';
import { storeWith } from '../../../testing/store.ts';
import { RulesCategories } from '../rules/rules-categories.tsx';

const store = storeWith({
  platform: 'woocommerce',
  domain: 'aster.example',
  address: 'https://aster.example/',
  connection: 'rest-keys',
  keeping: { uniqueKey: 'never', probes: false, probedAt: null, draftFirst: false, careful: null },
});
const at = '2026-11-20T08:00:00Z';
const paths = [['Home'], ['Home', 'Table lamps'], ['Home', 'Vases'], ['Sale']];
const tree: StoreCategories = {
  shape: 'tree',
  creates: true,
  categories: paths.map((path, n) => ({ path, productCount: n })),
  isComplete: true,
  asOf: at,
  reading: null,
  failure: null,
  chosen: [{ path: ['Sale'], times: 2 }],
};

let api: FakeApi;
let page: ShownPage;
let rules: ListingRules;

function RulesUnderTest() {
  const [held, setHeld] = useState(ListingRules.parse({}));
  rules = held;
  return (
    <RulesCategories
      rules={held}
      onRules={setHeld}
      reported={undefined}
      selection={{ ids: [store.id] }}
      store={store}
    />
  );
}

async function show(known: StoreCategories | (() => StoreCategories)) {
  api.answer(getStoreCategories, known);
  page = await showPage(api, <RulesUnderTest />, '/listing', '/listing');
  await says('Lighting');
}

const label = '“Lighting”对应的店铺分类';
const field = () => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);
const lines = () => [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')];
const words = () => lines().map(({ textContent }) => textContent);
const mapped = () => rules.categories.map.map(({ to }) => to);

async function send(event: Event) {
  await act(async () => void field()?.dispatchEvent(event));
}
const key = (name: string) =>
  send(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
const click = () => send(new MouseEvent('click', { bubbles: true }));

beforeEach(() => {
  api = new FakeApi();
  api.answer(suggestStoreCategories, {
    categories: [
      { path: ['Lighting'], count: 7, suggestions: [{ path: ['Home', 'Table lamps'], why: 'memory' }] },
    ],
  });
});

afterEach(async () => {
  await page.close();
});

it('offers what is suggested and what was chosen before first, and the tree by keyboard', async () => {
  await show(tree);
  expect(api.bodiesOf(suggestStoreCategories)).toMatchObject([{ storeId: store.id }]);
  expect(api.bodiesOf(readStoreCategories)).toEqual([]);
  await says('店铺共 4 个分类');

  await click();
  await settled(() => expect(words()).toEqual(['Table lampsHome1', 'Sale3', 'Home0', 'Sale3']));
  for (const name of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) {
    await key(name);
  }
  expect(words().slice(2)).toEqual(['Home0', 'Table lamps1', 'Vases2', 'Sale3']);
  await key('ArrowDown');
  await key('ArrowDown');
  const active = field()?.getAttribute('aria-activedescendant') ?? '';
  expect(document.getElementById(active)?.textContent).toBe('Vases2');
  await key('Enter');

  expect(mapped()).toEqual([['Home', 'Vases']]);
  expect(field()?.value).toBe('Home / Vases');
  expect(field()?.getAttribute('aria-expanded')).toBe('false');
});

it('finds while somebody types, and closes on Escape without a change', async () => {
  await show(tree);

  await type(label, 'lamp');
  await settled(() => expect(words()).toEqual(['Table lampsHome1', '新建分类“lamp”']));
  await key('Escape');
  expect(mapped()).toEqual([]);
  expect(field()?.value).toBe('');
  await type(label, 'lamp');
  await key('Enter');

  expect(mapped()).toEqual([['Home', 'Table lamps']]);
});

it('takes a new name where the store creates categories, and says that it is new', async () => {
  await show(tree);

  await type(label, 'Garden / Pots');
  await settled(() => expect(words()[0]).toBe('新建分类“Garden › Pots”'));
  await act(async () => void lines()[0]?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));

  expect(mapped()).toEqual([['Garden', 'Pots']]);
  await says('新分类：刊登时在店铺中创建');
});

it('takes no new name where the store creates none, and says what to do', async () => {
  await show({ ...tree, creates: false, shape: 'list', categories: [{ path: ['Sale'], productCount: 1 }] });

  await type(label, 'Garden');
  await says('没有找到“Garden”。该店铺不支持通过接口新建分类');
  await send(new FocusEvent('focusout', { bubbles: true }));

  expect(mapped()).toEqual([]);
});

it('reads the categories the first time they are looked at, with progress, and suggests again from them', async () => {
  let now: StoreCategories = { ...tree, categories: [], chosen: [], asOf: null };
  api.answer(readStoreCategories, () => {
    now = { ...now, reading: { since: at, count: 300 } };
    return now;
  });
  await show(() => now);
  await says('已读取 300 个');
  expect(api.bodiesOf(readStoreCategories)).toHaveLength(1);

  now = tree;
  await says('店铺共 4 个分类');
  await settled(() => expect(api.bodiesOf(suggestStoreCategories)).toHaveLength(2));
  expect(api.bodiesOf(readStoreCategories)).toHaveLength(1);
});

it('names why the store could not be read, keeps what was read before, and reads again when asked', async () => {
  const failure = { code: 'store.access-denied', params: { store: 'Aster US' }, at };
  await show({ ...tree, failure });
  await says('上次同步的分类仍可使用');

  await click();
  await settled(() => expect(words()).toContain('Sale3'));
  expect(api.bodiesOf(readStoreCategories)).toEqual([]);
  api.answer(readStoreCategories, tree);
  await pressReady('同步分类');

  await settled(() => expect(document.body.textContent).not.toContain('上次同步的分类仍可使用'));
});
