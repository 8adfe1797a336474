import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { mug, ownProducts, testPerson, variant } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { deleteProducts } from '../bin/bin.ts';
import { findHistory } from '../history/history.ts';
import { duplicateProduct } from '../write/duplicate.ts';
import { createProduct, editProduct, getProduct, saveProduct, undoProductChange } from './queries.ts';

const { db } = await testDatabase();
const ann = await testOwner(db);
const ben = await testOwner(db);
const annie = await testPerson(db, ann, 'Annie');
const wang = await testPerson(db, ann, '王敏');

const as = <T>(ownerId: string, work: Parameters<typeof asOwner<T>>[2]) => asOwner(db, ownerId, work);
const save = (id: string, revision: number, product: Product, userId = annie) =>
  as(ann, (owned) => saveProduct(owned, ann, { id, revision, product, userId }));
const get = (id: string) => as(ann, (owned) => getProduct(owned, ann, id));
async function own(product: Product): Promise<string> {
  const [id = ''] = await ownProducts(db, ann, [product]);
  return id;
}

const undo = (id: string, changeId: string, paths?: string[]) =>
  as(ann, (owned) => undoProductChange(owned, ann, { id, changeId, userId: annie, paths }));
async function newest(id: string): Promise<string> {
  const [change] = await as(ann, (owned) => findHistory(owned, ann, id));
  return change?.id ?? '';
}

