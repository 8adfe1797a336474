// @vitest-environment happy-dom
import {
  attachRule,
  detachRule,
  type EditRuleDetail,
  getEditRule,
  previewAttachRule,
  previewMoveRule,
  type RulePreview,
} from '@bowerbird/contract/products/edit-rules';
import { getProductFacets } from '@bowerbird/contract/products/products';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import {
  button,
  FakeApi,
  press,
  pressReady,
  says,
  settled,
  showPage,
} from '../../../testing/signed-in-page.tsx';
import RulePage from './rule-page.tsx';

const id = '0199aaaa-0000-7000-8000-000000000001';
const attachmentId = '0199aaaa-0000-7000-8000-0000000000b1';
const runId = '0199aaaa-0000-7000-8000-0000000000c1';
const productId = '0199aaaa-0000-7000-8000-0000000000a1';
const at = '2026-11-18T08:00:00Z';

const rule: EditRuleDetail = {
  id,
  number: 1,
  name: 'Dearer',
  description: 'Dearer than at the source',
  state: 'online',
  version: 2,
  timesUsed: 1,
  updatedAt: at,
  isAttached: true,
  alarmed: false,
  versions: [
    { version: 2, steps: [{ edit: { kind: 'multiply-price', by: '1.5' } }], at, by: '林晓' },
    { version: 1, steps: [{ edit: { kind: 'multiply-price', by: '1.3' } }], at, by: '林晓' },
  ],
  attachments: [
    {
      id: attachmentId,
      version: 1,
      filter: { sources: ['shop.example'] },
      attachedAt: at,
      detachedAt: null,
      products: 600,
      rejected: 0,
    },
  ],
};
const counts = { changed: 400, unchanged: 50, 'without-source': 40, already: 10, rejected: 0 };
const first: RulePreview = {
  counts,
  kept: 3,
  checked: 500,
  rejected: [],
  sample: [
    {
      id: productId,
      title: 'Mug',
      imageUrl: null,
      currency: 'USD',
      outcome: 'unchanged',
      cells: [],
      kept: [{ path: 'variants/v1/price', mine: '99.00', ruled: '14.99' }],
      variants: { v1: 'Blue' },
      rejection: null,
    },
  ],
  next: productId,
  products: 600,
};
const second: RulePreview = {
  ...first,
  counts: { ...counts, changed: 100, unchanged: 0, 'without-source': 0, already: 0 },
  kept: 1,
  checked: 100,
  sample: [],
  next: null,
  products: null,
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
  api = new FakeApi();
  api.answer(getEditRule, rule);
  api.answer(getProductFacets, { tags: [], categories: [], sources: [], vendors: [], productTypes: [] });
  const pages = (body: unknown) => (JSON.stringify(body).includes('"after":null') ? first : second);
  api.answer(previewAttachRule, pages);
  api.answer(previewMoveRule, pages);
});
afterEach(() => page?.close());

const show = async (query = '') => {
  page = await showPage(api, <RulePage />, `/products/rules/${id}${query}`, '/products/rules/:id');
};

it('attaches exactly what the preview added up, and says what stays because it was set by hand', async () => {
  api.answer(attachRule, { runId, attachmentId });
  await show();
  await says('货源：shop.example');
  await press(button('应用到商品…'));

  await says('500 件会改变');
  await says('40 件没有货源');
  await says('4 件商品有手动改过的内容，保持不变');
  await says('Blue 的价格：手动设为 $99.00，保持不变（规则结果为 $14.99）');
  await pressReady('应用到 600 件');
  await says('正在把规则应用到 600 件商品');
  expect(api.bodiesOf(attachRule)).toEqual([
    { version: 2, selection: { filter: {}, except: [] }, expected: 600 },
  ]);
  expect(api.bodiesOf(previewAttachRule)).toHaveLength(2);
});

it('attaches to the products that were selected before', async () => {
  const selection = { ids: [productId] };
  sessionStorage.setItem('bowerbird.selection', JSON.stringify({ selection, count: 1 }));
  await show('?attach');

  await says('手动勾选的 1 件商品');
  await settled(() => expect(api.bodiesOf(previewAttachRule)).toHaveLength(2));
  expect(api.bodiesOf(previewAttachRule)[0]).toEqual({ version: 2, selection, after: null });
});

it('detaches after the preview when the run page asks for it', async () => {
  api.answer(detachRule, { runId, attachmentId });
  await show(`?detach=${attachmentId}`);

  await says('解除应用“Dearer”');
  await says('500 件会改变');
  expect(api.bodiesOf(previewMoveRule)[0]).toEqual({ version: null, after: null });
  expect(api.bodiesOf(detachRule)).toEqual([]);
  await pressReady('从 600 件商品解除');
  await says('正在从 600 件商品解除规则');
  expect(api.bodiesOf(detachRule)).toHaveLength(1);
});

it('offers the newest version to products that have an older one', async () => {
  await show();
  await settled(() => button('改用版本 2…'));
  await press(button('改用版本 2…'));

  await settled(() => expect(api.bodiesOf(previewMoveRule)[0]).toEqual({ version: 2, after: null }));
});
