import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../edits/edit.ts';
import { structureIssues } from '../invariants/invariants.ts';
import { type Product, productFields } from '../product.ts';
import { arbitraryEdit } from '../testing/arbitrary-edit.ts';
import { arbitraryProduct } from '../testing/arbitrary-product.ts';
import { mergeProducts } from './merge.ts';
import { mergeSource, type SourceMerge } from './merge-source.ts';

/** A snapshot, a later snapshot of the same product, and the first one with a merchant's edits of every kind. */
const three = arbitraryProduct(2).chain((before) =>
  fc
    .record({
      before: fc.constant({ ...before, currency: 'EUR' }),
      source: fc.array(arbitraryEdit(before), { maxLength: 3 }),
      rules: fc.array(arbitraryEdit(before), { maxLength: 1 }),
      own: fc.array(arbitraryEdit(before), { maxLength: 3 }),
    })
    .map(({ before: read, source, rules, own }) => {
      const claimed = (snapshot: Product) => applyEdits(snapshot, rules);
      return { before: read, now: applyEdits(read, source), claimed, mine: applyEdits(claimed(read), own) };
    }),
);
const call = (
  given: Pick<SourceMerge, 'before' | 'now' | 'claimed' | 'mine'>,
  more: Partial<SourceMerge> = {},
) => mergeSource({ known: null, ...given, ...more });
const every = (side: 'source' | 'ruled' | 'mine') =>
  Object.fromEntries(productFields.map((field) => [field, side]));
/** Clears what belongs to the merchant alone, and the categories, which are only ever added. */
const comparable = (product: Product) => ({
  ...product,
  handle: '',
  status: '',
  categories: [],
  variants: null,
});

describe('whatever changed on both sides', () => {
  it('leaves a product alone whose source did not change', () => {
    fc.assert(
      fc.property(three, ({ before, claimed, mine }) => {
        const merged = call({ before, now: before, claimed, mine });
        expect(merged.product).toBe(mine);
        expect(merged.open).toEqual([]);
      }),
    );
  });

  it('takes the source as the rules make it where nobody edited', () => {
    fc.assert(
      fc.property(three, ({ before, now, claimed }) => {
        const merged = call({ before, now, claimed, mine: claimed(before) });
        expect(merged.open).toEqual([]);
        expect(comparable(merged.product)).toEqual(comparable(merged.theirs));
        expect(merged.product.variants.map(({ price, stock }) => [price, stock])).toEqual(
          merged.theirs.variants.map(({ price, stock }) => [price, stock]),
        );
      }),
    );
  });

  it('breaks nothing between options, variants and images, however it is answered', () => {
    fc.assert(
      fc.property(three, ({ before, now, claimed, mine }) => {
        for (const answers of [{}, every('mine'), every('source'), every('ruled')]) {
          const merged = call({ before, now, claimed, mine }, { answers });
          const allowed = Math.max(structureIssues(mine).length, structureIssues(merged.theirs).length);
          expect(structureIssues(merged.product).length).toBeLessThanOrEqual(allowed);
        }
      }),
    );
  });

  it('says the same when it is done again, before and after it was written down', () => {
    fc.assert(
      fc.property(three, ({ before, now, claimed, mine }) => {
        const first = call({ before, now, claimed, mine });
        const again = call({ before, now, claimed, mine: first.product });
        const written = call({ before: now, now, claimed, mine: first.product }, { known: first.known });
        expect(again.product).toEqual(first.product);
        expect(written.product).toBe(first.product);
      }),
    );
  });

  it('keeps mine in every question answered so, and the source in every one answered otherwise', () => {
    fc.assert(
      fc.property(three, ({ before, now, claimed, mine }) => {
        const { open } = call({ before, now, claimed, mine });
        const kept = call({ before, now, claimed, mine }, { answers: every('mine') });
        const taken = call({ before, now, claimed, mine }, { answers: every('ruled') });
        expect([kept.open, taken.open]).toEqual([[], []]);
        for (const field of open.flatMap(({ fields }) => fields)) {
          if (!['options', 'variants', 'images', 'tags', 'categories', 'attributes'].includes(field)) {
            expect(kept.product[field]).toEqual(mine[field]);
            expect(taken.product[field]).toEqual(taken.theirs[field]);
          }
        }
        expect(call({ before, now, claimed, mine }).product).toEqual(kept.product);
      }),
    );
  });

  it('keeps the same of two people, whichever of them comes second, where they did not clash', () => {
    fc.assert(
      fc.property(three, ({ before, now, mine }) => {
        const [one, other] = [mergeProducts(before, mine, now), mergeProducts(before, now, mine)];
        expect(one.conflicts.map(({ key }) => key)).toEqual(other.conflicts.map(({ key }) => key));
        if (one.conflicts.length === 0) {
          expect(sorted(one.product)).toEqual(sorted(other.product));
        }
      }),
    );
  });
});

/** Each side appends its additions after the other side's: only the order may differ. */
function sorted(product: Product) {
  const inOrder = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each)).toSorted();
  const { tags, variants, images, categories, attributes, options } = product;
  return {
    ...product,
    tags: inOrder(tags),
    variants: inOrder(variants.map((each) => byName(each))),
    images: inOrder(images.map((each) => byName(each))),
    categories: inOrder(categories),
    attributes: inOrder(attributes),
    options: options.map(({ name, values }) => ({ name, values: inOrder(values) })),
  };
}

function byName(item: object) {
  return Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
