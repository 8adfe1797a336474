import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { diesAt, editProduct, listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { declareOrigin } from '../epoch/restore.ts';

const { db } = await testDatabase();

function one(from = 1): [Product] {
  return someProducts(1, from) as [Product];
}

describe('after listing', () => {
  it('an older update that lands late is written over by the newest', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db, {
      times: 40,
      lister: { features: { times: { deadlineMs: 5000, timeoutMs: 5000, latenessMs: 25_000 } } },
    });
    const [product] = one();
    const [id = ''] = await bench.own([product]);
    await bench.list([id]);
    await editProduct(bench, id, { ...product, title: 'Second' });
    bench.shop.faults.add({ kind: 'late', value: 20_000, matching: 'productSet' });
    const dying = diesAt('unknown.before-commit');
    const died = await bench.start([id]);
    void bench.work(died, dying.injectFault);
    await dying.died;
    await editProduct(bench, id, { ...product, title: 'Third' });

    await bench.list([id]);
    await bench.workOut(died);

    expect(bench.shop.view().products.map(({ title }) => title)).toEqual(['Third']);
    // On a busy machine the late write may have arrived before the newest was written: then there are two.
    const writes = bench.shop.view().history.filter(({ by, action }) => by === 'app' && action === 'update');
    expect(writes.length).toBeGreaterThanOrEqual(2);
  });

  it("the merchant's edit is never written over by the after-check", { tags: ['slow'] }, async () => {
    const bench = await listingBench(db, {
      times: 40,
      lister: { features: { times: { deadlineMs: 2000, timeoutMs: 2000, latenessMs: 8000 } } },
    });
    const [product] = one();
    const [id = ''] = await bench.own([product]);
    const request = await bench.start([id]);
    await bench.work(request);
    const [listed] = bench.shop.view().products;
    bench.shop.merchant.edit(listed?.id ?? 0, { title: 'By hand' });

    await bench.workOut(request);

    expect(bench.shop.view().products.map(({ title }) => title)).toEqual(['By hand']);
    const [row] = await bench.rows();
    expect(row).toMatchObject({ state: 'listed', check_due: false });
    expect(row?.seen_hash).not.toBe(row?.listed_hash);
  });

  it('a product deleted in the store is not made again by a later run', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const [product] = one();
    const [id = ''] = await bench.own([product]);
    await bench.list([id]);
    bench.shop.merchant.remove(bench.shop.view().products[0]?.id ?? 0);
    await editProduct(bench, id, { ...product, title: 'Edited since' });

    const reported = await bench.list([id]);
    const carryUnstated = await bench.list([id]);

    expect(reported.counts.gone).toBe(1);
    expect(carryUnstated.counts.gone).toBe(1);
    expect(bench.shop.view().products).toEqual([]);
  });

  it('listing again after deletion makes exactly one', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const [product] = one();
    const [id = ''] = await bench.own([product]);
    await bench.list([id]);
    bench.shop.merchant.remove(bench.shop.view().products[0]?.id ?? 0);
    await editProduct(bench, id, { ...product, title: 'Edited since' });
    await bench.list([id]);

    const again = await bench.list([id], { again: true });

    expect(again.counts.listed).toBe(1);
    expect(bench.shop.view().products.map(({ title }) => title)).toEqual(['Edited since']);
  });

  it('a picture is uploaded once, however often its product is written', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const [product] = one(2);
    const [id = ''] = await bench.own([product]);
    await bench.list([id]);
    const before = bench.shop.view().products[0]?.media;
    await editProduct(bench, id, { ...product, title: 'With the same pictures' });

    const run = await bench.list([id]);

    expect(run.counts.listed).toBe(1);
    expect(before?.length).toBeGreaterThan(0);
    expect(bench.shop.view().products.map(({ title, media }) => ({ title, media }))).toEqual([
      { title: 'With the same pictures', media: before },
    ]);
  });

  it('a product that is listed as it is costs no write', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(3));
    await bench.list(ids);
    const before = bench.shop.view().history.length;

    const run = await bench.list(ids);

    expect(run.counts.listed).toBe(3);
    expect(bench.shop.view().history).toHaveLength(before);
  });
});

describe('what is not ours', () => {
  it("a stranger's product is never changed", async () => {
    const bench = await listingBench(db);
    const [product] = one();
    const unmanaged = bench.shop.merchant.unmanagedHolds('THEIRS', product.handle);

    const run = await bench.list(await bench.own([product]));

    expect(run.counts.conflict).toBe(1);
    expect(bench.shop.view().products).toEqual([unmanaged]);
  });

  it("the merchant's duplicate of our product is never removed, and the audit tells of it", {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db, {
      times: 40,
      lister: { features: { times: { deadlineMs: 2000, timeoutMs: 2000, latenessMs: 8000 } } },
    });
    const products = someProducts(2);
    const ids = await bench.own(products);
    await bench.list([ids[0] ?? '']);
    bench.shop.merchant.duplicate(bench.shop.view().products[0]?.id ?? 0);

    const request = await bench.start(ids);
    await bench.workOut(request);

    const { certificate } = await bench.view(request.runId);
    expect(certificate).toMatchObject({ duplicates: 1, agrees: false });
    expect(bench.shop.view().products).toHaveLength(3);
  });
});

describe('the audit', () => {
  it('finds a planted loss', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(3));
    await bench.list(ids.slice(0, 2));
    bench.shop.merchant.remove(bench.shop.view().products[0]?.id ?? 0);

    const { certificate } = await bench.list(ids.slice(2));

    expect(certificate).toMatchObject({ missing: 1, agrees: false });
  });

  it('finds a planted orphan', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(2));
    await bench.list(ids.slice(0, 1));
    await asOwner(db, bench.ownerId, async (owned) => {
      await owned.deleteFrom('listing').where('owner_id', '=', bench.ownerId).execute();
    });
    await asOwner(db, bench.ownerId, (owned) =>
      owned
        .deleteFrom('product')
        .where('owner_id', '=', bench.ownerId)
        .where('id', '=', ids[0] ?? '')
        .execute(),
    );

    await declareOrigin(bench.services, 'restored');
    const request = await bench.start(ids.slice(1));
    await bench.work(request);

    expect((await bench.view(request.runId)).certificate).toMatchObject({ orphans: 1, agrees: false });
  });

  it('refuses its certificate while an attempt is in doubt', async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(2));
    const request = await bench.start(ids);
    let planted = false;

    await bench.work(request, async (point) => {
      if (point === 'audit.before' && !planted) {
        planted = true;
        await asOwner(db, bench.ownerId, (owned) =>
          owned
            .updateTable('listing_item')
            .set({ state: 'verifying' })
            .where('run_id', '=', request.runId)
            .where('product_id', '=', ids[0] ?? '')
            .execute(),
        );
      }
    });

    expect((await bench.view(request.runId)).certificate).toMatchObject({ open: 1, agrees: false });
  });
});

it('a database older than its witness sends nothing, and says why', async () => {
  const bench = await listingBench(db);
  const ids = await bench.own(someProducts(2));
  await bench.list(ids.slice(0, 1));
  await asOwner(db, bench.ownerId, (owned) =>
    owned.deleteFrom('listing').where('owner_id', '=', bench.ownerId).execute(),
  );
  const before = bench.shop.view().history.length;

  const run = await bench.list(ids);

  expect(run.run).toMatchObject({ state: 'held', fault: { code: 'listing.copied-installation' } });
  expect(bench.shop.view().history).toHaveLength(before);
});
