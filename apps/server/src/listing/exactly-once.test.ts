import type { Product } from '@bowerbird/catalog/product';
import type { FaultKind } from '@bowerbird/platforms/simulation-faults';
import { describe, expect, it } from 'vitest';
import { asOwner } from '../db/database.ts';
import { testDatabase } from '../testing/database.ts';
import { type ListingBench, listingBench, someProducts } from '../testing/listing.ts';
import { type FaultPoint, faultPoints, type Strike } from './fault-points.ts';

const { db } = await testDatabase();

/** Every product is in the store once, with its own title, and the ledger is bound to just that one. */
async function expectOnce(bench: ListingBench, products: readonly Product[]): Promise<void> {
  const there = bench.shop.view();
  const rows = await bench.rows();
  expect(there.products.map(({ title }) => title).sort()).toEqual(products.map(({ title }) => title).sort());
  expect(there.twins).toEqual([]);
  expect([...there.createdByKey.values()].every((times) => times === 1)).toBe(true);
  expect(rows.map(({ state }) => state)).toEqual(products.map(() => 'listed'));
  expect(rows.map(({ store_product_id }) => Number(store_product_id?.split('/').at(-1))).sort()).toEqual(
    there.products.map(({ id }) => id).sort(),
  );
}

/** Stands still for ever at the n-th time it comes to this point, as a process does that was killed there. */
function diesAt(point: FaultPoint, time = 1): { strike: Strike; died: Promise<void>; struck: () => boolean } {
  let left = time;
  let tell: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const strike: Strike = (at) => {
    if (at !== point) {
      return undefined;
    }
    left -= 1;
    if (left !== 0) {
      return undefined;
    }
    tell();
    return new Promise<void>(() => undefined);
  };
  return { strike, died, struck: () => left <= 0 };
}

async function editTitle(bench: ListingBench, id: string, product: Product): Promise<void> {
  await asOwner(db, bench.ownerId, (owned) =>
    owned
      .updateTable('product')
      .set((eb) => ({
        content: JSON.stringify(product),
        title: product.title,
        revision: eb('revision', '+', 1),
      }))
      .where('owner_id', '=', bench.ownerId)
      .where('id', '=', id)
      .execute(),
  );
}

function one(from = 1): [Product] {
  return someProducts(1, from) as [Product];
}

describe('a product is listed once', () => {
  const onTheWay = faultPoints.filter(
    (point) => !/^(settle|census|aftercheck|update|gate.after)/.test(point),
  );
  it.each(onTheWay)('though the worker dies at %s', async (point) => {
    const bench = await listingBench(db);
    const products = someProducts(3);
    if (/^(decide|evidence|doubt)/.test(point)) {
      bench.shop.faults.add({ kind: 'lost-after', matching: 'productSet', count: 2 });
    }
    const ask = await bench.start(await bench.own(products));
    const death = diesAt(point, /^(turn|audit|look)/.test(point) ? 1 : 2);
    const dying = bench.work(ask, death.strike);
    await Promise.race([death.died, dying]);
    expect(death.struck()).toBe(true);

    await bench.work(ask);

    await expectOnce(bench, products);
    expect((await bench.view(ask.runId)).run.state).toBe('complete');
  });

  const answers: [string, FaultKind, number | undefined][] = [
    ['the answer is lost', 'lost-after', undefined],
    ['the request is lost', 'lost-before', undefined],
    ['429 came after applying', 'status-though-applied', 429],
    ['500 came after applying', 'status-though-applied', 500],
    ['502 came after applying', 'status-though-applied', 502],
    ['the answer is cut in its body', 'cut-body', undefined],
    ['the request is applied after the look', 'late', 4000],
    ['a proxy sends the request twice', 'twice', 3000],
  ];
  it.each(answers)('though %s', async (_name, kind, value) => {
    const bench = await listingBench(db);
    const products = someProducts(6);
    bench.shop.faults.add({
      kind,
      ...(value !== undefined && { value }),
      matching: 'productSet',
      probability: 0.6,
      count: 5,
    });
    const ask = await bench.start(await bench.own(products));

    await bench.work(ask);
    await bench.clock.sleep(6000);

    await expectOnce(bench, products);
    expect(bench.shop.faults.hits.get(kind) ?? 0).toBeGreaterThan(0);
  });

  it.each(['gate.before', 'answer.parsed', 'intent.before-commit'] as const)(
    'though a worker stalled at %s comes back after its successor decided',
    async (point) => {
      const bench = await listingBench(db);
      const products = someProducts(2);
      const ask = await bench.start(await bench.own(products));
      let release: () => void = () => undefined;
      let stalled: () => void = () => undefined;
      const reached = new Promise<void>((resolve) => {
        stalled = resolve;
      });
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let first = true;
      const stalling = bench.work(ask, (at) => {
        if (at === point && first) {
          first = false;
          stalled();
          return held;
        }
        return undefined;
      });
      await reached;

      await bench.work(ask);
      await bench.clock.sleep(6000);
      release();
      await stalling;

      await expectOnce(bench, products);
    },
  );

  it('though two workers hold the same job', async () => {
    const bench = await listingBench(db);
    const products = someProducts(8);
    const ask = await bench.start(await bench.own(products));

    await Promise.all([bench.work(ask), bench.work(ask)]);

    await expectOnce(bench, products);
  });

  it('though two runs list it at once', async () => {
    const bench = await listingBench(db);
    const products = someProducts(8);
    const ids = await bench.own(products);
    const asks = [await bench.start(ids), await bench.start(ids)] as const;

    await Promise.all(asks.map((ask) => bench.work(ask)));

    await expectOnce(bench, products);
    for (const { runId } of asks) {
      expect((await bench.view(runId)).counts.listed).toBe(8);
    }
  });

  it('though wall clocks jump about', async () => {
    const bench = await listingBench(db);
    const products = someProducts(4);
    bench.shop.faults.add({ kind: 'lost-after', matching: 'productSet', count: 2 });
    const ask = await bench.start(await bench.own(products));
    let times = 0;

    await bench.work(ask, (point) => {
      if (point === 'intent.after-commit' && times < 6) {
        times += 1;
        bench.clock.jump(times % 2 === 0 ? 3_600_000 : -3_600_000);
      }
    });

    await expectOnce(bench, products);
  });
});

