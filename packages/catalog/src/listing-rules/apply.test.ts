import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { structureIssues } from '../invariants/invariants.ts';
import { roundMoney } from '../pricing/money.ts';
import { comparePrices } from '../pricing/price.ts';
import { Product } from '../product.ts';
import { arbitraryProduct, price } from '../testing/arbitrary-product.ts';
import { mug, variant } from '../testing/products.ts';
import { applyRules } from './apply.ts';
import type { Pricing } from './pricing.ts';
import { ListingRules, noRules } from './rules.ts';

const direction = fc.constantFrom('nearest' as const, 'up' as const, 'down' as const);
const rounding = fc.record({
  to: fc.constantFrom('cents', 'integer', '0.00', '.99', '.95', '.90', '9.90'),
  direction,
});
const range = (from: string, to: string | null) =>
  fc.record({
    from: fc.constant(from),
    to: fc.constant(to),
    times: fc.constantFrom('0', '0.85', '1', '2.4', '1000'),
    plus: fc.constantFrom('-5', '0', '3.5', '-100000'),
    minimum: fc.constantFrom(null, '0', '19.9'),
  });
const ranges: fc.Arbitrary<Pricing['ranges']> = fc.oneof(
  fc.constant<Pricing['ranges']>([]),
  fc.tuple(range('0', '20'), range('20', '500'), range('500', null)).map((all) => [...all]),
  fc.tuple(range('10', '30')).map((all) => [...all]),
);
const pricing: fc.Arbitrary<Pricing> = fc.record({
  from: fc.constantFrom('price' as const, 'cost' as const),
  ranges,
  compareAt: fc.oneof(
    fc.constantFrom(
      { kind: 'keep' as const },
      { kind: 'clear' as const },
      { kind: 'above' as const, percent: '25' },
    ),
    fc.record({ kind: fc.constant('ranges' as const), ranges }),
  ),
  exchange: fc.option(
    fc.record({
      to: fc.constantFrom('USD', 'JPY'),
      rates: fc.constant([{ from: 'EUR', rate: '1.08', date: '2026-11-20' }]),
      unknown: fc.option(fc.constantFrom('EUR', 'USD')),
    }),
  ),
  rounding,
});
const words = fc.constantFrom('Red', 'colour', '保温杯', 'x', 'Größe');
const rules: fc.Arbitrary<ListingRules> = fc.record({
  pricing,
  categories: fc.constant(noRules.categories),
  options: fc.array(
    fc.record({
      from: words,
      to: words,
      values: fc.array(fc.record({ from: words, to: words }), { maxLength: 2 }),
    }),
    { maxLength: 3 },
  ),
  attributes: fc.array(fc.record({ from: words, to: fc.option(words), values: fc.constant([]) }), {
    maxLength: 2,
  }),
  texts: fc.record({
    title: fc.constantFrom('', '{vendor} {title} | {sku}', 'Sale', '{title}'),
    titleMax: fc.option(fc.integer({ min: 10, max: 60 })),
    before: fc.constantFrom('', 'Sold as {title} <b>'),
    after: fc.constantFrom('', 'One\nTwo {nothing}'),
  }),
  inventory: fc.record({ whenUnknown: fc.option(fc.nat(100)), safety: fc.nat(100) }),
  tags: fc.record({ add: fc.array(words, { maxLength: 2 }), remove: fc.array(words, { maxLength: 2 }) }),
  vendor: fc.option(words),
  productType: fc.option(words),
  status: fc.constant(null),
  channel: fc.constant(null),
  buyLink: fc.constant(null),
});

function valueAt(product: Product, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((held, name) => (held as Record<string, unknown> | undefined)?.[name], product);
}

describe('the rules of a store', () => {
  it('give a sound product, leave the given one alone, and say of every value what it came to', {
    tags: ['slow'],
  }, () => {
    fc.assert(
      fc.property(arbitraryProduct(), rules, (product, given) => {
        const before = structuredClone(product);

        const { product: ruled, trace } = applyRules(product, ListingRules.parse(given));

        expect(product).toEqual(before);
        expect(Product.safeParse(ruled).success).toBe(true);
        expect(structureIssues(ruled)).toEqual([]);
        expect(applyRules(product, given)).toEqual({ product: ruled, trace });
        for (const { path, after, steps } of trace) {
          expect(steps.at(-1)?.result, path).toBe(after);
          if (/^(variants|title)/.test(path)) {
            const value = valueAt(ruled, path);
            expect(value === null ? null : String(value), path).toBe(after);
          }
        }
        const traced = new Set(trace.map(({ path }) => path));
        ruled.variants.forEach((each, at) => {
          const own = product.variants.find(({ id }) => id === each.id);
          expect(each.price !== own?.price).toBe(traced.has(`variants.${at}.price`));
        });
        expect(ruled.title.length).toBeLessThanOrEqual(given.texts.titleMax ?? Number.POSITIVE_INFINITY);
      }),
      { numRuns: 400 },
    );
  });

  it('change nothing when they say nothing', () => {
    fc.assert(
      fc.property(arbitraryProduct(), (product) => {
        expect(applyRules(product, noRules)).toEqual({ product, trace: [] });
        expect(applyRules(product, noRules).product).toBe(product);
      }),
      { numRuns: 100 },
    );
  });

  it('give the same prices whatever the order of their ranges', () => {
    fc.assert(
      fc.property(arbitraryProduct(1), rules, (product, given) => {
        const turned = { ...given, pricing: { ...given.pricing, ranges: given.pricing.ranges.toReversed() } };

        expect(applyRules(product, turned).product).toEqual(applyRules(product, given).product);
      }),
      { numRuns: 100 },
    );
  });

  it('refuse ranges of which two hold for one amount', () => {
    const both = [
      { from: '0', to: '20', times: '2' },
      { from: '19.99', to: null, times: '2' },
    ];

    expect(ListingRules.safeParse({ pricing: { ranges: both } }).success).toBe(false);
    expect(
      ListingRules.safeParse({ pricing: { ranges: [{ from: '5', to: '5', times: '2' }] } }).success,
    ).toBe(false);
  });

  it('take no range without a factor: left out, it would sell at the cost', () => {
    const ranges = [{ from: '0', to: null }];

    expect(ListingRules.safeParse({ pricing: { from: 'cost', ranges } }).success).toBe(false);
  });
});