describe('duplicating', () => {
  it('makes a copy with a title and a handle of its own, each time another', async () => {
    const id = await own({ ...mug, handle: 'twice' });
    const copies = await as(ann, async (owned) => {
      const request = { id, suffix: '(copy)', userId: annie };
      const first = await duplicateProduct(owned, ann, request);
      const second = await duplicateProduct(owned, ann, request);
      return [await getProduct(owned, ann, first), await getProduct(owned, ann, second)];
    });

    expect(copies.map(({ product }) => [product.title, product.handle])).toEqual([
      ['Blue mug (copy)', 'twice-copy'],
      ['Blue mug (copy)', 'twice-copy-2'],
    ]);
    expect(copies[0]).toMatchObject({ collectedId: null, listings: [], revision: 1 });
    expect(copies[0]?.product.variants).toEqual(mug.variants);
    const unmanaged = as(ben, (owned) =>
      duplicateProduct(owned, ben, { id, suffix: '(copy)', userId: annie }),
    );
    await expect(unmanaged).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('saving', () => {
  it('keeps every field as the person left it', async () => {
    const id = await own(mug);
    const wanted: Product = {
      ...mug,
      title: '蓝色马克杯',
      options: [{ name: 'Size', values: ['S', 'L'] }],
      variants: [
        variant({ id: 'v1', optionValues: ['S'], price: '90.750', sku: '0017', stock: 0 }),
        variant({ id: 'v2', optionValues: ['L'], price: '100', sku: '1e10' }),
      ],
      tags: ['茶具', "it's"],
      seo: { title: 'Mug', description: null },
      attributes: [{ name: 'Material', value: 'Clay' }],
      priceTiers: [{ minimumQuantity: 10, price: '15' }],
    };

    await save(id, 1, wanted);

    const { product, revision } = await get(id);
    expect(product).toEqual(wanted);
    expect(revision).toBe(2);
  });

  it('tells the second editor who saved before, and writes nothing of theirs', async () => {
    const id = await own(mug);
    await save(id, 1, { ...mug, title: 'First' }, wang);

    const second = save(id, 1, { ...mug, title: 'Second' });

    await expect(second).rejects.toMatchObject({
      code: 'product.changed-meanwhile',
      params: { by: '王敏', revision: 2 },
    });
    expect((await get(id)).product.title).toBe('First');
  });

  it('lets only one of two people who save at the same moment through', async () => {
    const id = await own(mug);

    const both = await Promise.allSettled([
      save(id, 1, { ...mug, title: 'One' }),
      save(id, 1, { ...mug, title: 'Two' }),
    ]);

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await get(id)).revision).toBe(2);
  });

  it('makes no revision and no history where nothing changed', async () => {
    const id = await own(mug);

    await save(id, 1, mug);

    expect((await get(id)).revision).toBe(1);
    expect(await as(ann, (owned) => findHistory(owned, ann, id))).toEqual([]);
  });

  it('refuses a product that breaks a rule, naming the place [asvs 2.2.3]', async () => {
    const id = await own(mug);
    const broken = { ...mug, variants: [variant({ imageUrl: 'https://elsewhere.example/x.jpg' })] };

    await expect(save(id, 1, broken)).rejects.toMatchObject({
      code: 'product.invalid',
      issues: [{ code: 'variant.image-unknown', path: ['variants', 0, 'imageUrl'] }],
    });
    expect((await get(id)).product).toEqual(mug);
  });

  it('leaves the source as it was, whatever is sent', async () => {
    const id = await own(mug);

    await save(id, 1, { ...mug, title: 'Mine', source: null, extra: { shopify: { planted: 1 } } });

    expect((await get(id)).product).toMatchObject({ title: 'Mine', source: mug.source, extra: {} });
  });

  it('takes scripts out of a description and says what went', async () => {
    const id = await own(mug);

    const removed = await save(id, 1, {
      ...mug,
      descriptionHtml: '<p onclick="steal()">Warm</p><script>steal()</script>',
    });

    expect((await get(id)).product.descriptionHtml).toBe('<p>Warm</p>');
    expect(removed).toEqual([
      { name: 'onclick', count: 1 },
      { name: 'script', count: 1 },
    ]);
  });

  it('saves text that the database itself cannot hold, without the characters it refuses', async () => {
    const id = await own(mug);

    await save(id, 1, { ...mug, title: 'Mug\u0000 \ud83d' });

    expect((await get(id)).product.title).toBe('Mug \ufffd');
  });
});

describe('a cell of the list', () => {
  it('is changed on the product as it stands now', async () => {
    const id = await own(mug);
    await save(id, 1, { ...mug, vendor: 'Other' });

    await as(ann, (owned) =>
      editProduct(owned, ann, {
        id,
        edits: [{ kind: 'replace-in-title', find: 'Blue', replaceWith: 'Red', ignoreCase: false }],
        userId: annie,
      }),
    );

    expect((await get(id)).product).toMatchObject({ title: 'Red mug', vendor: 'Other' });
  });
});

describe('history', () => {
  it('takes a change back and spares what was changed again since', async () => {
    const id = await own(mug);
    await save(id, 1, { ...mug, title: 'New title', vendor: 'New vendor' });
    await save(id, 2, { ...mug, title: 'Newer title', vendor: 'New vendor' }, wang);
    const [, first] = await as(ann, (owned) => findHistory(owned, ann, id));

    const undone = await as(ann, (owned) =>
      undoProductChange(owned, ann, { id, changeId: first?.id ?? '', userId: annie }),
    );

    expect(undone).toEqual({ restored: ['vendor'], kept: ['title'], impossible: [] });
    expect((await get(id)).product).toMatchObject({ title: 'Newer title', vendor: mug.vendor });
    const history = await as(ann, (owned) => findHistory(owned, ann, id));
    expect(history.map(({ kind, undone: isUndone, by }) => [kind, isUndone, by])).toEqual([
      ['undone', false, 'Annie'],
      ['edited', false, '王敏'],
      ['edited', false, 'Annie'],
    ]);
  });

  it('says which cells of a change are undone, and which are not', async () => {
    const id = await own(mug);
    await save(id, 1, { ...mug, title: 'New title', vendor: 'New vendor' });
    const changeId = await newest(id);

    await undo(id, changeId, ['vendor']);

    const [, change] = await as(ann, (owned) => findHistory(owned, ann, id));
    expect(change?.cells.map(({ path, undone }) => [path, undone])).toEqual([
      ['title', false],
      ['vendor', true],
    ]);
    expect((await get(id)).product).toMatchObject({ title: 'New title', vendor: mug.vendor });
    expect(await undo(id, changeId)).toMatchObject({ restored: ['title'] });
    expect((await as(ann, (owned) => findHistory(owned, ann, id))).at(-1)?.undone).toBe(true);
  });

  it('does again what an undo took back, and takes it back again', async () => {
    const id = await own(mug);
    await save(id, 1, { ...mug, title: 'New title' });
    const change = await newest(id);
    await undo(id, change);
    const back = await newest(id);

    await undo(id, back);

    expect((await get(id)).product.title).toBe('New title');
    await undo(id, change);
    expect((await get(id)).product.title).toBe(mug.title);
  });

  it('takes a price back although the inventory of the variant moved since', async () => {
    const priced = { ...mug, variants: mug.variants.map((each) => ({ ...each, price: '25.00' })) };
    const id = await own(mug);
    await save(id, 1, priced);
    const change = await newest(id);
    await save(id, 2, { ...priced, variants: priced.variants.map((each) => ({ ...each, stock: 3 })) });

    const undone = await undo(id, change);

    expect(undone).toEqual({ restored: ['variants/v1/price'], kept: [], impossible: [] });
    expect((await get(id)).product.variants[0]).toMatchObject({ price: '19.90', stock: 3 });
  });

  it('says whose hand a single price of a variant is from', async () => {
    const id = await own(mug);
    await save(id, 1, { ...mug, variants: mug.variants.map((each) => ({ ...each, price: '25.00' })) }, wang);

    const { origins } = await get(id);

    expect(origins.filter(({ by }) => by === '王敏').map(({ field }) => field)).toEqual([
      'variants',
      'variants/v1/price',
    ]);
  });

  it('says of each field whose hand it is from', async () => {
    const id = await own(mug);
    await save(id, 1, { ...mug, title: 'Hers', vendor: 'Hers' });
    await save(id, 2, { ...mug, title: 'Hers', vendor: mug.vendor }, wang);

    const { origins } = await get(id);

    const of = (field: string) => origins.find((each) => each.field === field);
    expect(of('title')).toMatchObject({ from: 'person', by: 'Annie' });
    expect(of('vendor')).toMatchObject({ from: 'source', by: null });
    expect(of('tags')).toMatchObject({ from: 'source' });
  });

  it('says that a product made by hand comes from whoever made it', async () => {
    const id = await as(ann, (owned) => createProduct(owned, ann, mug, wang));

    const { origins, product } = await get(id);

    expect(origins[0]).toMatchObject({ from: 'created', by: '王敏' });
    expect(product.source).toBeNull();
  });
});

describe('another merchant', () => {
  it('finds, saves, edits and deletes nothing', async () => {
    const id = await own(mug);
    const unmanaged = { id, userId: annie };
    const tries = [
      () => as(ben, (owned) => getProduct(owned, ben, id)),
      () => as(ben, (owned) => saveProduct(owned, ben, { ...unmanaged, revision: 1, product: mug })),
      () => as(ben, (owned) => editProduct(owned, ben, { ...unmanaged, edits: [] })),
      () => as(ben, (owned) => getProduct(owned, ann, id)),
    ];

    for (const each of tries) {
      await expect(each()).rejects.toMatchObject({ code: 'not-found' });
    }
    const none = { expected: 1, userId: null };
    expect(await as(ben, (owned) => deleteProducts(owned, ben, { ids: [id] }, none))).toMatchObject({
      deleted: 0,
    });
    expect((await get(id)).product.title).toBe(mug.title);
  });

  it('is shown nothing by a query that forgot its owner clause, and can write nothing there', async () => {
    await own(mug);

    const tables = [
      'product',
      'own_product',
      'collected',
      'own_collected',
      'own_collected_searched',
      'product_change',
      'edit_set',
    ] as const;
    for (const table of tables) {
      expect(await as(ben, (owned) => owned.selectFrom(table).select('owner_id').execute())).toEqual([]);
    }
    const changed = await as(ben, (owned) =>
      owned.updateTable('own_product').set({ title: 'taken' }).executeTakeFirst(),
    );
    await expect(
      as(ann, (owned) => owned.updateTable('own_product').set({ owner_id: ben }).execute()),
    ).rejects.toThrow(/check option/);
    const gone = await as(ben, (owned) => owned.deleteFrom('own_product').executeTakeFirst());

    expect([changed.numUpdatedRows, gone.numDeletedRows]).toEqual([0n, 0n]);
  });
});
