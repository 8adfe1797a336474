import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import { collectAll, contextFor } from '../../../testing/collecting.ts';
import { answerOf, type Exchange, replay } from '../../../testing/replay.ts';
import { alibaba, alibaba1688 } from '../../index.ts';
import { alibabaCom, china } from '../sites.ts';
import { categoriesOnPage } from './categories.ts';
import { offersInAnswer, offersOnPage } from './offers.ts';

const search = new URL('https://www.alibaba.com/trade/search?SearchText=pots');
const collector = alibaba.collector as NonNullable<typeof alibaba.collector>;
const chinaCollector = alibaba1688.collector as NonNullable<typeof alibaba1688.collector>;

const item = (id: number, more: object = {}) => ({
  productId: id,
  title: `<strong>Pot</strong> ${id}`,
  price: '$3.20-4.50',
  mainImage: `//sc04.alicdn.com/kf/H${id}.jpg_300x300.jpg`,
  moqV2: 'Min. order: 2 pieces',
  ...more,
});
const sse = (offers: object[], totalCount = offers.length) =>
  `<script>window.__page__data_sse10 = {"_config":{"a":1}};</script>
<script>window.__page__data_sse10._wending = {"p4pBoothModel":{"offers":[${JSON.stringify(item(1609999999999))}]}};
window.__page__data_sse10._offer_list = ${JSON.stringify({ offerResultData: { offers, totalCount } })};</script>`;
const page = (id: number) =>
  `<script>window.detailData = ${JSON.stringify({
    globalData: {
      product: {
        productId: id,
        subject: `Pot ${id}`,
        price: { productLadderPrices: [{ min: 2, max: -1, dollarPrice: 4.5 }] },
      },
    },
  })};</script>`;

describe('lists', () => {
  it('gives the offers of a search as products to collect, adverts and booths left out', () => {
    const others = '<script>var a={};a.data = {"x":1};metadata={"y":[]};</script>'.repeat(40);
    const html =
      others +
      sse(
        [
          item(1600000000001),
          item(1600000000002, { isShowAd: true }),
          item(1600000000003, { adInfo: {} }),
          item(1600000000004, { trackInfo: 'x@@product_type=newad' }),
          item(1600000000001),
        ],
        77,
      );

    expect(offersOnPage(alibabaCom, html, search)).toEqual({
      total: 77,
      offers: [
        {
          id: '1600000000001',
          title: 'Pot 1600000000001',
          price: '$3.20-4.50',
          imageUrl: 'https://sc04.alicdn.com/kf/H1600000000001.jpg',
          minimumOrder: 'Min. order: 2 pieces',
        },
      ],
    });
  });

  it('reads the answer that a search of 1688 gets for itself', () => {
    const answer = `mtopjsonpreqTppId_32517_getOfferList2(${JSON.stringify({
      data: {
        data: {
          OFFER: {
            found: 900,
            items: [
              {
                data: {
                  offerId: '610000000008',
                  title: '<font color=red>连衣裙</font>',
                  priceInfo: { price: '7.00' },
                },
              },
              {
                data: { offerId: '610000000009', title: '广告', isP4P: 'true', priceInfo: { price: '1.00' } },
              },
            ],
          },
        },
      },
    })})`;

    expect(offersInAnswer(answer, 'https://s.1688.com/')).toMatchObject({
      total: 900,
      offers: [{ id: '610000000008', title: '连衣裙', price: '7.00' }],
    });
  });

  it('falls back to the links of a store’s page', () => {
    const html = `<a href="//detail.1688.com/offer/610000000008.html?spm=1"><img data-lazyload-src="//cbu01.alicdn.com/img/ibank/a.220x220.jpg" alt="连衣裙"></a>
<a href="https://detail.1688.com/offer/610000000008.html">连衣裙</a><a href="/page/index.html">首页</a>`;
    const url = new URL('https://shop1.1688.com/page/offerlist.htm');

    expect(offersOnPage(china, html, url)).toMatchObject({
      offers: [{ id: '610000000008', title: '连衣裙', imageUrl: 'https://cbu01.alicdn.com/img/ibank/a.jpg' }],
    });
  });

  it('distinguishes a page that is no list from an empty one', () => {
    expect(offersOnPage(china, '<div id="app"></div>', new URL('https://s.1688.com/x'))).toBeNull();
    expect(offersOnPage(alibabaCom, sse([], 0), search)).toEqual({ offers: [], total: 0 });
  });
});

