// @vitest-environment happy-dom
import type { ListingRun } from '@bowerbird/contract/listing/listing';
import { getListingRun, listListingItems } from '@bowerbird/contract/listing/listing';
import type { RejectionReason } from '@bowerbird/contract/listing/rejections';
import {
  cancelStoreJob,
  continueStoreJob,
  listRejectionReasons,
} from '@bowerbird/contract/listing/rejections';
import type { Run } from '@bowerbird/contract/runs';
import { getRun } from '@bowerbird/contract/runs';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
import RunPage from '../run-page.tsx';

window.innerWidth = 1440;

const runId = '01a1fa5d-13c7-73c0-a944-fb63ab28b03f';
const storeIds = ['01a1fa4b-ed99-77c5-9e76-6c0f037de7fd', '01a1fa4b-ed99-77c5-9e76-6c0f037de7fe'] as const;
const at = '2026-11-20T09:14:02Z';
const none = {
  waiting: 0, intended: 0, sent: 0, verifying: 0, listed: 0, refused: 0, conflict: 0, gone: 0, cancelled: 0, done: 0,
}; // biome-ignore format: one line reads as one count.
const cause = 'store.images-unreachable|pictures|';
const images: RejectionReason = {
  cause,
  code: 'store.images-unreachable',
  params: { message: 'Error getting remote image', field: 'images' },
  field: 'images',
  byStore: true,
  products: 20,
  listings: 20,
  storeIds: [storeIds[0]],
  said: 'Error getting remote image',
  remedy: 'upload-images',
  samples: [],
};
const stock: RejectionReason = {
  ...images,
  cause: 'risk.empty-stock|variants.stock|',
  code: 'risk.empty-stock',
  params: {},
  field: 'variants.stock',
  byStore: false,
  products: 13,
  listings: 26,
  storeIds: [...storeIds],
  said: null,
  remedy: null,
};
const run: Run = {
  id: runId,
  kind: 'listing',
  state: 'running',
  title: 'Casa Ipê, Aster US',
  done: 1500,
  total: 4048,
  failed: 46,
  secondsLeft: null,
  fault: null,
  goesOnAt: null,
  createdBy: '林晓',
  createdAt: at,
  startedAt: at,
  endedAt: null,
  version: 9,
  exportFileId: null,
};
const storeJob = {
  storeId: storeIds[0],
  storeName: 'Casa Ipê',
  platform: 'woocommerce',
  state: 'held',
  total: 2024,
  counts: { ...none, refused: 33, waiting: 1991 },
  perSecond: null,
  limitUsed: null,
  secondsLeft: null,
  fault: {
    code: 'listing.fails-similar',
    params: { store: 'Casa Ipê', count: 20, reason: 'store.images-unreachable', field: 'images', cause },
  },
};
const other = {
  ...storeJob,
  storeId: storeIds[1],
  storeName: 'Aster US',
  platform: 'shopify',
  state: 'running',
  counts: { ...none, listed: 1454, refused: 13, waiting: 557 },
  fault: null,
};
const listing: ListingRun = {
  run,
  action: 'list',
  dryRun: false,
  options: { status: 'active', publish: true, again: false },
  products: 2024,
  counts: { ...none, listed: 1454, refused: 46, waiting: 2548 },
  storeJobs: [storeJob, other],
  certificate: null,
};

let api: FakeApi;
let page: ShownPage;

beforeEach(async () => {
  api = new FakeApi();
  api.answer(getRun, run);
  api.answer(getListingRun, listing);
  api.answer(listRejectionReasons, { reasons: [images, stock] });
  api.answer(listListingItems, { items: [], total: 0, totalIsEstimate: false, nextCursor: null });
  api.answer(continueStoreJob, listing);
  api.answer(cancelStoreJob, listing);
  page = await showPage(api, <RunPage />, `/profile/basic/${runId}`, '/profile/basic/:id');
  await settled(() => expect(document.querySelectorAll('.reason')).toHaveLength(2));
});
afterEach(() => page.close());

it('shows as the big figure what is listed, and never products and listings as one', async () => {
  const figures = [...document.querySelectorAll('.store-job-figures')].map(({ textContent }) =>
    textContent?.trim(),
  );

  expect(figures).toEqual(['0 / 2,024 件已刊登', '1,454 / 2,024 件已刊登']);
  expect(document.querySelector('.page-head')?.textContent).toContain('2,024 件商品');
  expect(document.querySelector('.page-head')?.textContent).toContain('4,048 条刊登（商品 × 店铺）');
});

it('says why a store is paused, offers the remedy, and continues or cancels the rest for that store alone', async () => {
  await says('已暂停：“Casa Ipê”因同一原因连续拒绝了 20 件商品');
  await says('店铺打不开这件商品的图片链接');
  await press(button('改为上传到媒体库'));
  expect(page.opened).toEqual(['/list/card']);

  await pressReady('仍然继续');
  await settled(() =>
    expect(api.requested.map(({ call }) => call)).toContain(
      `${continueStoreJob.method} ${continueStoreJob.path}`,
    ),
  );
});

it('groups rejections by cause, ours apart from the store’s, and narrows the products to one', async () => {
  const rows = [...document.querySelectorAll('.reason')].map(({ textContent }) => textContent ?? '');

  expect(rows[0]).toContain('20 × 店铺取不到图片');
  expect(rows[0]).toContain('Error getting remote image');
  expect(rows[1]).toContain('13 件商品');
  expect(rows[1]).toContain('26 条刊登');
  expect(document.querySelector('.reasons')?.textContent).not.toMatch(/images|variants\.stock/);
  expect(document.querySelector('.reasons')?.textContent).toContain('刊登前检查拦截的');

  await press(button('查看商品'));
  await says('显示全部');
});
