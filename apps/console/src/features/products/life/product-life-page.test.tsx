// @vitest-environment happy-dom
import type { ProductLife } from '@bowerbird/contract/products/life';
import { getProductLife } from '@bowerbird/contract/products/life';
import { afterEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { FakeApi, press, says, showPage } from '../../../testing/signed-in-page.tsx';
import ProductLifePage from './product-life-page.tsx';

const id = '0199aaaa-0000-7000-8000-00000000000a';
const runId = '0199aaaa-0000-7000-8000-00000000000b';
const at = '2026-11-20T08:00:00Z';
const run = { id: runId, title: 'glade-home.example' };
const life: ProductLife = {
  id,
  title: '蓝色马克杯',
  imageUrl: null,
  sku: 'MUG-1',
  status: 'active',
  price: '55.90',
  currency: 'USD',
  revision: 2,
  createdAt: at,
  updatedAt: at,
  source: {
    collectedId: null,
    platform: 'shopify',
    shop: 'glade-home.example',
    url: 'https://glade-home.example/products/mug',
    collectedAt: at,
    changedAt: at,
    timesSeen: 3,
    versions: 1,
    firstRun: run,
    lastRun: run,
  },
  claim: {
    at,
    by: '林晓',
    edits: [{ kind: 'price-from-cost', by: '2.8', ending: { to: '.90' } }],
    fields: ['variants'],
    run: null,
  },
  exports: [],
  stores: [],
  collecting: [{ id, at, by: '林晓', result: 'done', run, kind: 'collected' }],
  editing: [
    {
      id: runId,
      at,
      by: '王敏',
      result: 'done',
      run: null,
      kind: 'edited',
      fields: ['title'],
      revision: 2,
      takenBack: true,
    },
  ],
  listing: [
    {
      id: runId,
      at,
      by: null,
      result: 'failed',
      run: null,
      kind: 'create',
      store: 'Aster Us',
      revision: 2,
      fault: { code: 'store.too-many-options', params: { count: 5, limit: 3 } },
    },
  ],
};
let shown: ShownPage;
afterEach(() => shown.close());

const pressNamed = (selector: string, words: string) => {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((each) =>
    each.textContent?.includes(words),
  );
  if (found === undefined) {
    throw new Error(`nothing says ${words}`);
  }
  return press(found);
};

it('opens each stop of a product, and reports who did what with which result', async () => {
  const api = new FakeApi();
  api.answer(getProductLife, life);
  shown = await showPage(api, <ProductLifePage />, `/profile/advanced/${id}`, '/profile/advanced/:id');

  await says('蓝色马克杯');
  await says('glade-home.example/products/mug');
  await pressNamed('.life-stop button', '认领');
  await says('售价 = 成本 × 2.8，尾数 .90');
  await pressNamed('.life-stop button', '店铺');
  await says('还没有刊登到任何店铺。');

  await pressNamed('[role="tab"]', '编辑日志');
  await says('王敏');
  await says('已撤销');
  await pressNamed('[role="tab"]', '刊登日志');
  await says('失败');
  await says('Aster Us');

  await pressNamed('button', '编辑商品');
  expect(shown.opened).toEqual([`/products/${id}`]);
});