describe('categories', () => {
  it('reads the path that a page is in and the lists it links to, one inside the other', () => {
    const state = {
      globalData: {
        seo: {
          breadCrumb: {
            pathList: [
              {
                hrefObject: {
                  name: 'Autos &amp; More',
                  url: 'https://www.alibaba.com/trade/search?SearchText=A&categoryId=2',
                },
              },
              {
                hrefObject: {
                  name: 'Seats',
                  url: '//www.alibaba.com/trade/search?SearchText=S&categoryId=21',
                },
              },
            ],
          },
        },
      },
    };
    const html = `<script>window.detailData = ${JSON.stringify(state)};</script>
<ul><li><a href="/catalog/speakers_cid518">Speakers</a><ul><li><a href="/Sound/Small_p5181">Small</a></li></ul></li>
<li><a href="/catalog/lamps_cid39">Lamps</a></li></ul><a href="https://other.example/catalog/x_cid1">x</a>`;

    expect(categoriesOnPage(alibabaCom, html, search).map(({ id, path }) => [id, path])).toEqual([
      ['2', ['Autos & More']],
      ['21', ['Autos & More', 'Seats']],
      ['518', ['Speakers']],
      ['5181', ['Speakers', 'Small']],
      ['39', ['Lamps']],
    ]);
  });
});

