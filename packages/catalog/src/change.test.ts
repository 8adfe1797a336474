import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeChange, undoChange } from './change.ts';
import { applyEdit, applyEdits } from './edit.ts';
import { structureIssues } from './invariants.ts';
import { arbitraryEdit } from './testing/arbitrary-edit.ts';
import { arbitraryProduct } from './testing/arbitrary-product.ts';
import { mug } from './testing/products.ts';

const withEdits = arbitraryProduct().chain((product) =>
  fc.record({
    product: fc.constant(product),
    first: fc.array(arbitraryEdit(product), { minLength: 1, maxLength: 4 }),
    later: fc.array(arbitraryEdit(product), { minLength: 1, maxLength: 3 }),
  }),
);

describe('undo', () => {
  it('restores the product as it was before the edits', () => {
    fc.assert(
      fc.property(withEdits, ({ product, first }) => {
        const after = applyEdits(product, first);
        const change = JSON.parse(JSON.stringify(describeChange(product, after)));

        const undone = undoChange(after, change);

        expect(undone.product).toEqual(product);
        expect(undone.spared).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('never undoes what was changed since, and never leaves a broken product', () => {
    fc.assert(
      fc.property(withEdits, ({ product, first, later }) => {
        const after = applyEdits(product, first);
        const now = applyEdits(after, later);
        const change = describeChange(product, after);
        const since = new Set(describeChange(after, now).map(({ field }) => field));

        const undone = undoChange(now, change);

        expect(undone.restored.filter((field) => since.has(field))).toEqual([]);
        expect([...undone.restored, ...undone.spared].sort()).toEqual(
          change.map(({ field }) => field).sort(),
        );
        expect(structureIssues(undone.product)).toEqual([]);
        for (const field of since) {
          expect(undone.product[field]).toEqual(now[field]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('says which field it spared', () => {
    const after = applyEdits(mug, [
      { kind: 'title-prefix', text: 'New: ' },
      { kind: 'add-tags', tags: ['sale'] },
    ]);
    const now = applyEdit(after, { kind: 'set-field', field: 'title', value: 'My mug' });

    const undone = undoChange(now, describeChange(mug, after));

    expect(undone).toEqual({
      product: { ...now, tags: mug.tags },
      restored: ['tags'],
      spared: ['title'],
    });
  });

  it('leaves options alone when the variants that went with them were edited since', () => {
    const after = applyEdit(mug, { kind: 'remove-option', option: 'Size' });
    const now = applyEdit(after, { kind: 'set-stock', stock: 9 });

    const undone = undoChange(now, describeChange(mug, after));

    expect(undone.product).toBe(now);
    expect(undone.spared).toEqual(['options', 'variants']);
  });

  it('spares a field whose stored value is no longer one a product can have', () => {
    const now = { ...mug, title: 'Now' };

    const undone = undoChange(now, [{ field: 'title', before: 7, after: 'Now' }]);

    expect(undone).toEqual({ product: now, restored: [], spared: ['title'] });
  });
});