it('nothing is sent after its deadline', async () => {
  const bench = await listingBench(db);
  const [product] = one();
  const ask = await bench.start(await bench.own([product]));
  let stalls = 0;

  await bench.work(ask, async (point) => {
    if (point === 'gate.before' && stalls < 2) {
      stalls += 1;
      await bench.clock.sleep(6000);
      expect(bench.shop.view().products).toEqual([]);
    }
  });

  const fates = await asOwner(db, bench.ownerId, (owned) =>
    owned
      .selectFrom('listing_attempt')
      .select(['kind', 'fate'])
      .where('owner_id', '=', bench.ownerId)
      .orderBy('id')
      .execute(),
  );
  expect(fates.slice(0, 3).map(({ fate }) => fate)).toEqual(['never_sent', 'never_sent', 'applied']);
  await expectOnce(bench, [product]);
});

it('a refusal for uniqueness finds our own product', async () => {
  const bench = await listingBench(db);
  const [product] = one();
  bench.shop.faults.add({ kind: 'late', value: 400, matching: 'productSet' });
  bench.shop.faults.add({ kind: 'refuse', value: 'CAPABILITY_VIOLATION', matching: 'productSet' });
  const ask = await bench.start(await bench.own([product]));

  await bench.work(ask, async (point) => {
    if (point === 'decide.before') {
      await bench.clock.sleep(600);
    }
  });

  await expectOnce(bench, [product]);
});

it('other products go on while a doubt ages', async () => {
  const bench = await listingBench(db, {
    lister: { storeSideKey: false, times: { deadlineMs: 2000, timeoutMs: 2000, latenessMs: 8000 } },
  });
  const products = someProducts(5);
  bench.shop.faults.add({ kind: 'lost-before', matching: 'productSet' });
  const ask = await bench.start(await bench.own(products));
  const working = bench.work(ask);
  const counts = await expect.poll(async () => (await bench.view(ask.runId)).counts, {
    timeout: 5000,
    interval: 10,
  });
  await counts.toMatchObject({ listed: 4, unsure: 1 });

  await working;

  await expectOnce(bench, products);
  const waited = await asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('listing_attempt').select('waited_ms').where('fate', '=', 'absent').execute(),
  );
  expect(Number(waited[0]?.waited_ms)).toBeGreaterThanOrEqual(10_000);
});

