import { checkProduct } from '@bowerbird/catalog/invariants/invariants';
import { describe, expect, it } from 'vitest';
import { productFromCrossBorder, productFromEco } from './api/open-api.ts';
import { productOnPage } from './page.ts';
import { alibabaCom, china } from './sites.ts';

const item = new URL('https://www.alibaba.com/product-detail/Kettle_1600000000021.html');
const offer = new URL('https://detail.1688.com/offer/610000000022.html');
const image = (name: string) => `https://sc04.alicdn.com/kf/${name}.jpg`;

type Sent = Record<string, unknown>;

/** Reads an alibaba.com page for a kettle at 5 dollars, with these changes to its product. */
function readKettle(changes: Sent) {
  const product = {
    productId: 1600000000021,
    subject: 'Kettle',
    price: { productLadderPrices: [{ min: 1, max: -1, dollarPrice: 5 }] },
    ...changes,
  };
  const html = `<script>window.detailData = ${JSON.stringify({ globalData: { product } })};</script>`;
  return productOnPage(alibabaCom, { html, url: item });
}

/** Reads a 1688 page for a scarf, with this combination model and these attributes. */
function readScarf(skuModel: Sent, featureAttributes: Sent[] = []) {
  const dataJson = { tempModel: { offerId: 610000000022, offerTitle: '围巾' }, skuModel };
  const state = {
    result: {
      data: {
        Root: { fields: { dataJson } },
        mainPrice: { fields: { priceModel: { priceDisplayType: 'skuPrice' } } },
      },
      global: { globalData: { model: { offerDetail: { featureAttributes } } } },
    },
  };
  const html = `<script>window.context=(function(b,d){return d})(window.contextPath,${JSON.stringify(state)});</script>`;
  return productOnPage(china, { html, url: offer });
}

/** Reads the kettle as alibaba.com's buyer platform sends it: each row is a combination with one colour. */
function readEco(values: Sent[]) {
  const skus = values.map((value, at) => ({
    sku_id: 31 + at,
    sku_attr_list: [{ attr_name_desc: 'Color', ...value }],
    ladder_price: [{ min_quantity: 1, price: '2.50', currency: 'USD' }],
  }));
  return productFromEco({ product_id: 1600000000021, title: 'Kettle', skus });
}

const choices = ({ variants }: ReturnType<typeof readKettle>) =>
  variants.map(({ id, optionValues, imageUrl }) => [id, ...optionValues, imageUrl]);

describe('axes with one value', () => {
  it('are kept beside another axis', () => {
    const product = readKettle({
      sku: {
        skuAttrs: [
          { id: 1, name: 'Size', values: [{ id: -1, name: 'General' }] },
          {
            id: 2,
            name: 'Color',
            values: [
              { id: 7, name: 'Red' },
              { id: 8, name: 'Blue' },
            ],
          },
        ],
        skuInfoMap: { '1:-1;2:8;': { id: 12 }, '1:-1;2:7;': { id: 11 } },
      },
    });

    expect(product.options).toEqual([
      { name: 'Size', values: ['General'] },
      { name: 'Color', values: ['Red', 'Blue'] },
    ]);
    expect(choices(product)).toEqual([
      ['11', 'General', 'Red', null],
      ['12', 'General', 'Blue', null],
    ]);
  });

  it('are all kept where no axis has more', () => {
    const product = readScarf({
      skuProps: [
        { prop: '颜色', value: [{ name: '红' }] },
        { prop: '尺码', value: [{ name: '均码' }] },
      ],
      skuInfoMap: { '红&gt;均码': { skuId: 5, price: '3.00' } },
    });

    expect(product.options).toEqual([
      { name: '颜色', values: ['红'] },
      { name: '尺码', values: ['均码'] },
    ]);
    expect(choices(product)).toEqual([['5', '红', '均码', null]]);
  });

  it('stay two where they have one name', () => {
    const product = readKettle({
      sku: {
        skuAttrs: [
          { id: 1, name: 'Color', values: [{ id: 1, name: 'Red' }] },
          { id: 2, name: 'color', values: [{ id: 2, name: 'Blue' }] },
        ],
        skuInfoMap: { '1:1;2:2;': { id: 11 } },
      },
    });

    expect(product.options.map(({ name }) => name)).toEqual(['Color', 'color (2)']);
    expect(checkProduct(product)).toEqual([]);
  });
});

describe('axes without combinations', () => {
  const axis = (id: number, ...names: string[]) => ({
    id,
    name: `Axis ${id}`,
    values: names.map((name, at) => ({ id: at + 1, name })),
  });

  it('of one value each are the value of the one variant', () => {
    const product = readKettle({ sku: { skuAttrs: [axis(1, 'General'), axis(2, 'Red')], skuInfoMap: {} } });

    expect(product.options.map(({ values }) => values)).toEqual([['General'], ['Red']]);
    expect(product.variants).toMatchObject([{ optionValues: ['General', 'Red'], price: '5' }]);
  });

  it('of several values make no variant of a blank value, and mark the product', () => {
    const product = readKettle({
      sku: { skuAttrs: [axis(1, 'General'), axis(2, 'Red', 'Blue')], skuInfoMap: {} },
    });

    expect(checkProduct(product)).toEqual([]);
    expect(product.options.map(({ values }) => values)).toEqual([['General']]);
    expect(product.extra).toMatchObject({ alibaba: { partial: true } });
  });
});