describe('collecting', () => {
  const root = 'https://www.alibaba.com';
  const robots = [{ request: `${root}/robots.txt`, body: 'User-agent: *' }];
  const product = (id: number): Exchange[] => [
    { request: `${root}/product-detail/x_${id}.html`, body: page(id) },
    {
      request: `${root}/event/app/mainAction/desc.htm?detailId=${id}&language=en`,
      body: { data: { productHtmlDescription: '<p>Fine.</p>' } },
    },
  ];

  it('collects a search to its end, whose last page starts again', async () => {
    const first = sse([item(1600000000001), item(1600000000002)], 3);
    const { fetch, unused } = replay([
      ...robots,
      { request: search.href, body: first },
      { request: `${search.href}&page=2`, body: sse([item(1600000000003)], 3) },
      { request: `${search.href}&page=3`, body: first },
      ...[1600000000001, 1600000000002, 1600000000003].flatMap(product),
    ]);

    const { products, skipped } = await collectAll(
      collector,
      { scope: 'category', addresses: [search] },
      contextFor(fetch),
    );

    expect([skipped, unused()]).toEqual([[], []]);
    expect(products.map(({ source, descriptionHtml }) => [source?.id, descriptionHtml])).toEqual(
      [1, 2, 3].map((at) => [`160000000000${at}`, '<p>Fine.</p>']),
    );
    expect(products[0]?.categories).toEqual([['pots']]);
  });

  it('collects a list of addresses on several hosts as what they are: products of one site', async () => {
    const { fetch } = replay([...robots, ...product(1600000000001), ...product(1600000000002)]);
    const addresses = [
      'https://german.alibaba.com/product-detail/Topf-1600000000001.html',
      'https://m.alibaba.com/product/1600000000002/Pot.html',
    ].map((address) => new URL(address));

    const { products } = await collectAll(collector, { scope: 'list', addresses }, contextFor(fetch));

    expect(products.map(({ source }) => [source?.shop, source?.id])).toEqual([
      ['www.alibaba.com', '1600000000001'],
      ['www.alibaba.com', '1600000000002'],
    ]);
  });

  it('keeps a product whose description is closed to us', async () => {
    const { fetch } = replay([
      ...robots,
      ...product(1600000000001).slice(0, 1),
      { ...(product(1600000000001)[1] as Exchange), status: 403, body: '' },
    ]);
    const addresses = [new URL(`${root}/product-detail/x_1600000000001.html`)];

    const { products } = await collectAll(collector, { scope: 'product', addresses }, contextFor(fetch));

    expect(products).toMatchObject([{ descriptionHtml: '' }]);
  });

  it('stops the whole run at the guard, and at a sign-in, by their names', async () => {
    const guard = async (input: string | URL | Request) =>
      answerOf(
        String(input).endsWith('robots.txt') ? { body: '' } : { body: '<script src="/sufei-punish/a.js">' },
      );
    const signIn = async (input: string | URL | Request) =>
      String(input).endsWith('robots.txt')
        ? answerOf({ body: '' })
        : Object.defineProperty(answerOf({ body: '请登录' }), 'url', {
            value: 'https://login.1688.com/member/signin.htm?Done=x',
          });
    const wanted = {
      scope: 'list' as const,
      addresses: [1, 2].map((at) => new URL(`${root}/product-detail/x_160000000000${at}.html`)),
    };
    const offers = {
      scope: 'product' as const,
      addresses: [new URL('https://detail.1688.com/offer/610000000008.html')],
    };
    const blocked = await collectAll(collector, wanted, contextFor(guard));
    const closed = await collectAll(chinaCollector, offers, contextFor(signIn)).catch(AppError.from);

    expect([blocked.products, blocked.skipped.map(({ failure }) => failure.code)]).toEqual([
      [],
      ['source.blocked-us', 'source.blocked-us'],
    ]);
    expect(closed).toMatchObject({ code: 'source.password-protected' });
  });

  it('says that a marketplace is no shop, and that a shell holds no list', async () => {
    const shell = async () => answerOf({ body: '<div id="app"></div>' });
    const whole = { scope: 'shop' as const, addresses: [new URL('https://www.alibaba.com/')] };
    const list = {
      scope: 'category' as const,
      addresses: [new URL('https://s.1688.com/selloffer/offer_search.htm?keywords=%C1%AC')],
    };
    const none = await collectAll(collector, whole, contextFor(shell)).catch(AppError.from);
    const empty = await collectAll(chinaCollector, list, contextFor(shell));

    expect(none).toMatchObject({ code: 'address.no-shop' });
    expect(empty.skipped.map(({ failure }) => failure.code)).toEqual(['source.page-not-understood']);
  });

  it('reads a page that came in GBK', async () => {
    const head = new TextEncoder().encode(
      `<meta charset="gbk"><script>window.__INIT_DATA={"globalData":{"tempModel":{"offerId":610000000008,"offerTitle":"`,
    );
    const title = Uint8Array.from([0xc1, 0xac, 0xd2, 0xc2, 0xc8, 0xb9]);
    const rest = new TextEncoder().encode(
      `"},"skuModel":{"skuInfoMap":[]}},"data":{"1":{"componentType":"x-offer-price","data":{"priceModel":{"currentPrices":[{"price":"7.00","beginAmount":1}]}}}}};</script>`,
    );
    for (const type of ['text/html', 'text/html; charset=GBK']) {
      const fetch = async () =>
        new Response(new Blob([head, title, rest]), { headers: { 'content-type': type } });
      const addresses = [new URL('https://detail.1688.com/offer/610000000008.html')];

      const { products } = await collectAll(
        chinaCollector,
        { scope: 'product', addresses },
        contextFor(fetch),
      );

      expect(products).toMatchObject([{ title: '连衣裙', variants: [{ price: '7.00' }] }]);
    }
  });
});
