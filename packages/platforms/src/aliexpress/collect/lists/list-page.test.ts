import { expect, it } from 'vitest';
import { listOnPage } from './list-page.ts';
import { storeFacts, storeList, storeListAddress } from './store-list.ts';

const url = new URL('https://www.aliexpress.com/w/wholesale-lamp.html?SearchText=lamp');

function card(id: string, changes: object = {}): object {
  return {
    productId: id,
    itemType: 'productV3',
    title: { displayTitle: `Lamp &amp; shade ${id}` },
    image: { imgUrl: '//ae01.alicdn.com/kf/Sa.jpg_220x220q75.jpg_.avif' },
    prices: { salePrice: { minPrice: 3.5, currencyCode: 'EUR' }, originalPrice: { minPrice: 7 } },
    ...changes,
  };
}

function page(content: unknown, pageInfo: object = {}): string {
  const data = { data: { root: { fields: { mods: { itemList: { content } }, pageInfo } } } };
  return `<script>window._dida_config_._init_data_= { data: ${JSON.stringify(data)} }</script>`;
}

it('reads title, price, former price and image of a card', () => {
  expect(listOnPage(page([card('100500111')]), url).cards).toEqual([
    {
      id: '100500111',
      title: 'Lamp & shade 100500111',
      price: '3.5',
      compareAtPrice: '7',
      currency: 'EUR',
      imageUrl: 'https://ae01.alicdn.com/kf/Sa.jpg',
      isAdvert: false,
    },
  ]);
});

it('leads to the id that the card leads to, takes products alone, each once', () => {
  const content = [
    card('100500111', { redirectedId: '100500222' }),
    card('100500222'),
    card('100500333', { itemType: 'banner' }),
    card('100500444', { productType: 'ad' }),
    { itemType: 'productV3' },
    null,
    7,
  ];

  expect(listOnPage(page(content), url).cards.map(({ id, isAdvert }) => [id, isAdvert])).toEqual([
    ['100500222', false],
    ['100500444', true],
  ]);
});

it('reads a price that a card has only as text, or in cents', () => {
  const priced = (salePrice: object) =>
    listOnPage(page([card('100500111', { prices: { salePrice } })]), url).cards[0]?.price;

  expect(priced({ formattedPrice: '1.234,56 €' })).toBe('1234.56');
  expect(priced({ cent: 2329, currencyCode: 'USD' })).toBe('23.29');
});

it.each([
  [{ page: 1, pageSize: 60, totalResults: 61 }, false],
  [{ page: 2, pageSize: 60, totalResults: 61 }, true],
  [{ page: 60, pageSize: 60, totalResults: 9000 }, true],
  [{ page: 1, pageSize: 60, totalResults: 9000, finished: true }, true],
  [{}, false],
])('knows by %j whether it is the last page: %s', (info, isLast) => {
  expect(listOnPage(page([card('100500111')], info), url).isLast).toBe(isLast);
});

it('finds the list where it has moved to, and in the answer of a later page', () => {
  const moved = {
    data: { deep: [{ er: { facts: [card('100500111'), card('100500222')] } }] },
    pageInfo: { page: 1 },
  };
  const later = { data: { root: { fields: { mods: { itemList: { content: [card('100500333')] } } } } } };

  expect(listOnPage(`_init_data_={data:${JSON.stringify(moved)}}`, url).cards).toHaveLength(2);
  expect(listOnPage(JSON.stringify(later), url).cards).toMatchObject([{ id: '100500333' }]);
});

it('takes what a page links to where it carries no list', () => {
  const html =
    '<a href="//www.aliexpress.com/item/100500111.html?a=1">A</a><a href="/item/100500111.html">A</a><a href="/item/x/100500222.html">B</a>';

  expect(listOnPage(html, url).cards.map(({ id }) => id)).toEqual(['100500111', '100500222']);
});

it.each([
  ['<p>nothing</p>', 'no-payload'],
  ['<script>_init_data_= { data: {"broken": </script>', 'unparsable'],
  ['<script>_init_data_= { data: {"fine": []} }</script>', 'no-list'],
])('says what it found instead of a list: %s', (html, reason) => {
  expect(() => listOnPage(html, url)).toThrow(
    expect.objectContaining({
      code: 'source.page-not-understood',
      params: expect.objectContaining({ reason }),
    }),
  );
});

it('takes an empty list for an empty one', () => {
  expect(listOnPage(page([]), url).cards).toEqual([]);
});

it("asks for a store's products under the seller's number, and reads them", () => {
  const html = `<title>Fern Store - Amazing</title><script>x = { storeId: '4682001', sellerId: "231422982" }</script>`;
  const facts = storeFacts(html, new URL('https://fern.aliexpress.com/'));
  const requested = storeListAddress('https://fern.aliexpress.com', facts.sellerId ?? '', 3);
  const sent = {
    id: 5,
    subject: 'Lamp',
    pcDetailUrl: '//www.aliexpress.com/item/100500111.html',
    image640Url: '//ae01.alicdn.com/kf/S.jpg_640x640.jpg',
  };

  expect(facts).toEqual({ storeId: '4682001', sellerId: '231422982', name: 'Fern Store' });
  expect([
    requested.host,
    requested.searchParams.get('sellerId'),
    requested.searchParams.get('page'),
  ]).toEqual(['shoprenderview.aliexpress.com', '231422982', '3']);
  expect(
    storeList(
      `jsonp_1(${JSON.stringify({ Result: { Products: { Data: [sent] }, totalPage: 4 } })});`,
      requested,
    ),
  ).toMatchObject({
    cards: [{ id: '100500111', title: 'Lamp', imageUrl: 'https://ae01.alicdn.com/kf/S.jpg' }],
    pages: 4,
  });
  expect(() => storeList('jsonp_1({"ret":["FAIL_SYS_USER_VALIDATE"]})', requested)).toThrow(
    expect.objectContaining({ code: 'source.blocked-us' }),
  );
});
