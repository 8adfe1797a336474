import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import { listAddress, productIdIn, readAddress, wordsSearched } from './address.ts';
import { productOnPage, readPage } from './page.ts';
import { fullSize } from './pictures.ts';
import { literal } from './script-state.ts';
import { alibabaCom, china } from './sites.ts';

const item = new URL('https://www.alibaba.com/product-detail/Tea-Pot_1600000000007.html');
const offer = new URL('https://detail.1688.com/offer/610000000008.html');

type Sent = Record<string, unknown>;

/** A page of alibaba.com about a tea pot, with these changes to its product. */
function page(changes: Sent, more: Sent = {}): string {
  const product = {
    productId: 1600000000007,
    subject: 'Tea &amp; Pot',
    moq: 1,
    price: { unit: 'piece', productLadderPrices: [{ min: 1, max: -1, dollarPrice: 5, price: 27.5 }] },
    ...changes,
  };
  return `<html><script>window.detailData = ${JSON.stringify({ globalData: { product, ...more } })};</script></html>`;
}

/** A page of 1688 about a skirt; `model` changes `Root.dataJson`. */
function chinaPage(model: Sent, price: Sent = {}, more: Sent = {}): string {
  const dataJson = {
    tempModel: { offerId: 610000000008, offerTitle: '连衣裙' },
    skuModel: { skuInfoMap: [] },
    ...model,
  };
  const state = {
    result: {
      data: { Root: { fields: { dataJson } }, mainPrice: { fields: { priceModel: price } } },
      global: { globalData: { model: { offerDetail: { status: 'PUBLISHED', ...more } } } },
    },
  };
  return `<script>window.context=(function(b,d){return d})(window.contextPath,${JSON.stringify(state)});</script>`;
}

const read = (html: string) => productOnPage(alibabaCom, { html, url: item });
const readChina = (html: string) => productOnPage(china, { html, url: offer });
const refusal = (reading: () => unknown): AppError => {
  try {
    reading();
  } catch (thrown) {
    return AppError.from(thrown);
  }
  throw new Error('nothing was thrown');
};

describe('prices on alibaba.com', () => {
  it('costs what the smallest order costs, not what a thousand would', () => {
    const ladder = [
      { min: 1000, max: -1, dollarPrice: 19 },
      { min: 10, max: 99, dollarPrice: 23.18 },
      { min: 100, max: 999, dollarPrice: 22 },
    ];
    const product = read(page({ moq: 10, price: { productLadderPrices: ladder } }));

    expect(product.variants).toMatchObject([{ price: '23.18' }]);
    expect(product.priceTiers.map(({ minimumQuantity }) => minimumQuantity)).toEqual([10, 100, 1000]);
  });

  it('reads dollars as the seller set them, not the visitor’s currency at today’s rate', () => {
    expect(read(page({}))).toMatchObject({ currency: 'USD', variants: [{ price: '5' }] });
  });

  it('names the visitor’s currency where the page tells no dollars', () => {
    const price = {
      productLadderPrices: [{ min: 1, max: -1, price: 2962.19 }],
      currencyRule: { currencyPattern: 'BDT {0}' },
    };

    expect(read(page({ price }))).toMatchObject({ currency: 'BDT', variants: [{ price: '2962.19' }] });
  });

  it.each([
    ['no price at all', {}],
    ['a price of nothing', { productLadderPrices: [{ min: 1, max: -1, dollarPrice: 0 }] }],
    [
      'a range that no combination narrows',
      { productRangePrices: { dollarPriceRangeLow: 3.2, dollarPriceRangeHigh: 4.5 } },
    ],
    ['words', { productLadderPrices: [{ min: 1, max: -1, dollarPrice: 'Negotiable' }] }],
    ['a decimal comma', { productLadderPrices: [{ min: 1, max: -1, dollarPrice: '12,50' }] }],
  ])('never makes a price out of %s', (_, price) => {
    expect(refusal(() => read(page({ price })))).toMatchObject({ code: 'source.price-unreadable' });
  });

  it('adds the warehouses, and takes 9999999 for "as many as you like"', () => {
    const sku = {
      skuAttrs: [
        {
          id: 1,
          name: 'Color',
          values: [
            { id: -1, name: 'Red' },
            { id: -2, name: 'Blue' },
          ],
        },
      ],
      skuInfoMap: { '1:-1;': { id: 11 }, '1:-2;': { id: 12 } },
    };
    const inventory = {
      skuInventory: {
        11: { warehouseInventoryList: [{ inventoryCount: 3 }, { inventoryCount: 4 }] },
        12: { warehouseInventoryList: [{ inventoryCount: 9_999_999 }] },
      },
    };

    expect(
      read(page({ sku }, { inventory })).variants.map(({ stock, available }) => [stock, available]),
    ).toEqual([
      [7, true],
      [null, true],
    ]);
  });
});