describe('after listing', () => {
  it('an older update that lands late is written over by the newest', async () => {
    const bench = await listingBench(db, {
      times: 40,
      lister: { times: { deadlineMs: 5000, timeoutMs: 5000, latenessMs: 25_000 } },
    });
    const [product] = one();
    const [id = ''] = await bench.own([product]);
    await bench.list([id]);
    await editTitle(bench, id, { ...product, title: 'Second' });
    bench.shop.faults.add({ kind: 'late', value: 20_000, matching: 'productSet' });
    const dying = diesAt('doubt.before-commit');
    const died = await bench.start([id]);
    void bench.work(died, dying.strike);
    await dying.died;
    await editTitle(bench, id, { ...product, title: 'Third' });

    await bench.list([id]);
    await bench.workOut(died);

    expect(bench.shop.view().products.map(({ title }) => title)).toEqual(['Third']);
    const titles = bench.shop.view().history.filter(({ by, action }) => by === 'app' && action === 'update');
    expect(titles.length).toBeGreaterThanOrEqual(3);
  });

  it("the merchant's edit is never written over by the after-check", async () => {
    const bench = await listingBench(db, {
      times: 40,
      lister: { times: { deadlineMs: 2000, timeoutMs: 2000, latenessMs: 8000 } },
    });
    const [product] = one();
    const [id = ''] = await bench.own([product]);
    const ask = await bench.start([id]);
    await bench.work(ask);
    const [listed] = bench.shop.view().products;
    bench.shop.merchant.edit(listed?.id ?? 0, { title: 'By hand' });

    await bench.workOut(ask);

    expect(bench.shop.view().products.map(({ title }) => title)).toEqual(['By hand']);
    const [row] = await bench.rows();
    expect(row).toMatchObject({ state: 'listed', check_due: false });
    expect(row?.seen_hash).not.toBe(row?.listed_hash);
  });

  it('a product deleted in the store is not made again by a later run', async () => {
    const bench = await listingBench(db);
    const [product] = one();
    const [id = ''] = await bench.own([product]);
    await bench.list([id]);
    bench.shop.merchant.remove(bench.shop.view().products[0]?.id ?? 0);
    await editTitle(bench, id, { ...product, title: 'Edited since' });

    const told = await bench.list([id]);
    const toldAgain = await bench.list([id]);

    expect(told.counts.gone).toBe(1);
    expect(toldAgain.counts.gone).toBe(1);
    expect(bench.shop.view().products).toEqual([]);
  });

  it('listing again after deletion makes exactly one', async () => {
    const bench = await listingBench(db);
    const [product] = one();
    const [id = ''] = await bench.own([product]);
    await bench.list([id]);
    bench.shop.merchant.remove(bench.shop.view().products[0]?.id ?? 0);
    await editTitle(bench, id, { ...product, title: 'Edited since' });
    await bench.list([id]);

    const again = await bench.list([id], { again: true });

    expect(again.counts.listed).toBe(1);
    expect(bench.shop.view().products.map(({ title }) => title)).toEqual(['Edited since']);
  });

  it('a picture is uploaded once, however often its product is written', async () => {
    const bench = await listingBench(db);
    const [product] = one(2);
    const [id = ''] = await bench.own([product]);
    await bench.list([id]);
    const before = bench.shop.view().products[0]?.media;
    await editTitle(bench, id, { ...product, title: 'With the same pictures' });

    const run = await bench.list([id]);

    expect(run.counts.listed).toBe(1);
    expect(before?.length).toBeGreaterThan(0);
    expect(bench.shop.view().products.map(({ title, media }) => ({ title, media }))).toEqual([
      { title: 'With the same pictures', media: before },
    ]);
  });

  it('a product that is listed as it is costs no write', async () => {
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
    const stranger = bench.shop.merchant.strangerHolds('THEIRS', product.handle);

    const run = await bench.list(await bench.own([product]));

    expect(run.counts.conflict).toBe(1);
    expect(bench.shop.view().products).toEqual([stranger]);
  });

  it("the merchant's duplicate of our product is never removed, and the audit tells of it", async () => {
    const bench = await listingBench(db, {
      times: 40,
      lister: { times: { deadlineMs: 2000, timeoutMs: 2000, latenessMs: 8000 } },
    });
    const products = someProducts(2);
    const ids = await bench.own(products);
    await bench.list([ids[0] ?? '']);
    bench.shop.merchant.duplicate(bench.shop.view().products[0]?.id ?? 0);

    const ask = await bench.start(ids);
    await bench.workOut(ask);

    const { certificate } = await bench.view(ask.runId);
    expect(certificate).toMatchObject({ twins: 1, agrees: false });
    expect(bench.shop.view().products).toHaveLength(3);
  });
});

describe('the audit', () => {
  it('finds a planted loss', async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(3));
    await bench.list(ids.slice(0, 2));
    bench.shop.merchant.remove(bench.shop.view().products[0]?.id ?? 0);

    const { certificate } = await bench.list(ids.slice(2));

    expect(certificate).toMatchObject({ missing: 1, agrees: false });
  });

  it('finds a planted orphan', async () => {
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

    const ask = await bench.start(ids.slice(1));
    const { rm } = await import('node:fs/promises');
    await rm(`${bench.services.config.dataFolder}/keys`, { recursive: true });
    await bench.work(ask);

    expect((await bench.view(ask.runId)).certificate).toMatchObject({ orphans: 1, agrees: false });
  });

  it('refuses its certificate while a doubt is open', async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(2));
    const ask = await bench.start(ids);
    let planted = false;

    await bench.work(ask, async (point) => {
      if (point === 'audit.before' && !planted) {
        planted = true;
        await asOwner(db, bench.ownerId, (owned) =>
          owned
            .updateTable('listing_item')
            .set({ state: 'unsure' })
            .where('run_id', '=', ask.runId)
            .where('product_id', '=', ids[0] ?? '')
            .execute(),
        );
      }
    });

    expect((await bench.view(ask.runId)).certificate).toMatchObject({ open: 1, agrees: false });
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
