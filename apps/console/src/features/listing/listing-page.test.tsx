import { firstRiskSettings } from '@bowerbird/catalog/risk/gate';

import { checkListing, startListing } from '@bowerbird/contract/listing/listing';
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
import { listStores } from '@bowerbird/contract/listing/stores';
import { getProductFacets, queryProducts } from '@bowerbird/contract/products/products';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { FakeApi, pressReady, says, settled, showPage, type } from '../../testing/signed-in-page.tsx';
import ListingPage from './listing-page.tsx';
import { autumn, explained, ids, lost, report, runId, store } from './testing.ts';

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

  it('shows what the prices leave before anything is sent, and a rule from the cost that cannot be saved without a factor', {
    tags: ['slow'],
  }, async () => {
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

  it('shows what the rules of a store make of one product, and why, as they are typed', {
    tags: ['slow'],
  }, async () => {
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
