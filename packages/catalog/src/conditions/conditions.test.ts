import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scopeOf } from '../edits/edit.ts';
import { applySteps } from '../edits/edit-steps.ts';
import type { RefusalCode } from '../edits/refusal.ts';
import { productWith, variantWith } from '../testing/product-with.ts';
import { mug } from '../testing/products.ts';
import { holdsForProduct, ProductCondition } from './product-condition.ts';
import { holdsForVariant, VariantCondition } from './variant-condition.ts';

const sold = {
  ...mug,
  variants: mug.variants.map((variant) => ({
    ...variant,
    weight: { value: '1', unit: 'lb' as const },
    available: null,
  })),
  source: {
    platform: 'shopify',
    shop: 'shop.example',
    id: '1',
    url: 'https://shop.example/products/mug',
    storeName: null,
  },
};
const text = (field: string, compare: object) => ({ kind: 'text', field, compare });
const amount = (field: string, compare: object) => ({ kind: 'amount', field, compare });

describe('a condition of products', () => {
  it.each<[boolean, object]>([
    [true, text('title', { is: 'contains', text: 'BLUE', ignoreCase: true })],
    [false, text('title', { is: 'contains', text: 'BLUE' })],
    [true, text('title', { is: 'equals', text: 'Blue mug' })],
    [true, text('title', { is: 'starts', text: 'Blue' })],
    [false, text('title', { is: 'ends', text: 'Blue' })],
    [true, text('title', { is: 'matches', pattern: '^\\w+ mug$' })],
    [true, text('description', { is: 'contains', text: 'tea & coffee' })],
    [false, text('description', { is: 'contains', text: 'class' })],
    [true, text('sourceHost', { is: 'equals', text: 'shop.example' })],
    [true, text('sourceUrl', { is: 'contains', text: '/products/' })],
    [false, text('seoTitle', { is: 'contains', text: 'a' })],
    [true, { kind: 'empty', field: 'seoTitle' }],
    [false, { kind: 'empty', field: 'images' }],
    [false, { kind: 'empty', field: 'currency' }],
    [true, { kind: 'count', field: 'variants', compare: { is: 'equals', value: 3 } }],
    [true, { kind: 'count', field: 'stock', compare: { is: 'between', from: 8, to: 9 } }],
    [false, { kind: 'count', field: 'images', compare: { is: 'greater', value: 2 } }],
    [true, { kind: 'count', field: 'titleLength', compare: { is: 'less', value: 9 } }],
    [true, { kind: 'tag', tag: 'GIFT' }],
    [false, { kind: 'tag', tag: 'gif' }],
    [true, { kind: 'category', under: ['Home'] }],
    [false, { kind: 'category', under: ['Kitchen'] }],
    [true, { kind: 'status', of: ['draft', 'active'] }],
    [true, { kind: 'platform', of: ['shopify'] }],
    [false, { kind: 'currency', of: ['USD'] }],
    [true, { kind: 'has-option', option: 'colour' }],
    [true, { kind: 'attribute', name: 'material', compare: { is: 'contains', text: 'Stone' } }],
    [true, { kind: 'image', compare: { is: 'ends', text: '/WHITE.jpg', ignoreCase: true } }],
    [false, { kind: 'image', compare: { is: 'contains', text: 'red' } }],
    [true, { kind: 'some-variant', where: amount('price', { is: 'greater', value: '14.99' }) }],
    [false, { kind: 'every-variant', where: amount('price', { is: 'greater', value: '14.99' }) }],
  ])('is %s: %j', (expected, condition) => {
    expect(holdsForProduct(ProductCondition.parse(condition), sold, scopeOf({}))).toBe(expected);
  });
});

