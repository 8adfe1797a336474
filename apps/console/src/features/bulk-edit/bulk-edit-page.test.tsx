// @vitest-environment happy-dom
import {
  countBulkEdit,
  type EditPreviewRow,
  previewBulkEdit,
  startBulkEdit,
} from '@bowerbird/contract/products/bulk-edit';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import {
  button,
  FakeApi,
  press,
  pressReady,
  says,
  settled,
  showPage,
  type,
} from '../../testing/signed-in-page.tsx';
import BulkEditPage from './bulk-edit-page.tsx';

const id = '0199aaaa-0000-7000-8000-0000000000a1';
const second = '0199aaaa-0000-7000-8000-0000000000a2';
const runId = '0199aaaa-0000-7000-8000-0000000000c1';
const selection = { filter: { tags: ['autumn'] }, except: [id] };
const prefixed = { edit: { kind: 'text-prefix', field: 'title', text: 'New ' } };

const row: EditPreviewRow = {
  id: second,
  title: 'Mug',
  sku: 'MUG-1',
  imageUrl: null,
  currency: 'USD',
  outcome: 'changed',
  steps: [0],
  cells: [{ path: 'title', before: 'Mug', after: 'New Mug' }],
  ruled: {},
  variants: {},
  price: { before: '10', after: '10' },
  margin: null,
  rejection: null,
  stops: [],
  inStores: [],
};
const page0 = {
  checked: 2000,
  changed: 1500,
  unchanged: 499,
  rejected: [{ code: 'title-empty', count: 1 }],
  hits: [1500],
  stopped: 0,
  spread: [],
  next: second,
};
const page1 = {
  ...page0,
  checked: 407,
  changed: 400,
  unchanged: 5,
  rejected: [{ code: 'title-empty', count: 2 }],
  hits: [400],
  stopped: 7,
  next: null,
};

let api: FakeApi;
let page: ShownPage | null = null;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  sessionStorage.clear();
  sessionStorage.setItem('bowerbird.selection', JSON.stringify({ selection, count: 2407 }));
  api = new FakeApi();
  api.answer(previewBulkEdit, { products: 2407, variants: 9000, sample: [row], next: second });
  api.answer(countBulkEdit, (body) => (JSON.stringify(body).includes('"after":null') ? page0 : page1));
});
afterEach(() => page?.close());

const show = async () => {
  page = await showPage(api, <BulkEditPage />, '/products/bulk', '/products/bulk');
};
const addPrefix = async (words: string) => {
  await press(button('再加一步'));
  await settled(() => button('加前缀'));
  await press(button('加前缀'));
  await type('文字', words);
};

describe('a bulk edit', () => {
  it('adds up the counts of all pages, and applies exactly what was shown', async () => {
    api.answer(startBulkEdit, { runId });
    await show();
    await says('标签：autumn');
    await addPrefix('New ');

    await says('1,900 件会改变');
    await says('504 件不变');
    await says('3 件改不了');
    await says('7 件会被价格检查拦截');
    await says('2,407 件商品，9,000 个规格');
    expect(api.bodiesOf(countBulkEdit)).toEqual([
      { selection, steps: [prefixed], after: null },
      { selection, steps: [prefixed], after: second },
    ]);
    await pressReady('应用到 1,900 件');
    await says('已开始批量编辑 1,900 件');
    expect(api.bodiesOf(startBulkEdit)).toEqual([{ selection, steps: [prefixed], expected: 2407 }]);
    expect(page?.opened).toEqual(['/products/list']);
    expect(sessionStorage.getItem('bowerbird.bulk-edit')).toBeNull();
  });

  it('says at least how many will change until all are counted, and never the number of other steps', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ask = api.fetch;
    vi.spyOn(api, 'fetch').mockImplementation(async (input, init) => {
      if (String(input).endsWith('/edits/count') && !String(init?.body).includes('"after":null')) {
        await held;
      }
      return await ask(input, init);
    });
    await show();
    await addPrefix('New ');

    await says('至少 1,500 件会改变');
    await says('已统计 2,000 / 2,407 件');
    // Neither the guard's number nor what stays is known before.
    expect(document.body.textContent).not.toContain('499 件不变');
    expect(button('应用').disabled).toBe(true);
    await type('文字', 'Newer ');
    await says('正在统计');
    expect(document.body.textContent).not.toContain('1,500');
    release();
    await says('1,900 件会改变');
    expect(document.body.textContent).not.toContain('至少');
  });

  it('throws away the count of steps that were changed meanwhile', { tags: ['slow'] }, async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ask = api.fetch;
    vi.spyOn(api, 'fetch').mockImplementation(async (input, init) => {
      const answer = await ask(input, init);
      if (String(input).endsWith('/edits/count') && String(init?.body).includes('Old')) {
        await held;
      }
      return answer;
    });
    api.answer(countBulkEdit, (body) => {
      const answer = JSON.stringify(body).includes('"after":null') ? page0 : page1;
      return JSON.stringify(body).includes('Old') ? { ...answer, changed: 99 } : answer;
    });
    await show();
    await addPrefix('Old ');
    await settled(() => expect(api.bodiesOf(countBulkEdit)).toHaveLength(1));
    await type('文字', 'New ');
    await says('1,900 件会改变');
    release();
    await act(async () => new Promise((resolve) => setTimeout(resolve, 100)));

    expect(document.body.textContent).toContain('1,900 件会改变');
    expect(api.bodiesOf(countBulkEdit)).toHaveLength(3);
    expect(api.bodiesOf(countBulkEdit).at(-1)).toEqual({ selection, steps: [prefixed], after: second });
  });

  it('says why a product cannot be changed, and at which step', async () => {
    const rejection = { code: 'title-empty', params: {}, step: 0 };
    api.answer(previewBulkEdit, {
      products: 2407,
      variants: 9000,
      sample: [{ ...row, outcome: 'rejected', cells: [], rejection }],
      next: null,
    });
    await show();
    await addPrefix('New ');
    await says('3 件改不了');
    await press(document.querySelector<HTMLElement>('[data-tab="rejected"]') ?? document.body);

    await says('第 1 步：标题会变成空的');
  });

  it('cannot be applied while a step is not filled in, and keeps what was entered over a reload', async () => {
    await show();
    await addPrefix('');
    await says('第 1 步还没填完');
    expect(document.body.textContent).not.toContain('添加一步后');
    expect(button('应用').disabled).toBe(true);
    expect(api.bodiesOf(countBulkEdit)).toEqual([]);
    await type('文字', 'New ');
    await says('1,900 件会改变');
    await page?.close();
    await show();

    await says('标签：autumn');
    await says('1,900 件会改变');
  });

  it('says where products are selected, if none are', async () => {
    sessionStorage.clear();
    await show();

    await says('请先在商品列表里选择要编辑的商品');
  });
});
