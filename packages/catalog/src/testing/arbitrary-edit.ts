import fc from 'fast-check';
import type { Edit } from '../edit.ts';
import type { Ending } from '../edits/prices.ts';
import type { Product, Weight } from '../product.ts';
import { hostileText, price } from './arbitrary-product.ts';

type Kind = Edit['kind'];
type EditOf<K extends Kind> = Extract<Edit, { kind: K }>;

const filled = hostileText.filter((text) => text.length > 0);
const factor = fc.constantFrom('0', '1', '2.8', '0.333', '1.15', '999999');
const ending: fc.Arbitrary<Ending | undefined> = fc.constantFrom(
  undefined,
  { to: '.90' },
  { to: '9.99', direction: 'up' as const },
  { to: 'integer', direction: 'down' as const },
);
const replacing = { find: fc.oneof(filled, fc.constantFrom('a', 'A', 'p', '&')), replaceWith: hostileText };
const place = fc.integer({ min: -6, max: 6 }).filter((number) => number !== 0);
const merge = fc.record({
  keep: fc.constantFrom('first' as const, 'cheapest' as const, 'dearest' as const),
  stock: fc.constantFrom('own' as const, 'sum' as const),
});

/** Generates edits of every kind, some that affect this product and some that do not. */
export function arbitraryEdit(product: Product): fc.Arbitrary<Edit> {
  const tag = fc.oneof(filled, fc.constantFrom(...product.tags, 'gift'));
  const option = fc.constantFrom(...product.options.map(({ name }) => name), 'Colour');
  const value = fc.constantFrom(...product.options.flatMap(({ values }) => values), 'Blue');
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
  const kinds: { [K in Kind]: fc.Arbitrary<Omit<EditOf<K>, 'kind'>> } = {
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
    'title-prefix': fc.record({ text: filled }),
    'title-suffix': fc.record({ text: filled }),
    'add-tags': fc.record({ tags }),
    'remove-tags': fc.record({ tags }),
    'replace-tag': fc.record({ find: tag, replaceWith: hostileText }),
    'set-tags': fc.record({ tags }),
    'add-categories': fc.record({ paths: fc.array(path, { minLength: 1, maxLength: 2 }) }),
    'remove-categories': fc.record({ paths: fc.array(path, { minLength: 1, maxLength: 2 }) }),
    'categories-to-tags': fc.record({}),
    'set-price': fc.record({ price, variants: chosen }),
    'multiply-price': fc.record({ by: factor, ending, variants: chosen }),
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
