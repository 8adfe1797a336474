import { describeChange } from '@bowerbird/catalog/change/describe';
import { applyEdits, type Edit } from '@bowerbird/catalog/edits/edit';
import type { Product } from '@bowerbird/catalog/product';
import { arbitraryEdit } from '@bowerbird/catalog/testing/arbitrary-edit';
import { arbitraryProduct } from '@bowerbird/catalog/testing/arbitrary-product';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { mug, ownProducts, testPerson } from '../../../testing/products/products.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import { OpenEditSet, saveEditSet } from '../history/edit-sets.ts';
import { findHistory } from '../history/history.ts';
import { findUndoable, Undoing } from '../history/undo.ts';
import { getProduct } from '../list/queries.ts';
import { columnsAfter, columnsOf } from './rows.ts';
import { type Target, type WriteOptions, writeProducts } from './write.ts';

const { db } = await testDatabase();
const ann = await testOwner(db);
const annie = await testPerson(db, ann, 'Annie');
const as = <T>(work: (owned: OwnerDb) => Promise<T>) => asOwner(db, ann, work);
const own = (count: number) => ownProducts(db, ann, Array(count).fill(mug));
const get = (id: string) => as((owned) => getProduct(owned, ann, id));
const priceOf = async (id: string) => (await get(id)).product.variants[0]?.price;
const dearer: Edit[] = [{ kind: 'multiply-price', by: '1.3' }];
const openSet = () => as((owned) => saveEditSet(owned, ann, { kind: 'edited', userId: annie }));

function write(
  editSetId: string,
  targets: readonly Target[],
  change: (product: Product) => Product = (product) => applyEdits(product, dearer),
  options: WriteOptions = {},
) {
  const editSet = new OpenEditSet(async () => editSetId);
  return as((owned) => writeProducts(owned, ann, editSet, targets, change, options));
}