describe('texts', () => {
  it('decodes names that were sent entity-encoded, and keeps each attribute once', () => {
    const product = read(
      page({
        productKeyIndustryProperties: [{ attrName: 'Men&#39;s', attrValue: 'A &amp; B' }],
        productOtherProperties: [
          { attrName: 'Men&#39;s', attrValue: 'later' },
          { attrName: 'Color\\Size', attrValue: 'Red' },
        ],
      }),
    );

    expect([product.title, product.attributes]).toEqual([
      'Tea & Pot',
      [
        { name: "Men's", value: 'A & B' },
        { name: 'Color / Size', value: 'Red' },
      ],
    ]);
  });

  it('keeps no title that the wrong encoding has destroyed', () => {
    const temp = { tempModel: { offerId: 610000000008, offerTitle: '\ufffd\ufffd\ufffd\ufffdT\ufffd' } };

    expect(
      refusal(() => readChina(chinaPage(temp, { currentPrices: [{ price: '7.00', beginAmount: 1 }] }))),
    ).toMatchObject({
      code: 'source.product-unreadable',
      params: { field: 'title' },
    });
  });

  it('asks for pictures at their full size', () => {
    expect(
      [
        'https://sc04.alicdn.com/kf/H1.jpg_960x960q80.jpg',
        'https://sc04.alicdn.com/kf/H2.png_120x120.png',
        'https://cbu01.alicdn.com/img/ibank/O1!!2-0-cib.310x310.jpg',
        'https://cbu01.alicdn.com/img/ibank/O1!!3-0-cib.jpg_.webp',
        'img/ibank/O1.search.jpg',
        'https://shop.example/a.jpg?v=2',
      ].map(fullSize),
    ).toEqual([
      'https://sc04.alicdn.com/kf/H1.jpg',
      'https://sc04.alicdn.com/kf/H2.png',
      'https://cbu01.alicdn.com/img/ibank/O1!!2-0-cib.jpg',
      'https://cbu01.alicdn.com/img/ibank/O1!!3-0-cib.jpg',
      'https://cbu01.alicdn.com/img/ibank/O1.jpg',
      'https://shop.example/a.jpg?v=2',
    ]);
  });
});

