import fc from 'fast-check';
import type { Edit, EditKindName, EditOf } from '../edits/edit.ts';
import type { Ending } from '../pricing/rounding.ts';
import type { Product, Weight } from '../product.ts';
import { hostileText, price } from './arbitrary-product.ts';

const filled = hostileText.filter((text) => text.length > 0);
const factor = fc.constantFrom('0', '1', '2.8', '0.333', '1.15', '999999');
const ending: fc.Arbitrary<Ending | undefined> = fc.constantFrom(
  undefined,
  { to: '.90' },
  { to: '9.99', direction: 'up' as const },
  { to: 'integer', direction: 'down' as const },
);
const replacing = { find: fc.oneof(filled, fc.constantFrom('a', 'A', 'p', '&')), replaceWith: hostileText };
const matching = {
  pattern: fc.constantFrom('a', '[aeiou]+', '(\\w+)\\s*$', '.', '^', '\\d{2,}'),
  replaceWith: fc.oneof(hostileText, fc.constant('$1-$&')),
  ignoreCase: fc.boolean(),
};
const line = fc.constantFrom('title' as const, 'handle' as const, 'vendor' as const, 'seoTitle' as const);
const code = fc.constantFrom('sku' as const, 'barcode' as const);
const unit = fc.constantFrom('g' as const, 'kg' as const, 'oz' as const, 'lb' as const);
const place = fc.integer({ min: -6, max: 6 }).filter((number) => number !== 0);
const merge = fc.record({
  keep: fc.constantFrom('first' as const, 'cheapest' as const, 'dearest' as const),
  stock: fc.constantFrom('own' as const, 'sum' as const),
});

/** A conversion of every amount. At a source it is a change that a merge always asks about. */
export const arbitraryConversion: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constant('convert-currency' as const),
  exchange: fc.constantFrom<EditOf<'convert-currency'>['exchange']>(
    {
      to: 'USD',
      rates: [{ from: 'EUR', rate: '1.08', date: '2026-07-01' }],
      unknown: null,
    },
    { to: 'EUR', rates: [{ from: 'JPY', rate: '0.0061', date: '2026-07-01' }], unknown: 'EUR' },
    { to: 'USD', rates: [{ from: 'JPY', rate: '999999', date: '2026-07-01' }], unknown: 'JPY' },
  ),
  ending,
});

