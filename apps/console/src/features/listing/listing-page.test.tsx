// @vitest-environment happy-dom
import { applyRules } from '@bowerbird/catalog/listing-rules/apply';
import { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import { marginPercent } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import { firstRiskSettings } from '@bowerbird/catalog/risk/gate';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';

import { checkListing, startListing } from '@bowerbird/contract/listing/listing';
import type { StoreRules } from '@bowerbird/contract/listing/rules';
import {
  addStoreRules,
  confirmUnknownMargin,
  explainRules,
  getRiskSettings,
  listStoreRules,
  saveRiskSettings,
  saveStoreRules,
  setStoreRules,
  suggestStoreCategories,
} from '@bowerbird/contract/listing/rules';
import { getStoreCategories } from '@bowerbird/contract/listing/store-categories';
import type { Store } from '@bowerbird/contract/listing/stores';
import { listStores } from '@bowerbird/contract/listing/stores';
import { getProductFacets, queryProducts } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { FakeApi, pressReady, says, settled, showPage, type } from '../../testing/signed-in-page.tsx';
import ListingPage from './listing-page.tsx';

const ids = ['01a1fa5d-0000-7000-8000-00000000000a', '01a1fa5d-0000-7000-8000-00000000000b'];
const runId = '01a1fa5d-13c7-73c0-a944-fb63ab28b03f';
const store: Store = {
  id: '01a1fa4b-ed99-77c5-9e76-6c0f037de7fd',
  name: 'Aster US',
  platform: 'shopify',
  domain: 'aster-us.myshopify.com',
  address: 'https://aster-us.myshopify.com/',
  state: 'ready',
  fault: null,
  connection: 'token',
  secretEnding: null,
  rights: [],
  currency: 'USD',
  limits: null,
  limitUnit: 'points',
  hasCheckout: true,
  keeping: { uniqueKey: 'always', probes: false, probedAt: null, draftFirst: false, careful: null },
  counts: { listed: 0, refused: 0, verifying: 0 },
  practice: false,
  checkedAt: null,
  createdAt: '2026-11-20T08:00:00Z',
};
const lost: Store = {
  ...store,
  id: '01a1fa4b-ed99-77c5-9e76-6c0f037de7fe',
  name: 'Casa Ipê',
  state: 'lost',
  fault: { code: 'store.access-denied', params: { store: 'Casa Ipê' } },
};
const report: AnswerOf<typeof checkListing> = {
  products: 2,
  fitsAny: 1,
  heldBack: 1,
  causes: [
    {
      kind: 'stopped',
      code: 'risk.price-jump',
      params: { from: '10.00', to: '20.00', percent: '100', max: '50' },
      products: 1,
      stores: [{ storeId: store.id, count: 1 }],
      productIds: ids.slice(1),
      remedy: null,
      repaired: false,
      released: false,
    },
    {
      kind: 'refused',
      code: 'store.too-many-options',
      params: { n: 5, max: 3 },
      products: 1,
      stores: [{ storeId: store.id, count: 1 }],
      productIds: ids.slice(1),
      remedy: 'merge-options',
      repaired: false,
      released: false,
    },
    {
      kind: 'lost',
      code: 'fit.never-heard-of',
      params: {},
      products: 1,
      stores: [{ storeId: store.id, count: 1 }],
      productIds: ids.slice(0, 1),
      remedy: null,
      repaired: false,
      released: false,
    },
  ],
  mark: 'as-checked',
  stores: [
    {
      storeId: store.id,
      fits: 1,
      stopped: 0,
      creates: 1,
      updates: 0,
      problems: [
        {
          kind: 'refused',
          code: 'store.too-many-options',
          params: { n: 5, max: 3 },
          count: 1,
          productIds: ids.slice(1),
          remedy: 'merge-options',
          repaired: false,
        },
        {
          kind: 'lost',
          code: 'fit.never-heard-of',
          params: {},
          count: 1,
          productIds: ids.slice(0, 1),
          remedy: null,
          repaired: false,
        },
      ],
      risks: [
        {
          code: 'risk.price-jump',
          params: { from: '10.00', to: '20.00', percent: '100', max: '50' },
          count: 1,
          productIds: ids.slice(1),
          released: false,
        },
      ],
      prices: {
        spans: [{ currency: 'USD', min: '12.90', max: '89.00', count: 1 }],
        marginBefore: '64',
        marginAfter: '0',
        marginUnknown: 0,
        sample: [
          {
            productId: ids[0] ?? '',
            title: 'Blue mug',
            imageUrl: null,
            variant: '',
            variantId: 'v1',
            ownPrice: '36.00',
            price: '12.90',
            compareAtPrice: null,
            cost: '12.90',
            marginBefore: '64',
            marginAfter: '0',
            currency: 'USD',
            listed: { price: '36.00', currency: 'USD' },
          },
        ],
      },
      forecastSeconds: 195,
      boundBy: 'points',
    },
  ],
};

const autumn: StoreRules = {
  id: '01a1fc10-0000-7000-8000-00000000000a',
  name: 'Autumn',
  rules: ListingRules.parse({
    pricing: {
      from: 'cost',
      ranges: [{ from: '0', to: null, times: '2.4' }],
      rounding: { to: '.99', direction: 'up' },
    },
  }),
  revision: 3,
  storeIds: [store.id],
  updatedAt: '2026-11-20T08:00:00Z',
};
const mug: Product = productWith({
  title: 'Blue mug',
  handle: 'blue-mug',
  vendor: 'Glade',
  variants: [
    variantWith({
      price: '20.00',
      cost: '12.50',
      stock: 3,
    }),
  ],
});

/** Applies the real rules to the one product of this test. */
function explained(body: unknown): AnswerOf<typeof explainRules> {
  const { rules } = body as { rules: ListingRules | null };
  const { product, trace } = applyRules(mug, rules ?? ListingRules.parse({}));
  const margins = product.variants.map(({ id, price, compareAtPrice, cost }) => ({
    variantId: id,
    ownPrice: '20.00',
    price,
    compareAtPrice,
    cost,
    marginBefore: '38',
    marginAfter: price === null ? null : marginPercent(price, cost ?? '12.50'),
  }));
  return {
    productId: ids[0] ?? '',
    before: mug,
    after: product,
    trace,
    risks: [],
    margins,
    claimFactor: null,
    currency: 'USD',
  };
}

let api: FakeApi;
let page: ShownPage;

async function show() {
  page = await showPage(api, <ListingPage />, '/listing', '/listing');
  await settled(() => expect(document.querySelectorAll('.store-choice')).toHaveLength(2));
}

/** The last button names products, stores and the price range. */
const list = '刊登 1 件到 1 家店 · $12.90–$89.00 USD';
const shown = () => document.body.textContent ?? '';

beforeEach(() => {
  api = new FakeApi();
  api.answer(listStores, [store, lost]);
  api.answer(getProductFacets, { tags: [], categories: [], sources: [], vendors: [], productTypes: [] });
  api.answer(queryProducts, {
    items: [],
    total: 500,
    totalIsEstimate: false,
    nextCursor: null,
    milliseconds: 3,
  });
  api.answer(getStoreCategories, {
    shape: 'list',
    creates: true,
    categories: [],
    isComplete: true,
    asOf: '2026-11-20T08:00:00Z',
    reading: null,
    failure: null,
    chosen: [],
  });
  api.answer(checkListing, report);
  api.answer(startListing, { runId });
  api.answer(listStoreRules, [autumn]);
  api.answer(getRiskSettings, { ...firstRiskSettings, marginUnknown: null });
  sessionStorage.clear();
  sessionStorage.setItem('bowerbird.selection', JSON.stringify({ selection: { ids }, count: 2 }));
});
afterEach(() => page.close());

/** Chooses an option in the select of that name. */
async function choose(name: string, option: string) {
  await act(async () => {
    document
      .querySelector(`[role=combobox][aria-label="${name}"]`)
      ?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  });
  const find = () => document.querySelector<HTMLElement>(`.ant-select-item-option[title="${option}"]`);
  await settled(() => expect(find()).not.toBeNull());
  await act(async () => find()?.click());
}

describe('listing in bulk', () => {
  it('lists what was selected in the product list, as the report said, and opens the run', async () => {
    await show();
    await pressReady('去刊登检测');
    await settled(() => expect(shown()).toContain('选项超过 3 个'));

    expect(shown()).toContain('3 分 15 秒');
    expect(shown()).toContain('有 1 件商品被拦截或会被店铺拒绝');
    await pressReady(list);
    await settled(() => expect(page.opened).toEqual([`/profile/basic/${runId}`]));

    expect(api.bodiesOf(startListing)).toEqual([
      {
        storeIds: [store.id],
        selection: { ids },
        options: { status: 'active', publish: true, again: false },
        dryRun: false,
        expected: { products: 2, mark: 'as-checked' },
      },
    ]);
  });

  it('shows what the prices leave before anything is sent, and a rule from the cost that cannot be saved without a factor', async () => {
    api.answer(explainRules, explained);
    api.answer(suggestStoreCategories, { categories: [] });
    api.answer(listStoreRules, []);
    await show();
    await pressReady('去刊登检测');
    await settled(() => expect(shown()).toContain('毛利率 64% → 0%'));

    await pressReady('上一步');
    await pressReady('设置刊登规则');
    await pressReady('新建规则');
    await settled(() => expect(document.querySelector('.rules-live')?.textContent).toContain('Blue mug'));
    await choose('价格', '按成本计算');

    expect(shown()).toContain('请填写成本要乘的倍数');
    await pressReady('保存并使用');
    expect(api.bodiesOf(addStoreRules)).toEqual([]);
    await type('乘以', '1');
    await settled(() => expect(shown()).toContain('价格检查会拦截这些商品'));
  });

  it('confirms once that products without a cost are listed, and says who did', async () => {
    const found = { code: 'risk.margin-unknown' as const, params: {}, count: 312, productIds: ids };
    let at: { at: string; by: string } | null = null;
    api.answer(checkListing, () => ({
      ...report,
      causes: [
        {
          ...found,
          kind: 'stopped' as const,
          products: 312,
          stores: [{ storeId: store.id, count: 312 }],
          remedy: null,
          repaired: false,
          released: at !== null,
        },
      ],
      stores: report.stores.map((fit) => ({ ...fit, risks: [{ ...found, released: at !== null }] })),
    }));
    api.answer(confirmUnknownMargin, () => {
      at = { at: '2026-11-20T08:00:00Z', by: '林晓' };
      return { ...firstRiskSettings, marginUnknown: at };
    });
    api.answer(getRiskSettings, () => ({ ...firstRiskSettings, marginUnknown: at }));
    await show();
    await pressReady('去刊登检测');
    await settled(() => expect(shown()).toContain('毛利率未知'));

    await pressReady('确认刊登没有成本的商品');
    await settled(() => expect(shown()).toContain('林晓 于'));

    expect(api.bodiesOf(confirmUnknownMargin)).toEqual([{ confirmed: true }]);
    expect(shown()).toContain('312');
  });

  it('keeps the products, the stores and the options when one goes back', async () => {
    await show();
    await pressReady('去刊登检测');
    await settled(() => expect(document.querySelectorAll('input[name="listing-status"]')).toHaveLength(2));
    const draft = document.querySelectorAll<HTMLInputElement>('input[name="listing-status"]')[1];
    await act(async () => draft?.click());

    await pressReady('上一步');

    expect(shown()).toContain('件，来自您的选择');
    expect(document.querySelectorAll('.store-choice.chosen')).toHaveLength(1);
    await pressReady('去刊登检测');
    await settled(() => expect(document.querySelectorAll('input[name="listing-status"]')).toHaveLength(2));
    expect(document.querySelectorAll<HTMLInputElement>('input[name="listing-status"]')[1]?.checked).toBe(
      true,
    );
  });

  it('shows what the rules of a store make of one product, and why, as they are typed', async () => {
    api.answer(explainRules, explained);
    api.answer(suggestStoreCategories, { categories: [] });
    api.answer(saveStoreRules, (body) => ({ ...autumn, ...(body as object), revision: 4 }));
    await show();
    await pressReady('设置刊登规则');
    await settled(() => expect(shown()).toContain('30.99'));

    await pressReady('为什么');
    await settled(() => expect(shown()).toContain('× 2.4'));
    expect(shown()).toContain('向上取整，尾数 .99');
    await pressReady('修改');
    await type('乘以', '3,1');
    await says('$38.99');
    await pressReady('保存并使用');

    await settled(() => expect(api.bodiesOf(saveStoreRules)).toHaveLength(1));
    expect(api.bodiesOf(saveStoreRules)[0]).toMatchObject({
      name: 'Autumn',
      revision: 3,
      rules: { pricing: { ranges: [{ times: '3.1' }] } },
    });
    expect(api.bodiesOf(setStoreRules)).toEqual([]);
  });

  it('counts products once beside several stores, and what we stop apart from what a store would reject', async () => {
    api.answer(checkListing, {
      ...report,
      products: 20,
      heldBack: 13,
      causes: report.causes.map((cause) =>
        cause.kind === 'stopped'
          ? { ...cause, products: 13, stores: [{ storeId: store.id, count: 13 }] }
          : cause,
      ),
      stores: report.stores.map((fit) => ({ ...fit, fits: 6, stopped: 13 })),
    });
    await show();
    await pressReady('去刊登检测');
    await says('13 件被检查拦截');

    expect(shown()).toContain('1 件会被店铺拒绝');
    expect(shown()).toContain('被您的检查拦截');
    expect(shown()).toContain('有 13 件商品被拦截或会被店铺拒绝');
    expect(shown()).toContain('本次放行 13 件');
  });

  it('takes a remedy for this run, which stays in sight and can be undone', async () => {
    api.answer(checkListing, (body) => {
      const { remedies } = body as { remedies: string[] };
      const repaired = remedies.includes('merge-options');
      return {
        ...report,
        causes: report.causes.map((cause) => (cause.remedy === null ? cause : { ...cause, repaired })),
      };
    });
    await show();
    await pressReady('去刊登检测');

    await pressReady('合并选项');
    await says('撤销修复');
    expect(api.bodiesOf(checkListing).at(-1)).toMatchObject({ remedies: ['merge-options'] });
    await pressReady('撤销修复');
    await says('合并选项');

    expect(api.bodiesOf(checkListing).at(-1)).toMatchObject({ remedies: [] });
  });

  it('lets through for one run what may be, and asks the report again', async () => {
    await show();
    await pressReady('去刊登检测');
    await settled(() => expect(shown()).toContain('与店铺现价相差过大'));

    await pressReady('本次放行 1 件');
    await settled(() =>
      expect(api.bodiesOf(checkListing).at(-1)).toMatchObject({ released: ['risk.price-jump'] }),
    );
    await pressReady(list);

    await settled(() =>
      expect(api.bodiesOf(startListing)).toMatchObject([{ options: { released: ['risk.price-jump'] } }]),
    );
  });

  it('keeps the lists of the gate a word for each line', async () => {
    api.answer(saveRiskSettings, (body) => ({
      ...(body as typeof firstRiskSettings),
      marginUnknown: null,
    }));
    await show();
    await pressReady('去刊登检测');
    await settled(() => expect(shown()).toContain('未检查'));
    await pressReady('设置');
    await type('品牌词', ' Nike \n包邮，nike air');
    await pressReady('保存');

    await settled(() => expect(api.bodiesOf(saveRiskSettings)).toHaveLength(1));
    expect(api.bodiesOf(saveRiskSettings)[0]).toMatchObject({ brands: ['Nike', '包邮', 'nike air'] });
  });

  it('says why a store cannot be chosen', async () => {
    await show();

    const [, shut] = document.querySelectorAll('.store-choice');

    expect(shut?.textContent).toContain('“Casa Ipê”的授权已失效');
    expect(shut?.querySelector('input')?.disabled).toBe(true);
  });
});