describe('prices and combinations on 1688', () => {
  const sizes = { skuProps: [{ prop: '尺码', value: [{ name: 'M' }, { name: 'M>L' }] }] };

  it('makes a ladder of a list by quantity, 0 as the first', () => {
    const product = readChina(
      chinaPage(
        { orderParamModel: { orderParam: { beginNum: 2, canBookedAmount: 40 } } },
        {
          priceDisplayType: 'rangePrice',
          currentPrices: [
            { price: '6.50', beginAmount: 100 },
            { price: '7.00', beginAmount: 0 },
          ],
        },
      ),
    );

    expect(product).toMatchObject({
      currency: 'CNY',
      priceTiers: [
        { minimumQuantity: 1, price: '7.00' },
        { minimumQuantity: 100, price: '6.50' },
      ],
      variants: [{ sku: 'CN-610000000008', price: '7.00', stock: 40, optionValues: [] }],
      extra: { 'alibaba-1688': { minimumOrder: 2 } },
    });
  });

  it('makes no ladder of the lowest and the highest price of the combinations', () => {
    const product = readChina(
      chinaPage(
        {
          skuModel: {
            ...sizes,
            skuInfoMap: {
              M: { skuId: 1, price: '11.00', canBookCount: 3 },
              'M&gt;L': { skuId: 2, price: '19.50', discountPrice: '15.00', canBookCount: 0 },
            },
          },
        },
        {
          priceDisplayType: 'skuPrice',
          currentPrices: [
            { price: '11.00', beginAmount: 1 },
            { price: '15.00', beginAmount: 1 },
          ],
        },
      ),
    );

    expect(product.priceTiers).toEqual([]);
    expect(product.variants).toMatchObject([
      { optionValues: ['M'], price: '11.00', compareAtPrice: null, stock: 3 },
      { optionValues: ['M>L'], price: '15.00', compareAtPrice: '19.50', available: false },
    ]);
  });

  it('reads a key against the names that are known, for a name may hold the mark that joins them', () => {
    const skuProps = [
      { prop: '颜色', value: [{ name: '红>白' }, { name: '红' }] },
      { prop: '尺码', value: [{ name: '白>M' }, { name: 'M' }] },
    ];
    const skuInfoMap = {
      '红&gt;白&gt;M': { skuId: 1, price: '1.00' },
      '红 &gt; M': { skuId: 2, price: '2.00' },
    };
    const { variants } = readChina(
      chinaPage({ skuModel: { skuProps, skuInfoMap } }, { priceDisplayType: 'skuPrice' }),
    );

    expect(variants.map(({ optionValues }) => optionValues)).toEqual([
      ['红>白', 'M'],
      ['红', 'M'],
    ]);
  });

  it('takes the whole map where a custom page has a partial one beside it', () => {
    const { variants } = readChina(
      chinaPage(
        {
          nySkuModel: { ...sizes, skuInfoMap: { M: { skuId: 5, price: '3.00' } } },
          skuModel: { skuProps: [], skuInfoMap: {} },
        },
        { priceDisplayType: 'skuPrice' },
      ),
    );

    expect(variants).toMatchObject([{ id: '5', price: '3.00' }]);
  });

  it.each([['面议'], ['?.??'], ['']])('never makes a price out of "%s"', (price) => {
    const html = chinaPage({ isPricePrivate: true }, { currentPrices: [{ price, beginAmount: 1 }] });

    expect(refusal(() => readChina(html))).toMatchObject({ code: 'source.price-unreadable' });
  });

  it('names a product that is offered no more', () => {
    const html = chinaPage({}, { currentPrices: [{ price: '1.00' }] }, { status: 'DELETED' });

    expect(refusal(() => readChina(html))).toMatchObject({ code: 'source.gone' });
  });

  it('reads what is no JSON: keys that are bare numbers, references, also in circles', () => {
    const text =
      '{"a":{5449210271818:0.2250, 12 :"x,3:{"},"b":{"$ref":"$.list[1]"},"list":[{"$ref":"$.list[0]"},{"c":1,"up":{"$ref":"$"}}],"no":{"$ref":"$.gone.x"}}';

    expect(literal(text)).toMatchObject({
      a: { 5449210271818: 0.225, 12: 'x,3:{' },
      b: { c: 1, up: { no: null } },
      list: [null, { c: 1 }],
    });
  });
});

describe('pages that are no product', () => {
  const url = (address: string) => new URL(address);

  it.each([
    [
      'the guard’s address',
      'https://www.alibaba.com/_____tmd_____/punish?x5secdata=1',
      '',
      'source.blocked-us',
    ],
    [
      'the guard’s script',
      item.href,
      '<script src="//g.alicdn.com/sd/sufei-punish/index.js"></script>',
      'source.blocked-us',
    ],
    [
      'a captcha',
      item.href,
      '<title>Captcha Interception</title><div id="nocaptcha"></div>',
      'source.blocked-us',
    ],
    [
      'a final no',
      'https://bixi.alicdn.com/punish/a.html?action=deny&uuid=cloud_ip_bl',
      '',
      'source.blocked-us',
    ],
    ['a sign-in', 'https://login.1688.com/member/signin.htm?Done=x', '请登录', 'source.password-protected'],
    ['a sign-in', 'https://login.alibaba.com/newlogin/icbuLogin.htm', '', 'source.password-protected'],
    ['nothing any more', item.href, '<title>Product not found - Alibaba.com</title>', 'source.gone'],
  ])('names %s', (_, address, html, code) => {
    expect(refusal(() => productOnPage(alibabaCom, { html, url: url(address) }))).toMatchObject({ code });
    expect(refusal(() => productOnPage(china, { html, url: url(address) }))).toMatchObject({ code });
  });

  it('names the guard by its header alone', () => {
    const headers = new Headers({ bxpunish: '1' });

    expect(
      refusal(() => productOnPage(alibabaCom, { html: '<html></html>', url: item, headers })),
    ).toMatchObject({
      code: 'source.blocked-us',
    });
  });

  it('is not frightened by the same words on a good page', () => {
    const html = `${page({})}<script src="/sufei-punish.js"></script>请登录 验证码 商品已下架`;

    expect(readPage(alibabaCom, html, item)).toHaveLength(1);
  });

  it('says so when the state is there and cannot be read, and makes nothing of what stands beside it', () => {
    const linked = `<script type="application/ld+json">{"@type":"Product","name":"Pot","offers":{"price":"19"}}</script>`;
    const html = `${linked}<script>window.detailData = {"globalData":{"product":{`;

    expect(refusal(() => read(html))).toMatchObject({ code: 'source.page-not-understood' });
  });

  it('takes the part that linked data tell where there is no state, and calls it a part', () => {
    const html = `<script type="application/ld+json">${JSON.stringify({
      '@type': 'Product',
      name: 'Tea Pot - Buy Product on Alibaba.com',
      image: ['https://sc04.alicdn.com/kf/H1.jpg_250x250.jpg'],
      offers: { '@type': 'Offer', price: '19', priceCurrency: 'USD' },
    })}</script>`;

    expect(readPage(alibabaCom, html, item)).toMatchObject([
      {
        title: 'Tea Pot',
        currency: 'USD',
        pictures: [{ url: 'https://sc04.alicdn.com/kf/H1.jpg' }],
        source: { id: '1600000000007' },
        extra: { alibaba: { way: 'part' } },
      },
    ]);
  });

  it('is not held up by a page made of beginnings', () => {
    const html = 'window.detailData = {"a":['.repeat(40_000) + 'window.context=(function({'.repeat(20_000);

    expect([readPage(alibabaCom, html, item), readPage(china, html, offer)]).toEqual([[], []]);
  });
});