/** Generates edits of every kind but conversions, some that affect this product and some that do not. */
export function arbitraryEdit(product: Product): fc.Arbitrary<Edit> {
  const tag = fc.oneof(filled, fc.constantFrom(...product.tags, 'gift'));
  const option = fc.constantFrom(...product.options.map(({ name }) => name), 'Colour');
  const value = fc.constantFrom(...product.options.flatMap(({ values }) => values), 'Blue');
  const attribute = fc.oneof(
    filled,
    fc.constantFrom(...product.attributes.map(({ name }) => name).filter((each) => each !== ''), 'Material'),
  );
  const url = fc.constantFrom(...product.images.map((image) => image.url), 'https://a.example/none.jpg');
  const path = fc.oneof(
    fc.array(filled, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(...product.categories, ['x']),
  );
  const chosen: fc.Arbitrary<string[] | undefined> = fc.constantFrom(
    undefined,
    undefined,
    ['v1'],
    ['v2', 'none'],
  );
  const tags = fc.array(tag, { minLength: 1, maxLength: 3 });
  const kinds: { [K in Exclude<EditKindName, 'convert-currency'>]: fc.Arbitrary<Omit<EditOf<K>, 'kind'>> } = {
    'set-field': fc.oneof(
      fc.record({ field: fc.constantFrom('title' as const, 'handle' as const), value: filled }),
      fc.record({
        field: fc.constantFrom('vendor' as const, 'seoTitle' as const),
        value: fc.option(hostileText),
      }),
      fc.record({
        field: fc.constant('status' as const),
        value: fc.constantFrom('draft' as const, 'active' as const),
      }),
      fc.record({ field: fc.constant('descriptionHtml' as const), value: hostileText }),
    ) as fc.Arbitrary<Omit<EditOf<'set-field'>, 'kind'>>,
    'replace-in-title': fc.record({ ...replacing, ignoreCase: fc.boolean() }),
    'replace-text': fc.record({
      ...replacing,
      field: fc.constantFrom(
        'title' as const,
        'descriptionHtml' as const,
        'vendor' as const,
        'handle' as const,
      ),
      ignoreCase: fc.boolean(),
    }),
    'replace-pattern': fc.record({
      ...matching,
      field: fc.constantFrom('title' as const, 'descriptionHtml' as const, 'seoTitle' as const),
    }),
    'text-prefix': fc.record({ field: line, text: filled }),
    'text-suffix': fc.record({ field: line, text: filled }),
    'change-case': fc.record({
      field: fc.oneof(line, fc.constant('descriptionHtml' as const)),
      to: fc.constantFrom('upper' as const, 'lower' as const, 'title' as const, 'sentence' as const),
    }),
    'cut-text': fc.record({ field: line, max: fc.integer({ min: 1, max: 12 }) }),
    'fill-text': fc.record({
      field: line,
      template: fc.constantFrom('{vendor}', '{title} {option:Colour}', '{description}', '{attribute:x}'),
      max: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
      onlyWhereEmpty: fc.boolean(),
    }),
    'add-paragraphs': fc.record({
      before: fc.constantFrom('', '{vendor}'),
      after: fc.constantFrom('', 'a < b\n{type}'),
    }),
    'title-prefix': fc.record({ text: filled }),
    'title-suffix': fc.record({ text: filled }),
    'add-tags': fc.record({ tags }),
    'remove-tags': fc.record({ tags }),
    'replace-tag': fc.record({ find: tag, replaceWith: hostileText }),
    'set-tags': fc.record({ tags }),
    'add-categories': fc.record({ paths: fc.array(path, { minLength: 1, maxLength: 2 }) }),
    'remove-categories': fc.record({ paths: fc.array(path, { minLength: 1, maxLength: 2 }) }),
    'categories-to-tags': fc.record({}),
    'set-categories': fc.record({ paths: fc.array(path, { maxLength: 2 }) }),
    'move-category': fc.record({ path, to: path }),
    'set-price': fc.record({ price, variants: chosen }),
    'multiply-price': fc.record({ by: factor, ending, variants: chosen }),
    'percent-to-price': fc.record({
      percent: fc.constantFrom('10', '-20', '-100', '-120', '0'),
      ending,
      variants: chosen,
    }),
    'price-by-ranges': fc.record({
      from: fc.constantFrom('price' as const, 'cost' as const),
      ranges: fc.constantFrom(
        [{ from: '0', to: null, times: '1.3', plus: '-5', minimum: null }],
        [{ from: '10', to: '1000', times: '2', plus: '0.5', minimum: '30' }],
      ),
      ending,
      variants: chosen,
    }),
    'price-by-margin': fc.record({
      percent: fc.constantFrom('0', '60', '33.3', '100', '120'),
      ending,
      variants: chosen,
    }),
    'price-from-costs': fc.record({
      margin: fc.constantFrom('0', '30', '85', '120'),
      commission: fc.constantFrom('0', '15'),
      shipping: fc.constantFrom([], [{ upTo: '500', price: '4.20' }]),
      ending,
      variants: chosen,
    }),
    'compare-at-from-price': fc.record({ variants: chosen }),
    'add-to-price': fc.record({
      amount: fc.constantFrom('-5', '0', '0.5', '999999999999'),
      ending,
      variants: chosen,
    }),
    'price-from-cost': fc.record({ by: factor, ending, variants: chosen }),
    'round-price': fc.record({
      ending: fc.constantFrom<Ending>({ to: '.90' }, { to: 'integer' }),
      variants: chosen,
    }),
    'set-compare-at': fc.record({ price, variants: chosen }),
    'clear-compare-at': fc.record({ variants: chosen }),
    'compare-at-above': fc.record({ percent: factor, ending, variants: chosen }),
    'set-cost': fc.record({ cost: fc.option(price), variants: chosen }),
    'set-stock': fc.record({ stock: fc.option(fc.integer()), variants: chosen }),
    'add-to-stock': fc.record({ by: fc.integer(), variants: chosen }),
    'set-weight': fc.record({
      weight: fc.constantFrom<Weight | null>(null, { value: '1.5', unit: 'kg' }),
      variants: chosen,
    }),
    'add-to-weight': fc.record({
      value: fc.constantFrom('-0.5', '0', '100', '999999999'),
      unit,
      variants: chosen,
    }),
    'convert-weight': fc.record({ unit, variants: chosen }),
    'set-code': fc.record({ field: code, value: fc.option(hostileText), variants: chosen }),
    'code-series': fc.record({
      field: code,
      template: fc.constantFrom('A-{n:5}', '{sku}', '{handle}-{1}', '40{n:10}{check}'),
      onlyWhereEmpty: fc.boolean(),
      variants: chosen,
    }),
    'replace-in-codes': fc.record({ ...replacing, field: code, variants: chosen }),
    'replace-pattern-in-codes': fc.record({ ...matching, field: code, variants: chosen }),
    'sku-template': fc.record({
      template: fc.constantFrom('{handle}-{n}', '{1}-{2}', '{sku}', ' ', '{what}'),
    }),
    'sku-prefix': fc.record({ text: filled, variants: chosen }),
    'add-option': fc.record({ name: filled, value: filled }),
    'rename-option': fc.record({ option, name: fc.oneof(filled, option) }),
    'rename-option-value': fc.record({ option, value, to: fc.oneof(filled, value), merge }),
    'remove-option': fc.record({ option, merge }),
    'sort-options': fc.record({ options: fc.array(option, { maxLength: 4 }) }),
    'sort-option-values': fc.record({ option, values: fc.array(value, { maxLength: 4 }) }),
    'split-option': fc.record({
      option,
      separator: fc.constantFrom(' ', '/', 'x'),
      first: fc.constantFrom('One', 'Colour'),
      second: fc.constantFrom('Two', 'Size'),
      merge: fc.option(merge, { nil: undefined }),
    }),
    'add-option-value': fc.record({ option, value, like: value }),
    'merge-option-values': fc.record({
      option,
      values: fc.array(value, { minLength: 1, maxLength: 3 }),
      to: fc.oneof(filled, value),
      merge: fc.option(merge, { nil: undefined }),
    }),
    'remove-option-values': fc.record({ option, values: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    'remove-variants': fc.record({ variants: chosen }),
    'limit-images': fc.record({ max: fc.nat(4) }),
    'set-attribute': fc.record({ name: attribute, value: hostileText }),
    'remove-attributes': fc.record({ names: fc.array(attribute, { minLength: 1, maxLength: 2 }) }),
    'rename-attribute': fc.record({ name: attribute, to: attribute }),
    'clear-own-values': fc.record({
      shopId: fc.constantFrom('00000000-0000-4000-8000-000000000001', ...Object.keys(product.inStores ?? {})),
    }),
    'add-image': fc.record({ address: fc.oneof(url, fc.constant('https://b.example/new.jpg')), place }),
    'replace-image': fc.record({ place, address: fc.oneof(url, fc.constant('https://b.example/new.jpg')) }),
    'replace-images-by-pattern': fc.record({
      pattern: fc.constantFrom('^https://[^/]+/', '\\.jpg$', '.*'),
      replaceWith: fc.constantFrom('https://b.example/', '.png', 'no address', '$&'),
    }),
    'remove-duplicate-images': fc.record({}),
    'remove-images': fc.record({ addresses: fc.array(url, { minLength: 1, maxLength: 3 }) }),
    'remove-images-at': fc.record({ places: fc.array(place, { minLength: 1, maxLength: 2 }) }),
    'sort-images': fc.record({ addresses: fc.array(url, { minLength: 1, maxLength: 3 }) }),
    'move-image': fc.record({ from: place, to: place }),
    'alt-text': fc.record({ template: fc.constantFrom('{title} {n}', ''), onlyWhereEmpty: fc.boolean() }),
  };
  const each = Object.entries(kinds).map(([kind, rest]) =>
    // Each entry's fields belong to its own kind, which the mapped type above has checked.
    (rest as fc.Arbitrary<object>).map((fields) => ({ kind, ...fields }) as Edit),
  );
  return fc.oneof(...each);
}
