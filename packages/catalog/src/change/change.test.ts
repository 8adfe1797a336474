import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit, applyEdits } from '../edits/edit.ts';
import { structureIssues } from '../invariants/invariants.ts';
import type { Product } from '../product.ts';
import { arbitraryEdit } from '../testing/arbitrary-edit.ts';
import { arbitraryProduct, hostileText } from '../testing/arbitrary-product.ts';
import { image, mug, variant } from '../testing/products.ts';
import { applyCells } from './apply.ts';
import { type Cell, fieldsOf, inverse } from './cell.ts';
import { composeCells } from './compose.ts';
import { describeChange } from './describe.ts';
import { itemsOf, type KeyedList, keyedLists } from './lists.ts';
import { undoCells } from './undo.ts';

const withExtra: fc.Arbitrary<Product> = fc
  .tuple(
    arbitraryProduct(),
    fc.dictionary(
      fc.constantFrom('shopify', 'a/b', '~'),
      fc.dictionary(fc.oneof(hostileText, fc.constantFrom('x', '~1')), fc.jsonValue(), {
        minKeys: 1,
        maxKeys: 3,
      }),
      { maxKeys: 2 },
    ),
  )
  .map(([product, extra]) => ({ ...product, extra: plain(extra) }));

/** Returns a product and products that edits make of it, one after the other. */
function edited(times: number): fc.Arbitrary<Product[]> {
  return withExtra.chain((product) =>
    fc
      .array(fc.array(arbitraryEdit(product), { minLength: 1, maxLength: 3 }), {
        minLength: times,
        maxLength: times,
      })
      .map((steps) => {
        const made = [product];
        for (const edits of steps) {
          made.push(applyEdits(made.at(-1) ?? product, edits));
        }
        return made;
      }),
  );
}

/** States of a product that have little or much in common. */
function states(count: number): fc.Arbitrary<Product[]> {
  return fc.oneof(edited(count - 1), fc.array(withExtra, { minLength: count, maxLength: count }));
}

/** The lists of which an item was removed by the first change and added again by the second. */
function cameBack(first: Product, second: Product, third: Product): KeyedList[] {
  return keyedLists.filter((list) => {
    const [one, two, three] = [first, second, third].map((product) => itemsOf(product, list));
    return [...(one?.keys() ?? [])].some((key) => three?.has(key) && !two?.has(key));
  });
}

function withoutOrder(product: Product, lists: readonly KeyedList[]): Product {
  const sorted = lists.map((list) => [
    list,
    [...itemsOf(product, list)].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item),
  ]);
  return { ...product, ...Object.fromEntries(sorted) };
}

/** As the database returns it. */
function plain<Of>(value: Of): Of {
  return JSON.parse(JSON.stringify(value));
}

