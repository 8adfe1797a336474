import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { listingBench } from '../../../testing/listing/listing.ts';
import { collectedProducts, mug, testPerson } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { createRun } from '../../runs/runs.ts';
import { claimCollected } from '../claim/claim.ts';
import { createProduct, editProduct } from '../list/queries.ts';
import { findLife } from './life.ts';

const { db } = await testDatabase();
const ann = await testOwner(db);
const annie = await testPerson(db, ann, 'Annie');
const dearer = [{ kind: 'price-from-cost' as const, by: '2.8', ending: { to: '.90' } }];
const lifeOf = (id: string, ownerId = ann) => asOwner(db, ownerId, (owned) => findLife(owned, ownerId, id));

async function claimed(): Promise<string> {
  const collectedIds = await collectedProducts(db, ann, [mug]);
  const { productIds } = await asOwner(db, ann, (owned) =>
    claimCollected(owned, ann, { collectedIds, edits: dearer, userId: annie }),
  );
  return productIds[0] ?? '';
}

it('reports where a product was read, by which rules it was claimed, and who changed what', async () => {
  const id = await claimed();
  await asOwner(db, ann, (owned) =>
    editProduct(owned, ann, { id, edits: [{ kind: 'title-suffix', text: ' XL' }], userId: annie }),
  );

  const life = await lifeOf(id);

  expect(life.source).toMatchObject({ platform: 'shopify', url: mug.source?.url, timesSeen: 1, versions: 1 });
  expect(life.claim).toMatchObject({ by: 'Annie', edits: dearer, fields: ['variants'] });
  expect(life.editing.map(({ kind, by, fields }) => [kind, by, fields])).toEqual([
    ['edited', 'Annie', ['title']],
    ['claimed', 'Annie', ['variants']],
  ]);
  expect(life.collecting).toMatchObject([{ kind: 'collected', result: 'done' }]);
});

it('names the files that a product was chosen for by hand, and no others', async () => {
  const [id, other] = [await claimed(), await claimed()];
  const call = (ids: string[]) => ({ format: 'shopify', selection: { ids } });
  const runs = await asOwner(db, ann, async (owned) => [
    await createRun(owned, ann, {
      kind: 'export',
      title: 'hers.csv',
      request: call([id, other]),
      createdBy: annie,
    }),
    await createRun(owned, ann, {
      kind: 'export',
      title: 'another.csv',
      request: call([other]),
      createdBy: annie,
    }),
  ]);

  const { exports } = await lifeOf(id);

  expect(exports).toMatchObject([{ run: { id: runs[0], title: 'hers.csv' }, by: 'Annie', fileId: null }]);
});

it('reports each attempt at a store with the run it was made in', async () => {
  const bench = await listingBench(db);
  const [id = ''] = await bench.own([mug]);
  const run = await bench.list([id]);

  const life = await lifeOf(id, bench.ownerId);

  expect(life.stores).toMatchObject([{ state: 'listed', listedRevision: 1 }]);
  expect(life.stores[0]?.attempts).toBe(life.listing.length);
  expect(life.listing.at(-1)).toMatchObject({
    kind: 'create',
    result: 'done',
    revision: 1,
    run: { id: run.run.id },
    store: life.stores[0]?.storeName,
  });
});

it('says who made a product that has no source, and hides it from another merchant', async () => {
  const id = await asOwner(db, ann, (owned) => createProduct(owned, ann, mug, annie));
  const ben = await testOwner(db);

  expect(await lifeOf(id)).toMatchObject({
    source: null,
    claim: null,
    editing: [{ kind: 'created', by: 'Annie' }],
  });
  await expect(lifeOf(id, ben)).rejects.toMatchObject({ code: 'not-found' });
});
