import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyCells } from '../change/apply.ts';
import { inverse } from '../change/cell.ts';
import { describeChange } from '../change/describe.ts';
import { undoCells } from '../change/undo.ts';
import { applyEdits } from '../edits/edit.ts';
import { applySteps, type EditStep } from '../edits/edit-steps.ts';
import { ListingRules, noRules } from '../listing-rules/rules.ts';
import { mergeProducts } from '../merge/merge.ts';
import { mergeSource } from '../merge/merge-source.ts';
import type { Product } from '../product.ts';
import { arbitraryEdit } from '../testing/arbitrary-edit.ts';
import { arbitraryProduct, price } from '../testing/arbitrary-product.ts';
import { mug } from '../testing/products.ts';
import { withoutLostVariants } from './edit-in-store.ts';
import { inStore, withoutOwnValues } from './in-store.ts';
import { type OwnPath, ownCells, ownValueAt, withOwnValue } from './own-cells.ts';

const here = '00000000-0000-4000-8000-000000000001';
const there = '00000000-0000-4000-8000-000000000002';
const shopId = fc.constantFrom(here, there);

/** Some own values in two stores, set one after the other. */
function owned(product: Product): fc.Arbitrary<Product> {
  const variantId = fc.constantFrom(...product.variants.map(({ id }) => id));
  const currency = fc.constant(product.currency);
  const one: fc.Arbitrary<[OwnPath, unknown]> = fc.oneof(
    fc.tuple(fc.constant<OwnPath>(['title']), fc.constantFrom('Own title', 'Another / ~')),
    fc.tuple(fc.constant<OwnPath>(['descriptionHtml']), fc.constantFrom('', '<p>Only here</p>')),
    fc.tuple(fc.constant<OwnPath>(['vendor']), fc.constantFrom(null, 'Glade')),
    fc.tuple(fc.constant<OwnPath>(['tags']), fc.constantFrom([], ['sale'], ['a', 'b'])),
    fc.tuple(fc.constant<OwnPath>(['categories']), fc.constantFrom([], [['Home', 'Mugs']])),
    fc.tuple(
      variantId.map((id): OwnPath => ['prices', id]),
      fc.record({ amount: price, currency }),
    ),
    fc.tuple(
      variantId.map((id): OwnPath => ['compareAtPrices', id]),
      fc.record({ amount: fc.option(price), currency }),
    ),
  );
  return fc
    .array(fc.tuple(shopId, one), { minLength: 1, maxLength: 5 })
    .map((all) =>
      all.reduce((held, [shop, [path, value]]) => withOwnValue(held, shop, path, value), product),
    );
}

const withOwn = arbitraryProduct().chain(owned);
const rules = fc.constantFrom(
  noRules,
  ListingRules.parse({
    pricing: { ranges: [{ from: '0', to: null, times: '2', plus: '1', minimum: null }] },
    texts: { title: '{title} | Shop' },
    tags: { add: ['ruled'], remove: [] },
  }),
);

