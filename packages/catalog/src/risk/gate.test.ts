import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Product } from '../product.ts';
import { mug, variant } from '../testing/products.ts';
import { wordFinder } from './banned-words.ts';
import { notReleased, RiskSettings, riskCheck } from './gate.ts';
import { nothingKnown, type RiskFacts } from './risks.ts';
import { readableText } from './text-of-html.ts';

function codes(product: Product, settings: object, facts: Partial<RiskFacts> = {}) {
  return riskCheck(RiskSettings.parse(settings))(product, { ...nothingKnown, ...facts });
}

describe('a banned word', () => {
  const find = wordFinder(['Nike', '包邮', 'free  shipping', 'C++', 'cat', 'cat food']);

  it.each([
    ['NIKE air', 'Nike'],
    ['ＮＩＫＥ 跑鞋', 'Nike'],
    ['正品nike鞋', 'Nike'],
    ['ni\u200bke', 'Nike'],
    ['全国包邮到家', '包邮'],
    ['FREE\nSHIPPING', 'free  shipping'],
    ['learn c++ now', 'C++'],
    ['cat food', 'cat food'],
  ])('is found in %s', (text, word) => {
    expect(find(text)).toBe(word);
  });

  it.each(['Nikey', 'snike', 'catalogue', 'con-cats', '包 邮'])('is not seen in %s', (text) => {
    expect(find(text)).toBeNull();
  });

  it('is found in every text that goes into a store, by its field', () => {
    const dirty: [string, Product][] = [
      ['title', { ...mug, title: 'A nike mug' }],
      ['descriptionHtml', { ...mug, descriptionHtml: '<p>Ni<b>k</b>&#101;</p>' }],
      ['vendor', { ...mug, vendor: 'Nike' }],
      ['tags', { ...mug, tags: ['gift', 'nike'] }],
      ['options', { ...mug, options: [{ name: 'Colour', values: ['Nike blue'] }] }],
      ['attributes', { ...mug, attributes: [{ name: 'Brand', value: 'NIKE' }] }],
      ['categories', { ...mug, categories: [['Shoes', 'Nike']] }],
      ['seo', { ...mug, seo: { title: null, description: 'nike' } }],
      ['handle', { ...mug, handle: 'nike-mug' }],
      ['images', { ...mug, images: [{ url: 'https://a.example/', alt: 'nike', width: null, height: null }] }],
    ];
    for (const [field, product] of dirty) {
      expect(codes(product, { brands: ['Nike'], belowCost: false })).toEqual([
        { code: 'risk.brand', params: { word: 'Nike', field }, field },
      ]);
    }
    expect(codes(mug, { brands: ['Nike'], bannedWords: ['porcelain'], belowCost: false })).toEqual([]);
  });

  it('is sought among thousands in a text that is broken to slow it down', () => {
    const many = wordFinder(Array.from({ length: 3000 }, (_, at) => `word${at} of ${at}`));

    expect(many(readableText(`${'<'.repeat(50_000)}${'<!--'.repeat(20_000)} word2999 of 2999`))).toBe(
      'word2999 of 2999',
    );
  });
});

