// @vitest-environment happy-dom
import { getCollectRun, recogniseAddresses, startCollect } from '@bowerbird/contract/collect';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage, type } from '../../testing/signed-in-page.tsx';
import CollectPage from './collect-page.tsx';

const runId = '0199aaaa-0000-7000-8000-00000000000a';
const field = '商品、分类或整店的网址，一行一个';

let api: FakeApi;
let page: ShownPage;

beforeEach(async () => {
  api = new FakeApi();
  api.answer(recogniseAddresses, (body) => ({ results: [recognised(addressesOf(body)[0] ?? '')] }));
  page = await showPage(api, <CollectPage />, '/collect/product', '/collect/product');
});
afterEach(() => page.close());

describe('the collect page', () => {
  it('collects the good addresses and keeps the faulty one in the box with its reason', async () => {
    api.answer(startCollect, { runId });
    api.answer(getCollectRun, running);
    await type(field, 'https://a.example/products/lamp\nnonsense\nhttps://a.example/products/vase');

    await press(button('识别'));

    await says('3 个网址，认出 2 个');
    await says('这不是网址');
    expect(document.querySelector<HTMLTextAreaElement>('textarea')?.value).toContain('nonsense');

    await press(button('采集 2 个网址'));

    await says('运行中不可改');
    expect(api.bodiesOf(startCollect)).toEqual([
      {
        platform: 'shopify',
        scope: 'list',
        addresses: ['https://a.example/products/lamp', 'https://a.example/products/vase'],
      },
    ]);
  });

  it('shows what one address is, by what signs and with its first goods, before anything is collected', async () => {
    await type(field, 'https://shop.example/');

    await press(button('识别'));

    await says('Shopify 店铺');
    await says('把握 98%');
    await says('/products.json 返回商品');
    await says('整店 31,480 件');
    await says('Linen lamp');
    expect(api.bodiesOf(startCollect)).toEqual([]);
  });

  it('puts two platforms that are nearly as likely before the person', async () => {
    const { candidates, ...rest } = recognised('https://shop.example/');
    const [first] = candidates;
    api.answer(recogniseAddresses, {
      results: [
        { ...rest, candidates: first ? [first, { ...first, platform: 'woocommerce', confidence: 85 }] : [] },
      ],
    });
    api.answer(startCollect, { runId });
    api.answer(getCollectRun, running);
    await type(field, 'https://shop.example/');
    await press(button('识别'));
    await says('两个平台都有可能');

    await press(document.querySelectorAll<HTMLInputElement>('input[type="radio"]')[1] ?? document.body);
    await press(button('开始采集'));

    expect(api.bodiesOf(startCollect)).toMatchObject([{ platform: 'woocommerce', scope: 'shop' }]);
  });
});

function addressesOf(body: unknown): string[] {
  return typeof body === 'object' && body !== null && 'addresses' in body && Array.isArray(body.addresses)
    ? body.addresses.map(String)
    : [];
}

function recognised(address: string) {
  if (!address.startsWith('http')) {
    return { address, candidates: [], fault: { code: 'address.invalid', params: {} } };
  }
  const isProduct = address.includes('/products/');
  return {
    address,
    fault: null,
    candidates: [
      {
        platform: 'shopify',
        confidence: 98,
        evidence: [{ sign: 'feed-answers', seen: '/products.json', score: 80 }],
        scope: isProduct ? ('product' as const) : ('shop' as const),
        promised: isProduct ? null : 31_480,
        sample: [{ title: 'Linen lamp', pictureUrl: null, price: '64.00', currency: 'USD', variants: 3 }],
      },
    ],
  };
}

const running = {
  run: {
    id: runId,
    kind: 'collect' as const,
    state: 'running' as const,
    title: 'a.example',
    done: 1,
    total: 2,
    failed: 0,
    secondsLeft: 4,
    fault: null,
    goesOnAt: null,
    createdBy: null,
    createdAt: '2026-11-20T10:00:00Z',
    startedAt: '2026-11-20T10:00:00Z',
    endedAt: null,
    version: 1,
    exportFileId: null,
  },
  platform: 'shopify',
  shop: 'a.example',
  scope: 'list' as const,
  addresses: ['https://a.example/products/lamp'],
  figures: {
    got: 1,
    unchanged: 0,
    skipped: 0,
    variants: 3,
    pictures: 4,
    promised: 2,
    perSecond: 1,
    requests: 1,
  },
  promisedBy: [],
  slices: [],
  ways: [],
  skippedByReason: [],
  recent: [],
  certificate: null,
};
