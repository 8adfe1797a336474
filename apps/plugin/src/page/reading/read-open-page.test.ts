import { expect, it } from 'vitest';
import type { PageRead } from '../../messages.ts';
import type { Answered } from '../heard.ts';
import type { OpenPage } from '../open-page.ts';
import { readOpenPage } from './read-open-page.ts';

const item = 'https://www.aliexpress.com/item/1005008800000001.html';

function itemAnswer(id: string, title: string): string {
  const result = {
    GLOBAL_DATA: { globalData: { productId: id, subject: title, currencyCode: 'USD', buyerId: 'buyer-1' } },
    PRODUCT_TITLE: { text: title },
    SKU: { skuPaths: [{ skuIdStr: '9', path: '', salable: true, skuStock: 3 }] },
    PRICE: { skuIdStrPriceInfoMap: { 9: { salePriceString: 'US $19.90' } } },
  };
  return `mtopjsonp1(${JSON.stringify({ ret: ['SUCCESS::ok'], data: { result } })})`;
}

const answered = (text: string, id?: string): Answered => ({
  kind: 'item',
  address: `https://acs.aliexpress.com/h5/x/?data=${encodeURIComponent(JSON.stringify({ productId: id }))}`,
  text,
});

interface Given {
  url: string;
  markup?: string | null;
  answers?: Answered[][];
  variables?: string;
  served?: Record<string, string>;
}

/** A page of which each change brings the next of these responses; its clock runs only during waits. */
function pageOf({ url, markup = '<html></html>', answers = [[]], variables, served = {} }: Given) {
  let clock = 0;
  let turn = 0;
  const requested: string[] = [];
  const page: OpenPage = {
    url: new URL(url),
    title: '',
    isChecking: () => false,
    markup: () => markup,
    shown: () => (markup ?? '').replaceAll(/<script[\s\S]*?<\/script>/g, ''),
    answers: (kind) => (answers[turn] ?? answers.at(-1) ?? []).filter((one) => one.kind === kind),
    variables: async () => variables ?? null,
    async change(waitMs) {
      clock += waitMs;
      turn += 1;
    },
    async fetch(input) {
      const { pathname } = new URL(String(input));
      requested.push(pathname);
      const body = served[pathname];
      return new Response(body ?? 'not here', { status: body === undefined ? 404 : 200 });
    },
    document: async () => null,
    now: () => clock,
  };
  return { page, requested, read: () => readOpenPage(page, new AbortController().signal) };
}

const titles = (read: PageRead) =>
  read.found === 'products' ? read.products.map(({ title }) => title) : read;

it('waits for the answer that fills the page, and asks the shop for nothing', async () => {
  const { read, requested } = pageOf({
    url: `${item}?spm=1`,
    markup: '<html><script>window.runParams = {};</script></html>',
    answers: [[], [], [answered(itemAnswer('1005008800000001', 'Lamp'), '1005008800000001')]],
  });

  const found = await read();

  expect(titles(found)).toEqual(['Lamp']);
  expect(found).toMatchObject({ platform: 'aliexpress', products: [{ source: { id: '1005008800000001' } }] });
  expect(JSON.stringify(found)).not.toContain('buyer-1');
  expect(requested).toEqual([]);
});

it('takes no answer that was asked for another item', async () => {
  const other = answered(itemAnswer('1005009999999999', 'Another'), '1005009999999999');
  const own = answered(itemAnswer('1005008800000001', 'Lamp'), '1005008800000001');

  expect(titles(await pageOf({ url: item, answers: [[other, own]] }).read())).toEqual(['Lamp']);
  expect(titles(await pageOf({ url: item, answers: [[other]] }).read())).toMatchObject({ found: 'nothing' });
});

it('prefers the whole product to the part that a page gives machines, and takes the part when nothing else comes', async () => {
  const part = { '@type': 'Product', name: 'Lamp', offers: { price: '1.00', priceCurrency: 'USD' } };
  const markup = `<html><script type="application/ld+json">${JSON.stringify(part)}</script></html>`;
  const whole = answered(itemAnswer('1005008800000001', 'Whole lamp'));

  expect(titles(await pageOf({ url: item, markup, answers: [[], [whole]] }).read())).toEqual(['Whole lamp']);
  expect(await pageOf({ url: item, markup }).read()).toMatchObject({
    found: 'products',
    products: [{ title: 'Lamp', status: 'draft' }],
  });
});