describe('a condition of variants', () => {
  it.each<[string, object]>([
    ['v1 v2', { kind: 'code', field: 'sku', compare: { is: 'starts', text: 'MUG-' } }],
    ['v3', { kind: 'empty', field: 'sku' }],
    ['v1 v2 v3', { kind: 'empty', field: 'imageUrl' }],
    ['v2', { kind: 'option', option: 'SIZE', compare: { is: 'equals', text: 'L' } }],
    ['', { kind: 'option', option: 'Fit', compare: { is: 'equals', text: 'L' } }],
    ['v1', amount('cost', { is: 'less', value: '5' })],
    ['v1', amount('cost', { is: 'equals', value: '4.5' })],
    ['v1 v3', amount('price', { is: 'between', from: '11', to: '12.0' })],
    ['v1 v3', { kind: 'stock', compare: { is: 'greater', value: 0 } }],
    ['v1 v2 v3', { kind: 'weight', is: 'greater', weight: { value: '450', unit: 'g' } }],
    ['', { kind: 'available', is: false }],
    ['v2 v3', { kind: 'not', of: amount('cost', { is: 'less', value: '5' }) }],
    [
      'v2',
      {
        kind: 'any',
        of: [
          { kind: 'stock', compare: { is: 'equals', value: 0 } },
          { kind: 'available', is: true },
        ],
      },
    ],
  ])('holds for %j: %j', (expected, condition) => {
    const read = VariantCondition.parse(condition);
    const found = sold.variants.filter((variant) => holdsForVariant(read, variant, sold, scopeOf({})));

    expect(found.map(({ id }) => id).join(' ')).toBe(expected);
  });
});

describe('what is read as a condition', () => {
  const leaf = { kind: 'tag', tag: 'a' };
  const nested = (depth: number): object => (depth === 1 ? leaf : { kind: 'not', of: nested(depth - 1) });

  it('is at most five levels deep and fifty in number', () => {
    expect(ProductCondition.safeParse(nested(5)).success).toBe(true);
    expect(ProductCondition.safeParse(nested(6)).success).toBe(false);
    expect(ProductCondition.safeParse({ kind: 'all', of: new Array(49).fill(leaf) }).success).toBe(true);
    expect(ProductCondition.safeParse({ kind: 'all', of: new Array(50).fill(leaf) }).success).toBe(false);
    const seven = { kind: 'any', of: new Array(7).fill(leaf) };
    expect(ProductCondition.safeParse({ kind: 'all', of: new Array(7).fill(seven) }).success).toBe(false);
  });

  it('may be nested a hundred thousand times without harm', () => {
    let deep: object = leaf;
    for (let depth = 0; depth < 100_000; depth += 1) {
      deep = { kind: 'not', of: deep };
    }

    expect(ProductCondition.safeParse(deep).success).toBe(false);
  });

  it.each<[object]>([
    [{ ...leaf, or: leaf }],
    [{ kind: 'all', of: [] }],
    [{ kind: 'all', of: [leaf], any: [leaf] }],
    [text('title', { is: 'contains', text: '' })],
    [text('title', { is: 'matches', pattern: '(?=a)' })],
    [text('title', { is: 'contains', text: 'x'.repeat(1001) })],
    [text('cost', { is: 'contains', text: 'a' })],
    [{ kind: 'count', field: 'variants', compare: { is: 'between', value: 3 } }],
    [{ kind: 'some-variant', where: leaf }],
  ])('is refused: %j', (condition) => {
    expect(ProductCondition.safeParse(condition).success).toBe(false);
  });
});

it('joins comparisons as logic does', () => {
  const { node } = fc.letrec<{ node: ProductCondition }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<ProductCondition>({ kind: 'tag', tag: 'gift' }, { kind: 'tag', tag: 'none' }),
      fc
        .array(tie('node'), { minLength: 1, maxLength: 3 })
        .map((of): ProductCondition => ({ kind: 'all', of })),
      fc
        .array(tie('node'), { minLength: 1, maxLength: 3 })
        .map((of): ProductCondition => ({ kind: 'any', of })),
    ),
  }));
  const is = (condition: ProductCondition) => holdsForProduct(condition, mug, scopeOf({}));
  const not = (of: ProductCondition): ProductCondition => ({ kind: 'not', of });
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 4 }), (of) => {
      expect(is(not({ kind: 'all', of }))).toBe(is({ kind: 'any', of: of.map(not) }));
      expect(is({ kind: 'any', of })).toBe(of.some(is));
    }),
  );
});

it('rejects a product on which a pattern costs too much, instead of taking it for one that does not match', () => {
  const long = productWith({ descriptionHtml: 'a'.repeat(1_000_000), variants: [variantWith()] });
  const when: ProductCondition = {
    kind: 'not',
    of: { kind: 'text', field: 'description', compare: { is: 'matches', pattern: '(a{1,30}){1,30}b' } },
  };
  const before = process.cpuUsage();
  const result = applySteps(long, [{ when, edit: { kind: 'title-prefix', text: 'New ' } }]);

  expect(result).toMatchObject({
    outcome: 'rejected',
    refusal: { code: 'pattern-too-costly' satisfies RefusalCode },
  });
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});