it('rounds within a step of the amount, in the direction asked, and never to nothing', () => {
  fc.assert(
    fc.property(price, rounding, fc.constantFrom('EUR', 'JPY', null), (amount, how, currency) => {
      const rounded = roundMoney(amount, how, currency);
      const step = how.to === '0.00' || how.to === '9.90' ? 10 : 1;

      expect(rounded.startsWith('-')).toBe(false);
      expect(comparePrices(rounded, '0') === 0 && how.to !== 'cents').toBe(
        comparePrices(amount, '0') === 0 && how.to !== 'cents',
      );
      // Where no lower price has the ending, the lowest price that has it is used.
      if (Number(amount) >= 10) {
        expect(Math.abs(Number(rounded) - Number(amount))).toBeLessThanOrEqual(step);
        expect(how.direction === 'up' && comparePrices(rounded, amount) < 0).toBe(false);
        expect(how.direction === 'down' && comparePrices(rounded, amount) > 0).toBe(false);
      }
      if (currency === 'JPY') {
        expect(rounded).not.toContain('.');
      }
    }),
  );
});

it('says why a price is 32.99', () => {
  const product = {
    ...mug,
    options: [],
    currency: 'USD',
    variants: [variant('v1', [], { price: '20', cost: '12.50' })],
  };
  const given = ListingRules.parse({
    pricing: {
      from: 'cost',
      ranges: [
        { from: '0', to: '50', times: '2.4' },
        { from: '50', to: null, times: '1.8' },
      ],
      compareAt: { kind: 'above', percent: '25' },
      exchange: { to: 'EUR', rates: [{ from: 'USD', rate: '1.08', date: '2026-11-20' }] },
      rounding: { to: '.99', direction: 'up' },
    },
  });

  const { product: ruled, trace } = applyRules(product, given);

  expect(ruled.currency).toBe('EUR');
  expect(ruled.variants[0]).toMatchObject({ price: '32.99', cost: '13.50', compareAtPrice: '41.99' });
  expect(trace.find(({ path }) => path === 'variants.0.price')).toEqual({
    path: 'variants.0.price',
    before: '20',
    after: '32.99',
    steps: [
      { kind: 'cost', values: {}, result: '12.50' },
      { kind: 'range', values: { from: '0', to: '50' }, result: '12.50' },
      { kind: 'times', values: { by: '2.4' }, result: '30.00' },
      { kind: 'rate', values: { from: 'USD', to: 'EUR', rate: '1.08', date: '2026-11-20' }, result: '32.40' },
      { kind: 'rounded', values: { to: '.99', direction: 'up' }, result: '32.99' },
    ],
  });
});

it('shortens the title and not what a template puts around it, and cuts at a word', () => {
  const product = { ...mug, title: 'Insulated travel mug with a lid for every day', vendor: 'Glade' };
  const given = ListingRules.parse({ texts: { title: '{vendor} {title} | {sku}', titleMax: 40 } });

  expect(applyRules(product, given).product.title).toBe('Glade Insulated travel mug with | MUG-1');
});

it('writes a text around the description as text, whatever the values hold', () => {
  const product = { ...mug, title: 'Mug <script>', descriptionHtml: '<p>x</p>' };
  const given = ListingRules.parse({ texts: { before: 'About {title}', after: 'Thanks & bye' } });

  expect(applyRules(product, given).product.descriptionHtml).toBe(
    '<p>About Mug &lt;script&gt;</p><p>x</p><p>Thanks &amp; bye</p>',
  );
});

it('puts categories where they belong by their longest known beginning, and lets values change places', () => {
  const given = ListingRules.parse({
    categories: {
      map: [
        { from: ['home'], to: ['Haus'] },
        { from: ['New in'], to: null },
      ],
    },
    options: [
      {
        from: 'colour',
        to: 'Farbe',
        values: [
          { from: 'blue', to: 'White' },
          { from: 'WHITE', to: 'Blue' },
        ],
      },
    ],
  });

  const { product } = applyRules(mug, given);

  expect(product.categories).toEqual([['Haus', 'Kitchen']]);
  expect(product.options[0]).toEqual({ name: 'Farbe', values: ['White', 'Blue'] });
  expect(product.variants.map(({ optionValues }) => optionValues[0])).toEqual(['White', 'White', 'Blue']);
});
