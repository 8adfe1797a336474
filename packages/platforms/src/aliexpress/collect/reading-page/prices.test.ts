import { expect, it } from 'vitest';
import { path, priceOf, readItem, requested } from '../../testing/pretend-item.ts';

it.each([
  ['1.234,56 €', '1234.56'],
  ['₩11,930', '11930'],
  ['US $12.34', '12.34'],
  ['149.799,85€', '149799.85'],
  ['1.000 €', '1000'],
  ['$9.80', '9.80'],
  ['R$ 16,5', '16.5'],
  ['12 345,67 zł', '12345.67'],
  ['CHF 1’234.50', '1234.50'],
  ['US $1.20 - 3.40', '1.20'],
])('reads the price that a country writes as %s', (salePriceString, price) => {
  expect(priceOf({ salePriceString })[0]).toBe(price);
});

it('reads three decimals where a currency has three', () => {
  expect(priceOf({ salePriceString: 'KWD 1.234' }, 'KWD')[0]).toBe('1.234');
});

it.each(['', '-1', '1e3', 'free', 'US $0.00', '￥'])(
  'takes %j for no price, and says so',
  (salePriceString) => {
    expect(() => priceOf({ salePriceString, originalPrice: { value: 20 } })).toThrow(
      expect.objectContaining({ code: 'source.price-unreadable' }),
    );
  },
);

it('prefers the price of a sale about to begin, then of the sale, then its text', () => {
  const originalPrice = { value: 20, currency: 'USD' };

  expect(priceOf({ originalPrice, salePrice: { value: 12 }, warmUpPrice: { value: 11 } })).toEqual([
    '11',
    '20',
  ]);
  expect(priceOf({ originalPrice, salePrice: { value: 12 }, salePriceString: '$13' })).toEqual(['12', '20']);
  expect(priceOf({ originalPrice, salePriceString: '$13.00' })).toEqual(['13.00', '20']);
  expect(priceOf({ originalPrice })).toEqual(['20', null]);
});

it('has a former price only where that is higher', () => {
  expect(priceOf({ originalPrice: { value: 12 }, salePrice: { value: 12 } })[1]).toBeNull();
  expect(priceOf({ originalPrice: { value: 9 }, salePrice: { value: 12 } })[1]).toBeNull();
});

it('reads the text before the bars, not the fraction behind them', () => {
  expect(priceOf({ salePriceLocal: '$9.80|9|80' })[0]).toBe('9.80');
});

it('reads amounts by value, by their misspelt text, and in cents', () => {
  expect(priceOf({ salePrice: { formatedAmount: 'US $7.50' } })[0]).toBe('7.50');
  expect(priceOf({ salePrice: { cent: 750, currencyCode: 'USD' } })[0]).toBe('7.50');
  expect(priceOf({ salePrice: { cent: 750, currencyCode: 'JPY' } })[0]).toBe('750');
  expect(priceOf({ salePrice: { value: 9.799999999999999 } })[0]).toBe('9.8');
});

it('never takes the price of what cannot be sold', () => {
  const SKU = { skuPaths: [path('1', ''), path('2', '', { salable: false, skuStock: 0 })] };
  const PRICE = { skuPriceInfoMap: { 1: requested(10), 2: { salePriceString: '$149,799.85' } } };

  expect(readItem({ SKU, PRICE }).variants.map(({ price }) => price)).toEqual(['10']);
});

it('does not guess a price where nothing can be sold', () => {
  const SKU = { skuPaths: [path('2', '', { salable: false, skuStock: 0 })] };
  const PRICE = { skuPriceInfoMap: { 2: { salePriceString: '$149,799.85' } } };

  expect(() => readItem({ SKU, PRICE })).toThrow(
    expect.objectContaining({ code: 'source.product-unreadable' }),
  );
});

it('keeps what is sold out but not withdrawn, with its price', () => {
  const SKU = { skuPaths: [path('1', '', { skuStock: 0 })] };

  expect(readItem({ SKU, PRICE: { skuPriceInfoMap: { 1: requested(10) } } }).variants).toMatchObject([
    { price: '10', stock: 0, available: false },
  ]);
});

it('leaves out what is sold out and has no price any more, and keeps the rest', () => {
  const SKU = { skuPaths: [path('1', '14:10'), path('2', '14:29', { skuStock: 0 })] };

  expect(readItem({ SKU, PRICE: { skuPriceInfoMap: { 1: requested(10) } } })).toMatchObject({
    variants: [{ id: '1' }],
    extra: { aliexpress: { unsalable: ['2'] } },
  });
});

it('says the currency that prices are in, not that of the page', () => {
  const page = { GLOBAL_DATA: { globalData: { productId: 1005001111111111, currencyCode: 'CNY' } } };
  const SKU = { skuPaths: [path('1', '')] };

  expect(readItem({ ...page, SKU, PRICE: { skuPriceInfoMap: { 1: requested(10) } } }).currency).toBe('USD');
  expect(
    readItem({ SKU, GLOBAL_DATA: {}, PRICE: { skuPriceInfoMap: { 1: { salePriceString: '9,80 €' } } } })
      .currency,
  ).toBe('EUR');
});

it('follows references, through others too, and looks by the safe number first', () => {
  const PRICE = {
    targetSkuPriceInfo: requested(8.5),
    again: { $ref: '$.PRICE.targetSkuPriceInfo' },
    skuIdStrPriceInfoMap: { '12000011111111111': { $ref: '$.PRICE.again' } },
    skuPriceInfoMap: {
      '12000011111111111': requested(99),
      '12000011111111112': { $ref: "$.PRICE['list'][0]" },
    },
    list: [requested(7)],
  };

  expect(readItem({ PRICE }).variants.map(({ price }) => price)).toEqual(['8.5', '7']);
});

it.each([
  ['itself', { $ref: '$.PRICE.a' }],
  ['what refers back', { $ref: '$.PRICE.b' }],
  ['what holds it', { salePrice: { $ref: '$' } }],
  ['a step that is none', { $ref: '$..PRICE' }],
  ['nothing', { $ref: '$.nowhere.at[9].all' }],
  ['the language itself', { $ref: '$.constructor.prototype' }],
])('names a price that refers to %s', (_, a) => {
  const PRICE = {
    a,
    b: { $ref: '$.PRICE.a' },
    skuPriceInfoMap: { '12000011111111111': { $ref: '$.PRICE.a' } },
  };

  expect(() => readItem({ PRICE })).toThrow(expect.objectContaining({ code: 'source.price-unreadable' }));
});

it('does not take different currencies for one', () => {
  const PRICE = {
    skuPriceInfoMap: {
      '12000011111111111': requested(10),
      '12000011111111112': { salePrice: { value: 9, currency: 'EUR' } },
    },
  };

  expect(() => readItem({ PRICE })).toThrow(expect.objectContaining({ code: 'source.product-unreadable' }));
});