describe('writing products', () => {
  it('applies an edit once, also when the job that did it is killed and resumed', async () => {
    const ids = await own(3);
    const editSetId = await openSet();
    await write(editSetId, ids.slice(0, 2));

    const resumed = await write(editSetId, ids);

    expect(resumed.map(({ outcome }) => outcome)).toEqual(['repeated', 'repeated', 'changed']);
    expect(await Promise.all(ids.map(priceOf))).toEqual(['25.87', '25.87', '25.87']);
  });

  it('applies it once also when two workers have the same products at the same moment, in any order', async () => {
    const ids = await own(6);
    const editSetId = await openSet();

    const both = await Promise.all([write(editSetId, ids), write(editSetId, ids.toReversed())]);

    expect(both.flat().filter(({ outcome }) => outcome === 'changed')).toHaveLength(6);
    expect(new Set(await Promise.all(ids.map(priceOf)))).toEqual(new Set(['25.87']));
  });

  it('writes nothing of a product that would become invalid, and everything of the others', async () => {
    const [first = '', second = ''] = await own(2);
    let at = 0;

    const written = await write(await openSet(), [first, second], (product) => {
      at += 1;
      return at === 1 ? { ...product, title: ' ' } : applyEdits(product, dearer);
    });

    expect(written).toMatchObject([
      { outcome: 'rejected', fault: { code: 'product.invalid', issues: [{ code: 'product.title-blank' }] } },
      { outcome: 'changed', revision: 2 },
    ]);
    expect((await get(first)).revision).toBe(1);
    expect(await as((owned) => findHistory(owned, ann, first))).toEqual([]);
  });

  it('does not let a product lose its last variant, nor take a value that no product can have', async () => {
    const ids = await own(1);
    const priced = (product: Product, price: string): Product => ({
      ...product,
      variants: product.variants.map((each) => ({ ...each, price })),
    });

    const written = [
      ...(await write(await openSet(), ids, (product) => ({ ...product, variants: [] }))),
      ...(await write(await openSet(), ids, (product) => priced(product, '-1'))),
    ];

    expect(written.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected']);
  });

  it('says what was unchanged, gone, or changed since the preview and so applied to what is there now', async () => {
    const [first = '', second = '', third = ''] = await own(3);
    await write(await openSet(), [third], (product) => ({ ...product, vendor: 'Other' }));

    const written = await write(
      await openSet(),
      [
        { id: first, expectedRevision: 1 },
        { id: second, expectedRevision: 1 },
        { id: third, expectedRevision: 1 },
        { id: crypto.randomUUID(), expectedRevision: 1 },
      ],
      (product) => (product.vendor === 'Other' ? { ...product, vendor: 'Third' } : product),
    );

    expect(written.map(({ outcome }) => outcome)).toEqual([
      'unchanged',
      'unchanged',
      'changed-since',
      'gone',
    ]);
    expect((await get(third)).product.vendor).toBe('Third');
  });

  it('records no edit set when nothing changes', async () => {
    const ids = await own(1);
    const editSet = OpenEditSet.of(ann, { kind: 'edited', userId: annie });

    await as((owned) => writeProducts(owned, ann, editSet, ids, (product) => ({ ...product })));

    expect(editSet.id).toBeNull();
  });

  it('takes scripts out of whatever is written', async () => {
    const [id = ''] = await own(1);

    await write(await openSet(), [id], (product) => ({
      ...product,
      descriptionHtml: '<p>Warm</p><script>steal()</script>',
    }));

    expect((await get(id)).product.descriptionHtml).toBe('<p>Warm</p>');
  });

  it('keeps the history of what we do not model of a platform', async () => {
    const [id = ''] = await own(1);

    await write(await openSet(), [id], (product) => ({
      ...product,
      extra: { shopify: { care: 'by hand' } },
    }));

    const [change] = await as((owned) => findHistory(owned, ann, id));
    expect(change?.cells).toEqual([{ path: 'extra/shopify/care', after: 'by hand', undone: false }]);
    expect((await get(id)).revision).toBe(2);
  });

  it('tells in one record of two changes by a set that may change a product twice', async () => {
    const [id = ''] = await own(1);
    const editSetId = await openSet();
    for (const vendor of ['Two', 'Three']) {
      await write(editSetId, [id], (product) => ({ ...product, vendor }), { addToRecords: true });
    }

    const history = await as((owned) => findHistory(owned, ann, id));

    expect(history.map(({ revision, cells }) => [revision, cells])).toEqual([
      [3, [{ path: 'vendor', before: mug.vendor, after: 'Three', undone: false }]],
    ]);
  });

  it('keeps the columns that lists sort, search and filter by as a new product would have them', {
    tags: ['slow'],
  }, () => {
    const withEdits = arbitraryProduct().chain((product) =>
      fc.tuple(fc.constant(product), fc.array(arbitraryEdit(product), { minLength: 1, maxLength: 4 })),
    );
    fc.assert(
      fc.property(withEdits, ([product, edits]) => {
        const after = applyEdits(product, edits);
        const paths = describeChange(product, after).map(({ path }) => path);

        expect({ ...columnsOf(product), ...columnsAfter(after, paths, false) }).toEqual(columnsOf(after));
      }),
      { numRuns: 300 },
    );
  });

  it('stores a price of a product with 100 variants in less than 200 bytes', async () => {
    const many = {
      ...mug,
      options: [{ name: 'Size', values: Array.from({ length: 100 }, (_, at) => `S${at}`) }],
      variants: Array.from({ length: 100 }, (_, at) => ({
        ...(mug.variants[0] as Product['variants'][number]),
        id: `v${at + 1}`,
        optionValues: [`S${at}`],
      })),
    };
    const [id = ''] = await ownProducts(db, ann, [many]);

    await write(await openSet(), [id], (product) =>
      applyEdits(product, [{ kind: 'set-price', price: '25.00', variants: ['v7'] }]),
    );

    const { rows } = await as((owned) =>
      sql<{ bytes: number }>`select pg_column_size(product_change.*) as bytes from product_change
        where product_id = ${id}`.execute(owned),
    );
    expect(rows[0]?.bytes).toBeLessThan(200);
  });
});

describe('undoing an edit set', () => {
  it('takes it back in every product where it was not changed again, cell by cell, and only once', async () => {
    const ids = (await own(3)).sort();
    const editSetId = await openSet();
    await write(editSetId, ids);
    await write(await openSet(), ids.slice(0, 1), (product) =>
      applyEdits(product, [{ kind: 'set-price', price: '99.00' }]),
    );
    const undo = () =>
      as(async (owned) => {
        const products = await findUndoable(owned, ann, editSetId, { after: null, limit: 10 });
        return await new Undoing(ann, { userId: annie, of: editSetId }).undo(owned, products);
      });

    const undone = await undo();
    const again = await undo();

    expect(undone.map(({ restored, kept }) => [restored.length, kept.length])).toEqual([
      [0, 1],
      [1, 0],
      [1, 0],
    ]);
    expect(again.map(({ restored, kept }) => [restored.length, kept.length])).toEqual([[0, 1]]);
    expect(await Promise.all(ids.map(priceOf))).toEqual(['99.00', '19.90', '19.90']);
  });
});