describe('two values of one name', () => {
  it('stay two on alibaba.com, each with its own image', () => {
    const product = readKettle({
      sku: {
        skuAttrs: [
          {
            id: 2,
            name: 'Color',
            values: [
              { id: -5, name: '4', originImage: image('A') },
              { id: -9, name: '4 (2)', originImage: image('B') },
              { id: -10, name: '4', originImage: image('C') },
            ],
          },
        ],
        skuInfoMap: { '2:-10;': { id: 13 }, '2:-9;': { id: 12 }, '2:-5;': { id: 11 } },
      },
    });

    expect(choices(product)).toEqual([
      ['11', '4', image('A')],
      ['12', '4 (2)', image('B')],
      ['13', '4 (3)', image('C')],
    ]);
    expect(product.options).toEqual([{ name: 'Color', values: ['4', '4 (2)', '4 (3)'] }]);
    expect(checkProduct(product)).toEqual([]);
  });

  it('stay two on 1688, where only spaces distinguish them in the keys', () => {
    const product = readScarf({
      skuProps: [
        {
          prop: '颜色',
          value: [
            { name: '红 ', imageUrl: image('A') },
            { name: '红', imageUrl: image('B') },
          ],
        },
        { prop: '尺码', value: [{ name: 'M' }, { name: 'L' }] },
      ],
      skuInfoMap: {
        '红&gt;M': { skuId: 3, price: '3.00' },
        '红 &gt;M': { skuId: 1, price: '1.00' },
        '红 &gt;L': { skuId: 2, price: '2.00' },
      },
    });

    expect(choices(product)).toEqual([
      ['1', '红', 'M', image('A')],
      ['2', '红', 'L', image('A')],
      ['3', '红 (2)', 'M', image('B')],
    ]);
    expect(checkProduct(product)).toEqual([]);
  });

  it('stay two in the open platform of alibaba.com, by their images', () => {
    const product = readEco([
      { attr_value_desc: '4', attr_value_image: image('A') },
      { attr_value_desc: '4', attr_value_image: image('C') },
    ]);

    expect(choices(product)).toEqual([
      ['31', '4', image('A')],
      ['32', '4 (2)', image('C')],
    ]);
    expect(checkProduct(product)).toEqual([]);
  });

  it('stay two in the open platform of 1688, by their images', () => {
    const rows = ['A', 'C'].map((name, at) => ({
      skuId: 41 + at,
      price: '3.00',
      skuAttributes: [{ attributeName: '颜色', value: '红', skuImageUrl: image(name) }],
    }));
    const product = productFromCrossBorder({
      offerId: 610000000022,
      subject: '围巾',
      productSkuInfos: rows,
    });

    expect(choices(product)).toEqual([
      ['41', '红', image('A')],
      ['42', '红 (2)', image('C')],
    ]);
  });

  it('are one value with several images where the combinations differ otherwise', () => {
    const rows = ['M', 'L'].map((size, at) => ({
      skuId: 41 + at,
      price: '3.00',
      skuAttributes: [
        { attributeName: '颜色', value: '红', skuImageUrl: image(size) },
        { attributeName: '尺码', value: size },
      ],
    }));
    const product = productFromCrossBorder({
      offerId: 610000000022,
      subject: '围巾',
      productSkuInfos: rows,
    });

    expect(product.options).toEqual([
      { name: '颜色', values: ['红'] },
      { name: '尺码', values: ['M', 'L'] },
    ]);
  });
});

describe('attributes', () => {
  it('of one name keep each value, in the order of the page; the same value again is left out', () => {
    const product = readKettle({
      productKeyIndustryProperties: [{ attrName: 'Type', attrValue: 'Full Set' }],
      productBasicProperties: [
        { attrName: 'Type', attrValue: 'Full Set, Front' },
        { attrName: 'Brand Name', attrValue: 'Pots' },
      ],
      productOtherProperties: [
        { attrName: 'Type', attrValue: 'Full Set' },
        { attrName: 'Brand Name', attrValue: 'Pots' },
      ],
    });

    expect(product.attributes).toEqual([
      { name: 'Type', value: 'Full Set' },
      { name: 'Type', value: 'Full Set, Front' },
      { name: 'Brand Name', value: 'Pots' },
    ]);
  });

  it('of 1688 keep every value of a list that its text leaves out', () => {
    const product = readScarf(
      {
        skuProps: [{ prop: '颜色', value: [{ name: '红' }] }],
        skuInfoMap: { 红: { skuId: 1, price: '1.00' } },
      },
      [
        { name: '面料', value: '羊毛', values: ['羊毛', '棉'] },
        { name: '图案', value: '纯色,格子', values: ['纯色', '格子'] },
      ],
    );

    expect(product.attributes).toEqual([
      { name: '面料', value: '羊毛, 棉' },
      { name: '图案', value: '纯色,格子' },
    ]);
  });
});