it('reads the page’s variables where its markup lost them', async () => {
  const detail = {
    globalData: {
      product: {
        productId: 1600000000777,
        subject: 'Teapot',
        price: { productLadderPrices: [{ min: 1, max: -1, dollarPrice: 30 }] },
        sku: { skuAttrs: [], skuInfoMap: {} },
      },
      buyer: { umidToken: 'umid-1' },
    },
  };
  const { read } = pageOf({
    url: 'https://www.alibaba.com/product-detail/Teapot_1600000000777.html',
    variables: `<script>window.detailData = ${JSON.stringify(detail)};</script>`,
  });

  const found = await read();

  expect(titles(found)).toEqual(['Teapot']);
  expect(JSON.stringify(found)).not.toContain('umid');
});

it('says that the visitor was turned away, whatever shows it', async () => {
  const punished = 'https://www.aliexpress.com/item/1.html/_____tmd_____/punish?x5secdata=1';
  const checks: [Partial<OpenPage>, string][] = [
    [{ url: new URL(punished) }, 'source.blocked-us'],
    [{ title: 'Captcha Interception' }, 'source.blocked-us'],
    [{ isChecking: () => true }, 'source.blocked-us'],
    [{ url: new URL('https://login.1688.com/member/signin.htm') }, 'source.password-protected'],
  ];
  for (const [change, code] of checks) {
    const { page } = pageOf({ url: item });

    expect(await readOpenPage({ ...page, ...change }, new AbortController().signal)).toMatchObject({ code });
  }
});

it('says so as well where the check of the visitor comes while the page fills itself', async () => {
  const { page } = pageOf({ url: item });
  let isChecking = false;
  const change = async (waitMs: number) => {
    isChecking = true;
    await page.change(waitMs);
  };

  const found = await readOpenPage(
    { ...page, change, isChecking: () => isChecking },
    new AbortController().signal,
  );

  expect(found).toEqual({ found: 'nothing', platform: 'aliexpress', code: 'source.blocked-us' });
});

it('names an item that is gone at once', async () => {
  const gone = answered(JSON.stringify({ ret: ['SUCCESS::ok'], data: { errorCode: 'SITEM_NOT_EXIST' } }));
  const { page, read } = pageOf({ url: item, answers: [[gone]] });

  expect(await read()).toMatchObject({ found: 'nothing', platform: 'aliexpress', code: 'source.gone' });
  expect(page.now()).toBe(0);
});

it('asks the shop itself, with its own address for whatever is a page of it, where the page changed without loading', async () => {
  const product = {
    id: 1,
    title: 'Tea',
    handle: 'tea',
    variants: [{ id: 2, product_id: 1, price: '4.00' }],
    images: [],
  };
  const { read, requested } = pageOf({
    url: 'https://tea.myshopify.com/products/tea',
    markup: null,
    served: { '/products/tea.json': JSON.stringify({ product }) },
  });

  expect(titles(await read())).toEqual(['Tea']);
  expect(requested).toContain('/products/tea.json');
});

it('gives where a list leads, its answers’ products among them, each once', async () => {
  const card = (id: string) => ({ productId: id, prices: { salePrice: { minPrice: 9 } } });
  const body = (...ids: string[]) =>
    JSON.stringify({ data: { root: { fields: { mods: { itemList: { content: ids.map(card) } } } } } });
  const first = ['1005000000000001', '1005000000000002'];
  const { read } = pageOf({
    url: 'https://www.aliexpress.com/w/wholesale-lamp.html?SearchText=lamp',
    markup: `<script>window._dida_config_._init_data_= { data: ${body(...first)} }</script>`,
    answers: [
      [
        {
          kind: 'list',
          address: 'https://www.aliexpress.com/fn/search-pc/index',
          text: body('1005000000000002', '1005000000000003'),
        },
      ],
    ],
  });

  const found = await read();

  expect(found.found === 'sourceLinks' && found.urls.toSorted()).toEqual(
    ['1005000000000001', '1005000000000002', '1005000000000003'].map(
      (id) => `https://www.aliexpress.com/item/${id}.html`,
    ),
  );
});

it('knows a page of no shop', async () => {
  const { read } = pageOf({ url: 'https://diary.example/today', markup: '<title>My diary</title>' });

  expect(await read()).toEqual({ found: 'nothing', platform: null, code: 'plugin.nothing-here' });
});
