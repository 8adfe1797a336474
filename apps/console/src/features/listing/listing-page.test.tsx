// @vitest-environment happy-dom

import { checkListing, startListing } from '@bowerbird/contract/listing';
import { getProductFacets, queryProducts } from '@bowerbird/contract/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { Store } from '@bowerbird/contract/stores';
import { listStores } from '@bowerbird/contract/stores';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { FakeApi, pressReady, settled, showPage } from '../../testing/signed-in-page.tsx';
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
  counts: { listed: 0, refused: 0, unsure: 0 },
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
  stores: [
    {
      storeId: store.id,
      fits: 1,
      creates: 1,
      updates: 0,
      problems: [
        {
          kind: 'refused',
          code: 'store.too-many-options',
          params: { n: 5, max: 3 },
          count: 1,
          productIds: ids.slice(1),
        },
        { kind: 'lost', code: 'fit.never-heard-of', params: {}, count: 1, productIds: ids.slice(0, 1) },
      ],
      forecastSeconds: 195,
      boundBy: 'points',
    },
  ],
};

let api: FakeApi;
let page: ShownPage;

async function show() {
  page = await showPage(api, <ListingPage />, '/listing', '/listing');
  await settled(() => expect(document.querySelectorAll('.store-choice')).toHaveLength(2));
}

const shown = () => document.body.textContent ?? '';

beforeEach(() => {
  api = new FakeApi();
  api.answer(listStores, [store, lost]);
  api.answer(getProductFacets, { tags: [], categories: [], sources: [], vendors: [] });
  api.answer(queryProducts, {
    items: [],
    total: 500,
    totalIsEstimate: false,
    nextCursor: null,
    milliseconds: 3,
  });
  api.answer(checkListing, report);
  api.answer(startListing, { runId });
  sessionStorage.clear();
  sessionStorage.setItem('bowerbird.selection', JSON.stringify({ selection: { ids }, count: 2 }));
});
afterEach(() => page.close());

describe('listing in bulk', () => {
  it('lists what was selected in the product list, as the report has told, and opens the run', async () => {
    await show();
    await pressReady('看适配报告');
    await settled(() => expect(shown()).toContain('选项超过 3 个'));

    expect(shown()).toContain('3 分 15 秒');
    expect(shown()).toContain('有 1 项会被拒绝');
    await pressReady('刊登 1 件到 1 家店');
    await settled(() => expect(page.opened).toEqual([`/profile/basic/${runId}`]));

    expect(api.bodiesOf(startListing)).toEqual([
      {
        storeIds: [store.id],
        selection: { ids },
        options: { status: 'active', publish: true, again: false },
        dryRun: false,
      },
    ]);
  });

  it('keeps the goods, the stores and the options when one goes back', async () => {
    await show();
    await pressReady('看适配报告');
    await settled(() => expect(document.querySelectorAll('input[name="listing-status"]')).toHaveLength(2));
    const draft = document.querySelectorAll<HTMLInputElement>('input[name="listing-status"]')[1];
    await act(async () => draft?.click());

    await pressReady('上一步');

    expect(shown()).toContain('件，来自您的选择');
    expect(document.querySelectorAll('.store-choice.chosen')).toHaveLength(1);
    await pressReady('看适配报告');
    await settled(() => expect(document.querySelectorAll('input[name="listing-status"]')).toHaveLength(2));
    expect(document.querySelectorAll<HTMLInputElement>('input[name="listing-status"]')[1]?.checked).toBe(
      true,
    );
  });

  it('says why a store cannot be chosen', async () => {
    await show();

    const [, shut] = document.querySelectorAll('.store-choice');

    expect(shut?.textContent).toContain('「Casa Ipê」的授权已失效');
    expect(shut?.querySelector('input')?.disabled).toBe(true);
  });
});
