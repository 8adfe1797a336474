import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import { productOnPage } from './page.ts';
import { literalAt } from './reading-page/script-state.ts';
import { alibabaCom, china } from './sites.ts';

const item = new URL('https://www.alibaba.com/product-detail/Tea-Pot_1600000000007.html');
const offer = new URL('https://detail.1688.com/offer/610000000008.html');

type Sent = Record<string, unknown>;

/** Returns an alibaba.com page for a tea pot, with these changes to its product. */
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

/** Returns a 1688 page for a skirt; `model` changes `Root.dataJson`. */
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
    const tiers = [
      { min: 1000, max: -1, dollarPrice: 19 },
      { min: 10, max: 99, dollarPrice: 23.18 },
      { min: 100, max: 999, dollarPrice: 22 },
    ];
    const product = read(page({ moq: 10, price: { productLadderPrices: tiers } }));

    expect(product.variants).toMatchObject([{ price: '23.18' }]);
    expect(product.priceTiers.map(({ minimumQuantity }) => minimumQuantity)).toEqual([10, 100, 1000]);
  });

  it('reads dollars as the seller set them, not the visitor’s currency at today’s rate', () => {
    expect(read(page({}))).toMatchObject({ currency: 'USD', variants: [{ price: '5' }] });
  });

  it('names the visitor’s currency where the page gives no dollars', () => {
    const price = {
      productLadderPrices: [{ min: 1, max: -1, price: 2962.19 }],
      currencyRule: { currencyPattern: 'BDT {0}' },
    };

    expect(read(page({ price }))).toMatchObject({ currency: 'BDT', variants: [{ price: '2962.19' }] });
  });

  it.each([
    [
      'a range that no combination narrows',
      { productRangePrices: { dollarPriceRangeLow: 3.2, dollarPriceRangeHigh: 4.5 } },
    ],
    ['a decimal comma', { productLadderPrices: [{ min: 1, max: -1, dollarPrice: '12,50' }] }],
  ])('never makes a price out of %s', (_, price) => {
    expect(refusal(() => read(page({ price })))).toMatchObject({ code: 'source.price-unreadable' });
  });

  it.each([
    ['no price', {}],
    ['a price of nothing', { productLadderPrices: [{ min: 1, max: -1, dollarPrice: 0 }] }],
    ['words', { productLadderPrices: [{ min: 1, max: -1, dollarPrice: 'Negotiable' }] }],
  ])('keeps what is sold for %s, without a price', (_, price) => {
    expect(read(page({ price })).variants).toMatchObject([{ price: null, compareAtPrice: null }]);
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
  it('decodes names that were sent entity-encoded', () => {
    const product = read(
      page({
        productKeyIndustryProperties: [{ attrName: 'Men&#39;s', attrValue: 'A &amp; B' }],
        productOtherProperties: [
          { attrName: 'Men&#39;s', attrValue: 'A &amp; B' },
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
      { prop: '颜色', value: [{ name: '红' }, { name: '红>白' }] },
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
      ['红', 'M'],
      ['红>白', 'M'],
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

  it.each([['面议'], ['?.??'], ['']])('keeps what is sold for "%s", without a price', (price) => {
    const html = chinaPage({ isPricePrivate: true }, { currentPrices: [{ price, beginAmount: 1 }] });

    expect(readChina(html).variants.map((variant) => variant.price)).toEqual([null]);
  });

  it('names a product that is offered no more', () => {
    const html = chinaPage({}, { currentPrices: [{ price: '1.00' }] }, { status: 'DELETED' });

    expect(refusal(() => readChina(html))).toMatchObject({ code: 'source.gone' });
  });

  it('reads what is no JSON: keys that are bare numbers, references, also in circles', () => {
    const text =
      '{"a":{5449210271818:0.2250, 12 :"x,3:{"},"b":{"$ref":"$.list[1]"},"list":[{"$ref":"$.list[0]"},{"c":1,"up":{"$ref":"$"}}],"no":{"$ref":"$.gone.x"}}';

    expect(literalAt(text, 0)?.value).toMatchObject({
      a: { 5449210271818: 0.225, 12: 'x,3:{' },
      b: { c: 1, up: { no: null } },
      list: [null, { c: 1 }],
    });
  });
});