describe('a change as cells', () => {
  it('says everything that changed: applied to the earlier state it gives the later one, and back', () => {
    fc.assert(
      fc.property(states(2), ([before, after]) => {
        const cells = plain(describeChange(before as Product, after as Product));

        expect(applyCells(before as Product, cells)).toEqual(after);
        expect(applyCells(after as Product, cells.map(inverse))).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it('does the same for two changes in one, as the history of a source is folded', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(states(3), ([one, two, three]) => {
        const [first, second, third] = [one as Product, two as Product, three as Product];
        const both = plain(composeCells(describeChange(first, second), describeChange(second, third)));

        const seen = (product: Product) => withoutOrder(product, cameBack(first, second, third));
        expect(seen(applyCells(first, both))).toEqual(seen(third));
        expect(seen(applyCells(third, both.map(inverse)))).toEqual(seen(first));
      }),
      { numRuns: 300 },
    );
  });

  it('stores a price and nothing else of the variants', () => {
    const after = applyEdit(mug, { kind: 'set-price', price: '19.00', variants: ['v2'] });

    expect(describeChange(mug, after)).toEqual([
      { path: 'variants/v2/price', before: '15.00', after: '19.00' },
    ]);
  });

  it('has a cell for what we do not model of a platform', () => {
    const before = { ...mug, extra: { shopify: { 'metafields/care': 'hand wash', type: 1 } } };
    const after = { ...mug, extra: { shopify: { 'metafields/care': 'dishwasher', type: 1 } } };

    const cells = describeChange(before, after);

    expect(cells).toEqual([
      { path: 'extra/shopify/metafields~1care', before: 'hand wash', after: 'dishwasher' },
    ]);
    expect(undoCells(after, cells).product).toEqual(before);
    expect(fieldsOf(cells)).toEqual(['extra']);
  });
});

describe('undo', () => {
  it('restores the product as it was before', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(states(2), ([before, after]) => {
        const cells = plain(describeChange(before as Product, after as Product));

        const undone = undoCells(after as Product, cells);

        expect(undone.product).toEqual(before);
        expect([undone.kept, undone.impossible]).toEqual([[], []]);
      }),
      { numRuns: 300 },
    );
  });

  it('never takes back what was changed since, never leaves a broken product, and names every cell once', {
    tags: ['slow'],
  }, () => {
    fc.assert(
      fc.property(states(3), ([before, then, current]) => {
        const now = current as Product;
        const cells = plain(describeChange(before as Product, then as Product));
        const since = new Set(describeChange(then as Product, now).map(({ path }) => path));

        const undone = undoCells(now, cells);

        expect(undone.restored.filter((path) => since.has(path) && path.includes('/'))).toEqual([]);
        expect(
          [...undone.restored, ...undone.kept, ...undone.impossible.map(({ path }) => path)].sort(),
        ).toEqual(cells.map(({ path }) => path).sort());
        expect(structureIssues(undone.product)).toEqual([]);
        expect(undone.product.variants.length).toBeGreaterThan(0);
        // Nothing but what it says was written.
        const wrote = new Set(undone.restored);
        const moved = describeChange(now, undone.product).map(({ path }) => path);
        expect(moved.filter((path) => !wrote.has(path) && path.includes('/'))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is itself undone by an undo', () => {
    fc.assert(
      fc.property(states(3), ([before, then, now]) => {
        const { product, restored } = undoCells(
          now as Product,
          describeChange(before as Product, then as Product),
        );

        const redone = undoCells(product, describeChange(now as Product, product));

        expect(redone.product).toEqual(now);
        expect(restored.length > 0 || product === now).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('takes a price back although the inventory of another variant moved', () => {
    const after = applyEdit(mug, { kind: 'set-price', price: '19.00' });
    const now = applyEdit(after, { kind: 'set-stock', stock: 1, variants: ['v1'] });

    const undone = undoCells(now, describeChange(mug, after));

    expect(undone.product.variants.map(({ price, stock }) => [price, stock])).toEqual([
      ['12.00', 1],
      ['15.00', 0],
      ['11.00', 5],
    ]);
    expect(undone.kept).toEqual([]);
  });

  it('keeps the one price that was set again, and takes the others back', () => {
    const after = applyEdit(mug, { kind: 'set-price', price: '19.00' });
    const now = applyEdit(after, { kind: 'set-price', price: '18.00', variants: ['v1'] });

    const undone = undoCells(now, describeChange(mug, after));

    expect(undone.product.variants.map(({ price }) => price)).toEqual(['18.00', '15.00', '11.00']);
    expect(undone.kept).toEqual(['variants/v1/price']);
  });

  it('takes a tag off although another was added since', () => {
    const after = applyEdit(mug, { kind: 'add-tags', tags: ['sale'] });
    const now = applyEdit(after, { kind: 'add-tags', tags: ['new'] });

    expect(undoCells(now, describeChange(mug, after)).product.tags).toEqual(['Kitchen', 'gift', 'new']);
  });

  it('leaves the values of an option alone when one of their variants was renamed again', () => {
    const rename = (to: string, from: string) =>
      ({
        kind: 'rename-option-value',
        option: 'Colour',
        value: from,
        to,
        merge: { keep: 'first', stock: 'own' },
      }) as const;
    const after = applyEdit(mug, rename('Navy', 'Blue'));
    const now = applyEdit(after, rename('Night', 'Navy'));

    const undone = undoCells(now, describeChange(mug, after));

    expect(undone.product).toBe(now);
    expect(undone.kept).toContain('options');
    expect(undone.restored).toEqual([]);
  });

  it('does not take back an added image that a variant shows since', () => {
    const url = 'https://pictures.example/side.jpg';
    const after = { ...mug, images: [...mug.images, image(url)] };
    const now = {
      ...after,
      variants: after.variants.map((each, at) => (at === 0 ? { ...each, imageUrl: url } : each)),
    };

    const undone = undoCells(now, describeChange(mug, after));

    expect(undone.product).toBe(now);
    expect(undone.impossible).toMatchObject([{ why: 'inconsistent' }]);
  });

  it('says that a variant is gone, and does not remove the last one', () => {
    const priced = applyEdit(mug, { kind: 'set-price', price: '19.00', variants: ['v3'] });
    const without = { ...priced, variants: priced.variants.slice(0, 2) };
    const only = { ...mug, options: [], variants: [variant('v1', [])] };
    const swapped = { ...only, variants: [variant('v9', [])] };
    const left = undoCells({ ...swapped }, [{ path: 'variants/v9', after: variant('v9', []) }]);

    expect(undoCells(without, describeChange(mug, priced)).impossible).toEqual([
      { path: 'variants/v3/price', why: 'gone' },
    ]);
    expect(left.impossible).toEqual([{ path: 'variants/v9', why: 'inconsistent' }]);
  });

  it('spares a cell whose stored value is none that a product can have', () => {
    const now = { ...mug, title: 'Now' };
    const cells: Cell[] = [
      { path: 'title', before: 7, after: 'Now' },
      { path: 'variants/v1/price', before: 'free', after: '12.00' },
      { path: 'colour', before: 'red' },
    ];

    const undone = undoCells(now, cells);

    expect(undone.product).toBe(now);
    expect(undone.impossible.map(({ why }) => why)).toEqual(['invalid', 'invalid', 'invalid']);
  });
});