describe('addresses', () => {
  const id = (site: typeof china, address: string) => productIdIn(site, new URL(address));

  it('takes a product’s id from the path alone, on every host of the site', () => {
    expect([
      id(
        alibabaCom,
        'https://www.alibaba.com/product-detail/A-B_1600919613373.html?mail=99999999999999_1.html',
      ),
      id(alibabaCom, 'https://german.alibaba.com/product-detail/A-B-1600919613373.html'),
      id(alibabaCom, 'https://m.alibaba.com/product/1600919613373/A-B.html'),
      id(alibabaCom, 'https://www.alibaba.com/trade/search?SearchText=a_1600919613373.html'),
      id(china, 'https://m.1688.com/offer/951410798382.html?sk=order'),
      id(china, 'https://detail.1688.com/offer/951410798382.html'),
    ]).toEqual(['1600919613373', '1600919613373', '1600919613373', null, '951410798382', '951410798382']);
  });

  it('keeps the GBK of a search as it was written, on every page of it', () => {
    const search = new URL(
      'https://s.1688.com/selloffer/offer_search.htm?keywords=%C1%AC%D2%C2%C8%B9&beginPage=4&spm=a1',
    );
    const { scope, root, key } = readAddress(china, search);

    expect([scope, wordsSearched(key ?? '')]).toEqual(['category', '连衣裙']);
    expect(listAddress(china, root, key, 2).href).toBe(
      'https://s.1688.com/selloffer/offer_search.htm?keywords=%C1%AC%D2%C2%C8%B9&beginPage=2',
    );
    expect(wordsSearched('/trade/search?SearchText=car+seat%20covers')).toBe('car seat covers');
  });

  it.each([
    [
      alibabaCom,
      'https://www.alibaba.com/trade/search?tab=all&SearchText=Speakers&categoryId=518',
      'category',
    ],
    [alibabaCom, 'https://www.alibaba.com/Auto/Seat-Covers_p100001120', 'category'],
    [alibabaCom, 'https://www.alibaba.com/catalog/speakers_cid518?page=3', 'category'],
    [alibabaCom, 'https://www.alibaba.com/showroom/car-seat.html', 'category'],
    [alibabaCom, 'https://xzounasen.en.alibaba.com/productgrouplist-811/Seats.html', 'category'],
    [alibabaCom, 'https://xzounasen.en.alibaba.com/productlist.html', 'shop'],
    [china, 'https://shop9cf3288888585.1688.com/page/offerlist.htm', 'shop'],
    [china, 'https://shop9cf3288888585.1688.com/page/offerlist_123.htm', 'category'],
  ])('knows what %o names by %s: a %s', (site, address, scope) => {
    expect(readAddress(site, new URL(address)).scope).toBe(scope);
  });
});