describe('own values in a store', () => {
  it('are what that store gets, over its rules, and no other store', () => {
    fc.assert(
      fc.property(withOwn, rules, (product, given) => {
        const ruled = inStore(withoutOwnValues(product), given, here).product;
        const got = inStore(product, given, here).product;
        expect(got.inStores).toBeUndefined();
        const own = product.inStores?.[here] ?? {};
        expect(got.title).toBe(own.title ?? ruled.title);
        expect(got.descriptionHtml).toBe(own.descriptionHtml ?? ruled.descriptionHtml);
        expect(got.tags).toEqual(own.tags ?? ruled.tags);
        expect(got.categories).toEqual(own.categories ?? ruled.categories);
        got.variants.forEach((variant, at) => {
          expect(variant.price).toBe(own.prices?.[variant.id]?.amount ?? ruled.variants[at]?.price);
        });
        // Everything that a store cannot have by itself is as the rules make it.
        expect({
          ...got,
          title: '',
          descriptionHtml: '',
          vendor: null,
          productType: null,
          tags: [],
          categories: [],
          variants: [],
        }).toEqual({
          ...ruled,
          title: '',
          descriptionHtml: '',
          vendor: null,
          productType: null,
          tags: [],
          categories: [],
          variants: [],
        });
        const { [here]: _own, ...others } = product.inStores ?? {};
        expect(inStore({ ...product, inStores: others }, given, here).product).toEqual(ruled);
      }),
    );
  });

  it('commute with reading the source again: the same values before and after, and nothing else differs', () => {
    fc.assert(
      fc.property(
        arbitraryProduct(3).chain((first) =>
          fc.tuple(
            fc.constant(first),
            owned(first),
            fc.array(arbitraryEdit(first), { minLength: 1, maxLength: 3 }),
            fc.array(arbitraryEdit(first), { maxLength: 2 }),
          ),
        ),
        ([snapshot, own, atSource, byHand]) => {
          const now = applyEdits(snapshot, atSource);
          const edited = applyEdits(snapshot, byHand);
          const merge = (mine: Product) =>
            mergeSource({ before: snapshot, known: null, now, mine, claimed: (each) => each }).product;
          const plain = merge(edited);
          const merged = merge({ ...edited, ...(own.inStores && { inStores: own.inStores }) });

          expect(withoutOwnValues(merged)).toEqual(withoutOwnValues(plain));
          expect(merged.inStores).toEqual(own.inStores);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('have history: every change of them is described, applied and undone value by value', () => {
    fc.assert(
      fc.property(
        arbitraryProduct().chain((product) => fc.tuple(owned(product), owned(product), owned(product))),
        ([before, after, now]) => {
          const cells = JSON.parse(JSON.stringify(describeChange(before, after)));
          expect(applyCells(before, cells)).toEqual(after);
          expect(applyCells(after, cells.map(inverse))).toEqual(before);
          expect(undoCells(after, cells).product).toEqual(before);
          // What was changed since stays.
          const { product, kept } = undoCells(now, cells);
          for (const path of kept) {
            const [, shop = '', field = '', variantId] = path.split('/');
            expect(ownValueAt(product, shop, [field, variantId])).toEqual(
              ownValueAt(now, shop, [field, variantId]),
            );
          }
        },
      ),
    );
  });

  it('merge value by value with what another person saved', () => {
    const base = withOwnValue(withOwnValue(mug, here, ['title'], 'A'), here, ['tags'], ['a']);
    const mine = withOwnValue(base, here, ['title'], 'Mine');
    const theirs = withOwnValue(withOwnValue(base, here, ['tags'], ['b']), there, ['title'], 'Theirs');

    const { product, conflicts } = mergeProducts(base, mine, theirs);

    expect(product.inStores).toEqual({
      [here]: { title: 'Mine', tags: ['b'] },
      [there]: { title: 'Theirs' },
    });
    expect(conflicts).toEqual([]);
  });

  it('in another currency than the product has there are reported and never sent as that number', () => {
    const own = withOwnValue(mug, here, ['prices', 'v1'], { amount: '9.00', currency: 'JPY' });

    const { product, hasOtherCurrency } = inStore({ ...own, currency: 'EUR' }, noRules, here);

    expect(hasOtherCurrency).toBe(true);
    expect(product.variants[0]?.price).toBe('12.00');
  });

  it('go away with their variant, so that no other variant gets its price', () => {
    const own = withOwnValue(mug, here, ['prices', 'v2'], { amount: '9.00', currency: null });
    const without = { ...own, variants: own.variants.filter(({ id }) => id !== 'v2') };

    expect(withoutLostVariants(without).inStores).toBeUndefined();
    expect(withoutLostVariants(own)).toBe(own);
  });

  it('leave out a compare-at price of the rules that is not above the own price', () => {
    const dear = { ...mug, variants: mug.variants.map((each) => ({ ...each, compareAtPrice: '20.00' })) };
    const own = withOwnValue(dear, here, ['prices', 'v1'], { amount: '25.00', currency: null });

    expect(inStore(own, noRules, here).product.variants.map((each) => each.compareAtPrice)).toEqual([
      null,
      '20.00',
      '20.00',
    ]);
  });

  it('say so where the store explains a value', () => {
    const own = withOwnValue(mug, here, ['title'], 'Own');
    const template = ListingRules.parse({ texts: { title: '{title}!' } });

    expect(inStore(own, template, here).trace).toEqual([
      {
        path: 'title',
        before: mug.title,
        after: 'Own',
        steps: [{ kind: 'own-value', values: {}, result: 'Own' }],
      },
    ]);
    expect(ownCells(own, there)).toEqual([]);
  });
});

describe('a step in a store', () => {
  const twice = ListingRules.parse({
    pricing: { ranges: [{ from: '0', to: null, times: '2', plus: '0', minimum: null }] },
  });
  const rulesIn = (id: string) => (id === here ? twice : null);
  const steps = (edit: EditStep['edit'], more: Partial<EditStep> = {}): EditStep[] => [
    { inStore: here, edit, ...more },
  ];
  const made = (given: EditStep[], product = mug) => applySteps(product, given, { rulesIn });

  it('starts from what the store would get, and changes nothing but that store', () => {
    const outcome = made(steps({ kind: 'percent-to-price', percent: '10' }));

    expect(outcome.outcome).toBe('changed');
    expect(withoutOwnValues(outcome.product)).toEqual(withoutOwnValues(mug));
    expect(Object.keys(outcome.product.inStores ?? {})).toEqual([here]);
    expect(inStore(outcome.product, twice, here).product.variants.map((each) => each.price)).toEqual([
      '26.40',
      '33.00',
      '24.20',
    ]);
  });

  it('asks its conditions of what the store would get', () => {
    const dear = { kind: 'amount', field: 'price', compare: { is: 'greater', value: '29' } } as const;
    const outcome = made(steps({ kind: 'set-price', price: '5.00' }, { variants: dear }));

    expect(Object.keys(outcome.product.inStores?.[here]?.prices ?? {})).toEqual(['v2']);
  });

  it('is refused where no store can differ, and in a store that is not there', () => {
    expect(made(steps({ kind: 'set-stock', stock: 3 }))).toMatchObject({
      outcome: 'rejected',
      refusal: { code: 'not-per-store' },
    });
    expect(made([{ inStore: there, edit: { kind: 'set-price', price: '5.00' } }])).toMatchObject({
      outcome: 'rejected',
      refusal: { code: 'store-unknown' },
    });
    expect(applySteps(mug, steps({ kind: 'set-price', price: '5.00' })).outcome).toBe('rejected');
  });

  it('is undone by clearing: the rules decide again', () => {
    const { product } = made(steps({ kind: 'title-prefix', text: 'New ' }));

    expect(inStore(product, twice, here).product.title).toBe(`New ${mug.title}`);
    expect(applySteps(product, [{ edit: { kind: 'clear-own-values', shopId: here } }]).product).toEqual(mug);
  });
});
