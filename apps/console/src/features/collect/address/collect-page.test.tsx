// @vitest-environment happy-dom
import { getCollectRun, recogniseAddresses, startCollect } from '@bowerbird/contract/collect/collect';
import { listPlatforms } from '@bowerbird/contract/collect/platforms';
import { addSourceAccess, listSourceAccess } from '@bowerbird/contract/collect/sources';
import { AppError } from '@bowerbird/contract/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, settled, showPage, type } from '../../../testing/signed-in-page.tsx';
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

    await says('共 3 个网址，已识别 2 个');
    await says('这不是网址');
    expect(document.querySelector<HTMLTextAreaElement>('textarea')?.value).toContain('nonsense');

    await press(button('采集 2 个网址'));

    await says('采集中不可修改');
    expect(api.bodiesOf(startCollect)).toEqual([
      {
        platform: 'shopify',
        scope: 'list',
        addresses: ['https://a.example/products/lamp', 'https://a.example/products/vase'],
      },
    ]);
  });

  it('shows what an address is, the evidence for it and its first products, before anything is collected', async () => {
    await type(field, 'https://shop.example/');

    await press(button('识别'));

    await says('Shopify 店铺');
    await says('匹配度 98%');
    await says('/products.json 返回商品');
    await says('整店 31,480 件');
    await says('Linen lamp');
    expect(api.bodiesOf(startCollect)).toEqual([]);
  });

  it('calls a shop of an unknown platform by one word', async () => {
    api.answer(listPlatforms, [
      {
        ...{ id: 'unknown', name: 'Other shops', letters: '?', hue: '#777777', collects: true, lists: false },
        ...{ connections: [], searches: false, access: [] },
      },
    ]);
    const { candidates, ...rest } = recognised('https://shop.example/');
    api.answer(recogniseAddresses, {
      results: [{ ...rest, candidates: candidates.map((each) => ({ ...each, platform: 'unknown' })) }],
    });
    await page.readAgain();
    await type(field, 'https://shop.example/');

    await press(button('识别'));

    await says('其他网店');
    expect(document.body.textContent).not.toContain('其他网店 店铺');
  });

  it('searches a shop for what is typed, and does not start without words', async () => {
    api.answer(startCollect, { runId });
    api.answer(getCollectRun, running);
    await type(field, 'https://shop.example/');
    await press(button('识别'));
    await says('在店内搜索');

    await press(button('在店内搜索'));
    await press(button('开始采集'));
    await type('搜索关键词', ' 马克杯 ');
    await press(button('开始采集'));

    expect(api.bodiesOf(startCollect)).toEqual([
      { platform: 'shopify', scope: 'search', addresses: ['https://shop.example/'], words: '马克杯' },
    ]);
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

describe('own access to a source', () => {
  const woo = {
    id: 'woocommerce',
    name: 'WooCommerce',
    letters: 'Wo',
    hue: '#6B3FA0',
    collects: true,
    lists: false,
    connections: [],
    searches: true,
    inBrowser: true,
    access: [
      {
        id: 'rest-keys',
        ofOneShop: true,
        fields: ['consumerKey', 'consumerSecret'].map((name) => ({ name, secret: true, optional: false })),
      },
    ],
  };
  const kept = {
    id: runId,
    platform: 'woocommerce',
    connection: 'rest-keys',
    name: 'shop.example',
    shop: 'shop.example',
    shown: { consumerSecret: '9f3c' },
    state: 'works' as const,
    fault: null,
    checkedAt: '2026-11-20T10:00:00Z',
    lastUsedAt: null,
    expiresAt: null,
    createdAt: '2026-11-20T10:00:00Z',
  };

  async function showShop(fault: { code: string; params: object } | null = null) {
    await page.close();
    api = new FakeApi();
    api.answer(listPlatforms, [woo]);
    api.answer(recogniseAddresses, (body) => {
      const { candidates, address } = recognised(addressesOf(body)[0] ?? '');
      const [first] = candidates;
      return {
        results: [
          {
            address,
            candidates: first ? [{ ...first, platform: 'woocommerce' }] : [],
            fault: fault && { ...fault, params: {} },
          },
        ],
      };
    });
    api.answer(listSourceAccess, []);
    page = await showPage(api, <CollectPage />, '/collect/product', '/collect/product');
  }

  it('is entered beside the source it opens, and what is refused is reported where it was entered', async () => {
    await showShop();
    api.answer(addSourceAccess, () => {
      throw new AppError('source.credentials-wrong', 'no');
    });
    await type(field, 'https://shop.example/');
    await press(button('识别'));
    await says('用自己店铺的 REST 密钥');
    await press(button('连接'));
    await says('在哪里找');
    await press(button('检查并保存'));
    await says('请填写此项');
    await type('Consumer key', 'ck_1');
    await type('Consumer secret', 'cs_1');
    await press(button('检查并保存'));
    await says('货源授权被拒绝');

    api.answer(addSourceAccess, kept);
    await press(button('检查并保存'));

    await says('商品通过货源授权 shop.example 读取');
    expect(api.bodiesOf(addSourceAccess).at(-1)).toEqual({
      platform: 'woocommerce',
      connection: 'rest-keys',
      name: 'shop.example',
      shop: 'https://shop.example',
      credentials: { consumerKey: 'ck_1', consumerSecret: 'cs_1' },
    });
  });

  it('opens the way to a source whose pages are closed', async () => {
    await showShop({ code: 'source.blocked-us', params: {} });
    await type(field, 'https://shop.example/');
    await press(button('识别'));
    await says('用自己店铺的 REST 密钥');
    expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
      '开始采集',
    );
    api.answer(addSourceAccess, kept);
    await press(button('连接'));
    await type('Consumer key', 'ck_1');
    await type('Consumer secret', 'cs_1');

    await press(button('检查并保存'));

    await says('开始采集');
  });
});

describe('one product of a source that is closed to servers', () => {
  it('is read in the merchant’s own browser from here, a whole shop is not', async () => {
    await page.close();
    api = new FakeApi();
    api.answer(listPlatforms, [
      {
        id: 'shopify',
        name: 'Shopify',
        letters: 'Sf',
        hue: '#2C6E3B',
        collects: true,
        lists: true,
        connections: [],
        searches: true,
        access: [],
        inBrowser: true,
      },
    ]);
    api.answer(recogniseAddresses, (body) => ({
      results: [
        { ...recognised(addressesOf(body)[0] ?? ''), fault: { code: 'source.blocked-us', params: {} } },
      ],
    }));
    page = await showPage(api, <CollectPage />, '/collect/product', '/collect/product');
    await type(field, 'https://shop.example/products/lamp');
    await press(button('识别'));
    await says('源站拒绝了采集');

    await press(button('用插件采集'));
    await settled(() => expect(page.opened).toEqual(['/collect/plugin']));

    await type(field, 'https://shop.example/');
    await press(button('识别'));
    await settled(() => expect(document.body.textContent).not.toContain('用插件采集'));
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
        sample: [{ title: 'Linen lamp', imageUrl: null, price: '64.00', currency: 'USD', variants: 3 }],
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
    images: 4,
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