describe('a price', () => {
  const one = (stated: object) => ({ ...mug, options: [], variants: [variant('v1', [], stated)] });

  it('at the cost or below it is stopped, and so is one at what the source takes where no cost is known', () => {
    const source = { currency: 'EUR', prices: { v1: '12.00' } };

    expect(codes(one({ price: '9.99', cost: '10' }), {})).toEqual([
      {
        code: 'risk.below-cost',
        params: { price: '9.99', cost: '10', currency: 'EUR' },
        field: 'variants.0.price',
      },
    ]);
    expect(codes(one({ price: '10.00', cost: '10' }), {}, { source })).toMatchObject([
      { code: 'risk.below-cost', params: { price: '10.00', cost: '10' } },
    ]);
    expect(codes(one({ price: '10.01', cost: '10' }), {}, { source })).toEqual([]);
    expect(codes(one({ price: '11.99' }), {}, { source })).toMatchObject([{ code: 'risk.below-cost' }]);
    expect(codes(one({ price: '12.00' }), {}, { source })).toMatchObject([{ code: 'risk.below-cost' }]);
    expect(codes(one({ price: '1', cost: '10' }), { belowCost: false })).toEqual([]);
  });

  it('that leaves less than the least margin is stopped', () => {
    expect(codes(one({ price: '13.33', cost: '10' }), { marginMin: '25' })[0]).toMatchObject({
      code: 'risk.margin',
    });
    expect(codes(one({ price: '13.34', cost: '10' }), { marginMin: '25' })).toEqual([]);
  });

  it('whose cost nobody knows is counted as such, but only where it would be new and margins are checked at all', () => {
    const source = { currency: 'CNY', prices: { v1: '1.00' } };
    const named = (stated: object, settings = {}, facts: Partial<RiskFacts> = {}) =>
      codes(one(stated), settings, facts).map(({ code }) => code);

    expect(named({ price: '10' })).toEqual(['risk.margin-unknown']);
    expect(named({ price: '10', cost: '0' })).toEqual(['risk.margin-unknown']);
    expect(named({ price: '10' }, {}, { source })).toEqual(['risk.margin-unknown']);
    expect(named({ price: '10', cost: '4' }, {}, { assumedCosts: new Set(['v1']) })).toEqual([
      'risk.margin-unknown',
    ]);
    expect(named({ price: '10' }, {}, { isThere: true })).toEqual([]);
    expect(named({ price: '10' }, { belowCost: false })).toEqual([]);
    expect(named({ price: '10' }, { belowCost: false, marginMin: '5' })).toEqual(['risk.margin-unknown']);
  });

  it('that a store’s rules put far below the product’s own is stopped, up is not, nor what the store has already', () => {
    const own = { currency: 'EUR', prices: { v1: '30.00' } };
    const listed = { currency: 'EUR', prices: { v1: '10.00' } };
    const drops = (to: string, facts: Partial<RiskFacts> = {}) =>
      codes(one({ price: to, cost: '1' }), {}, { own, ...facts });

    expect(drops('10.00')).toEqual([
      {
        code: 'risk.price-drop',
        params: { from: '30.00', to: '10.00', percent: '67', max: '50' },
        field: 'variants.0.price',
      },
    ]);
    expect(drops('15.00')).toEqual([]);
    expect(drops('300.00')).toEqual([]);
    expect(drops('10.00', { isThere: true, listed })).toEqual([]);
    expect(drops('10.00', { own: { ...own, currency: 'CNY' } })).toEqual([]);
  });

  it('that jumps from what is listed is stopped, up and down, in the same currency', () => {
    const listed = { currency: 'EUR', prices: { v1: '10.00' } };
    const jumps = (to: string, facts: Partial<RiskFacts> = { listed }) =>
      codes(one({ price: to, cost: '1' }), {}, facts);

    expect(jumps('15.00')).toEqual([]);
    expect(jumps('15.01')).toEqual([
      {
        code: 'risk.price-jump',
        params: { from: '10.00', to: '15.01', percent: '50', max: '50' },
        field: 'variants.0.price',
      },
    ]);
    expect(jumps('4.99')).toHaveLength(1);
    expect(jumps('99', { listed: { ...listed, currency: 'USD' } })).toEqual([]);
  });
});

describe('the price guard as it is at first', () => {
  const amount = fc.integer({ min: 1, max: 100_000 }).map((cents) => (cents / 100).toFixed(2));
  const priced = fc.record({ price: amount, cost: fc.option(amount), source: fc.option(amount) });

  it('lets no variant through at a margin of nothing or less, nor one whose cost is not known', () => {
    fc.assert(
      fc.property(fc.array(priced, { minLength: 1, maxLength: 6 }), (variants) => {
        const product = {
          ...mug,
          variants: variants.map(({ price, cost }, at) => variant(`v${at}`, [`${at}`], { price, cost })),
        };
        const prices = Object.fromEntries(
          variants.flatMap(({ source }, at) => (source === null ? [] : [[`v${at}`, source]])),
        );
        const found = codes(product, {}, { source: { currency: product.currency, prices } }).map(
          ({ code }) => code,
        );
        const margins = variants.map(({ price, cost, source }) => {
          const known = cost ?? source;
          return known === null ? null : Number(price) - Number(known);
        });

        expect(found.includes('risk.below-cost')).toBe(margins.some((left) => left !== null && left <= 0));
        expect(found.includes('risk.margin-unknown')).toBe(margins.includes(null));
      }),
    );
  });

  it('names the variant that loses the most, not the first or the cheapest', () => {
    const product = {
      ...mug,
      variants: [
        variant('v0', ['a'], { price: '5.00', cost: '5.00' }),
        variant('v1', ['b'], { price: '50.00', cost: '90.00' }),
        variant('v2', ['c'], { price: '20.00', cost: '1.00' }),
      ],
    };

    expect(codes(product, {})).toMatchObject([{ field: 'variants.1.price' }]);
  });
});

it('stops what is sold out only where it would be new', () => {
  const empty = { ...mug, variants: mug.variants.map((each) => ({ ...each, cost: '1.00', stock: 0 })) };

  expect(codes(empty, {})[0]?.code).toBe('risk.empty-stock');
  expect(codes(empty, {}, { isThere: true })).toEqual([]);
  expect(codes(empty, { emptyStock: false })).toEqual([]);
});

it('lets through what a person released, and only what may be', () => {
  const settings = RiskSettings.parse({ bannedWords: ['mug'] });
  const risks = riskCheck(settings)(
    { ...mug, variants: mug.variants.map((each) => ({ ...each, cost: '1.00', stock: 0 })) },
    nothingKnown,
  );

  const left = notReleased(risks, ['risk.banned-word', 'risk.empty-stock'], settings);

  expect(left.map(({ code }) => code)).toEqual(['risk.banned-word']);
});
