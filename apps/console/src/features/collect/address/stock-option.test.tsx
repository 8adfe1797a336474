// @vitest-environment happy-dom
import { getCollectRun, recogniseAddresses, startCollect } from '@bowerbird/contract/collect/collect';
import { listPlatforms } from '@bowerbird/contract/collect/platforms';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, settled, showPage, type } from '../../../testing/signed-in-page.tsx';
import CollectPage from './collect-page.tsx';

const runId = '0199aaaa-0000-7000-8000-00000000000b';
const address = 'https://shop.example/';
const field = '商品、分类或整店的网址，一行一个';
const requested = '读取库存数量';

let api: FakeApi;
let page: ShownPage;

beforeEach(() => {
  api = new FakeApi();
});
afterEach(() => page.close());

async function recognisedOn(supportsStockRequests: boolean): Promise<void> {
  api.answer(listPlatforms, [
    {
      id: 'shopify',
      name: 'Shopify',
      letters: 'Sf',
      hue: '#2C6E3B',
      collects: true,
      searches: true,
      lists: true,
      connections: [],
      access: [],
      supportsStockRequests,
    },
  ]);
  api.answer(recogniseAddresses, {
    results: [
      {
        address,
        fault: null,
        candidates: [
          { platform: 'shopify', confidence: 98, evidence: [], scope: 'shop', promised: 40, sample: [] },
        ],
      },
    ],
  });
  api.answer(startCollect, { runId });
  page = await showPage(api, <CollectPage />, '/collect/product', '/collect/product');
  await type(field, address);
  await press(button('识别'));
  await says('开始采集');
}

function stockBox(): HTMLInputElement | null {
  const label = [...document.querySelectorAll('label')].find((each) => each.textContent?.includes(requested));
  return label?.querySelector('input') ?? null;
}

it('reads no stock unless the merchant wants it, and says what it costs', async () => {
  await recognisedOn(true);
  await says('每个商品要多请求一次');
  expect(stockBox()?.checked).toBe(false);

  await press(button('开始采集'));

  await settled(() =>
    expect(api.bodiesOf(startCollect)).toEqual([
      { platform: 'shopify', scope: 'shop', addresses: [address] },
    ]),
  );
});

it('asks for stock where the merchant wants it', async () => {
  await recognisedOn(true);

  await press(stockBox() ?? document.body);
  await press(button('开始采集'));

  await settled(() =>
    expect(api.bodiesOf(startCollect)).toEqual([
      { platform: 'shopify', scope: 'shop', addresses: [address], stock: true },
    ]),
  );
});

it('offers it only on platforms that can be asked', async () => {
  await recognisedOn(false);

  expect(stockBox()).toBeNull();
});

it('shows of how many products the stock was read, and why not of the others', async () => {
  api.answer(getCollectRun, ended);
  page = await showPage(api, <CollectPage />, `/collect/product?run=${runId}`, '/collect/product');

  await says('已读取库存');
  await says('库存未知：源站未公开库存数量');
  const rows = [...document.querySelectorAll('.certificate-row')].map((row) => row.textContent);
  expect(rows).toContain('已读取库存25');
  expect(rows).toContain('库存未知：源站未公开库存数量15');
});

it('shows in how many variants a field is missing that others of their product have', async () => {
  api.answer(getCollectRun, {
    ...ended,
    certificate: {
      ...ended.certificate,
      partial: [{ field: 'categories', count: 40 }],
      variantGaps: [{ field: 'sku', products: 2, variants: 5 }],
    },
  });
  page = await showPage(api, <CollectPage />, `/collect/product?run=${runId}`, '/collect/product');

  await says('缺少SKU的规格');
  const rows = [...document.querySelectorAll('.certificate-row')].map((row) => row.textContent);
  expect(rows).toContain('缺少SKU的规格（涉及 2 个商品）5');
  expect(rows).toContain('货源未完整提供：分类40');
});

const time = '2026-11-20T10:00:00Z';
const ended = {
  run: {
    id: runId,
    kind: 'collect' as const,
    state: 'complete' as const,
    title: 'shop.example',
    done: 40,
    total: 40,
    failed: 0,
    secondsLeft: null,
    fault: null,
    goesOnAt: null,
    createdBy: null,
    createdAt: time,
    startedAt: time,
    endedAt: time,
    version: 1,
    exportFileId: null,
  },
  platform: 'shopify',
  shop: 'shop.example',
  scope: 'shop' as const,
  addresses: [address],
  figures: {
    got: 40,
    unchanged: 0,
    skipped: 0,
    variants: 40,
    images: 40,
    promised: 40,
    perSecond: 1,
    requests: 45,
  },
  promisedBy: [],
  slices: [],
  ways: [],
  skippedByReason: [],
  recent: [],
  certificate: {
    runId,
    platform: 'shopify',
    shop: 'shop.example',
    scope: 'shop' as const,
    promised: 40,
    promisedBy: [],
    got: 40,
    unchanged: 0,
    skipped: [],
    skippedCount: 0,
    stock: { reported: 25, unstated: [{ code: 'not-stated', count: 15 }] },
    complete: true,
    seconds: 60,
  },
};
