import type { Product } from '@bowerbird/catalog/product';
import { share } from '@bowerbird/platforms/testing/share';
import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  diesAt,
  editProduct,
  type ListingBench,
  listingBench,
  someProducts,
} from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { faultPoints } from '../store-job/fault-points.ts';

const { db } = await testDatabase();

/**
 * Asserts that every product is in the store once, with its own title, and that the ledger is bound to just that one.
 */
async function expectOnce(bench: ListingBench, products: readonly Product[]): Promise<void> {
  const there = bench.shop.view();
  const rows = await bench.rows();
  expect(there.products.map(({ title }) => title).sort()).toEqual(products.map(({ title }) => title).sort());
  expect(there.duplicates).toEqual([]);
  expect([...there.createdByKey.values()].every((times) => times === 1)).toBe(true);
  expect(rows.map(({ state }) => state)).toEqual(products.map(() => 'listed'));
  expect(rows.map(({ store_product_id }) => Number(store_product_id?.split('/').at(-1))).sort()).toEqual(
    there.products.map(({ id }) => id).sort(),
  );
}

function one(from = 1): [Product] {
  return someProducts(1, from) as [Product];
}

describe.concurrent('a product is listed once', () => {
  const onTheWay = faultPoints.filter(
    (point) =>
      !/^(settle|full-scan|aftercheck|update|gate.after|image|remove|finish|bulk|undo|restore)/.test(point),
  );
  it.each(share(onTheWay, 6))('though the worker dies at %s', { tags: ['slow'] }, async (point) => {
    const bench = await listingBench(db);
    const products = someProducts(3);
    if (/^(decide|evidence|unknown)/.test(point)) {
      bench.shop.faults.add({ kind: 'lost-after', matching: 'productSet', count: 2 });
    }
    const request = await bench.start(await bench.own(products));
    const death = diesAt(point, /^(turn|audit|look)/.test(point) ? 1 : 2);
    const dying = bench.work(request, death.injectFault);
    await Promise.race([death.died, dying]);
    expect(death.injected()).toBe(true);

    await bench.work(request);

    await expectOnce(bench, products);
    expect((await bench.view(request.runId)).run.state).toBe('complete');
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
  it.each(answers)('though %s', { tags: ['slow'] }, async (_name, kind, value) => {
    const bench = await listingBench(db);
    const products = someProducts(6);
    bench.shop.faults.add({
      kind,
      ...(value !== undefined && { value }),
      matching: 'productSet',
      skip: 1,
      count: 4,
    });
    const request = await bench.start(await bench.own(products));

    await bench.work(request);
    await bench.clock.sleep(6000);

    await expectOnce(bench, products);
    expect(bench.shop.faults.hits.get(kind) ?? 0).toBeGreaterThan(0);
  });

  it.each(['gate.before', 'answer.parsed', 'intent.before-commit'] as const)(
    'though a worker stalled at %s comes back after its successor decided',
    { tags: ['slow'] },
    async (point) => {
      const bench = await listingBench(db);
      const products = someProducts(2);
      const request = await bench.start(await bench.own(products));
      let release: () => void = () => undefined;
      let stalled: () => void = () => undefined;
      const reached = new Promise<void>((resolve) => {
        stalled = resolve;
      });
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let first = true;
      const stalling = bench.work(request, (at) => {
        if (at === point && first) {
          first = false;
          stalled();
          return held;
        }
        return undefined;
      });
      await reached;

      await bench.work(request);
      await bench.clock.sleep(6000);
      release();
      await stalling;

      await expectOnce(bench, products);
    },
  );

  it('though two workers hold the same job', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const products = someProducts(8);
    const request = await bench.start(await bench.own(products));

    await Promise.all([bench.work(request), bench.work(request)]);

    await expectOnce(bench, products);
  });

  it('though two runs list it at once', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const products = someProducts(8);
    const ids = await bench.own(products);
    const requests = [await bench.start(ids), await bench.start(ids)] as const;

    await Promise.all(requests.map((request) => bench.work(request)));

    await expectOnce(bench, products);
    for (const { runId } of requests) {
      expect((await bench.view(runId)).counts.listed).toBe(8);
    }
  });

  it('though wall clocks jump about', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const products = someProducts(4);
    bench.shop.faults.add({ kind: 'lost-after', matching: 'productSet', count: 2 });
    const request = await bench.start(await bench.own(products));
    let times = 0;

    await bench.work(request, (point) => {
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
  const request = await bench.start(await bench.own([product]));
  let stalls = 0;

  await bench.work(request, async (point) => {
    if (point === 'gate.before' && stalls < 2) {
      stalls += 1;
      await bench.clock.sleep(6000);
      expect(bench.shop.view().products).toEqual([]);
    }
  });

  const outcomes = await asOwner(db, bench.ownerId, (owned) =>
    owned
      .selectFrom('listing_attempt')
      .select(['kind', 'outcome'])
      .where('owner_id', '=', bench.ownerId)
      .orderBy('id')
      .execute(),
  );
  expect(outcomes.slice(0, 3).map(({ outcome }) => outcome)).toEqual(['never_sent', 'never_sent', 'applied']);
  await expectOnce(bench, [product]);
});

it('nor is an update, which is sent again by an attempt of its own', { tags: ['slow'] }, async () => {
  const bench = await listingBench(db);
  const [product] = one();
  const ids = await bench.own([product]);
  await bench.work(await bench.start(ids));
  const edited = { ...product, title: 'Second edition' };
  await editProduct(bench, ids[0] ?? '', edited);
  let isShut = false;

  await bench.work(await bench.start(ids), (point) => {
    if (point === 'gate.before' && !isShut) {
      isShut = true;
      bench.clock.jump(3_600_000);
    }
  });

  const attempts = await asOwner(db, bench.ownerId, (owned) =>
    owned
      .selectFrom('listing_attempt')
      .select(['kind', 'outcome'])
      .where('owner_id', '=', bench.ownerId)
      .where('kind', '=', 'update')
      .orderBy('id')
      .execute(),
  );
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['never_sent', 'applied']);
  await expectOnce(bench, [edited]);
});

it('a refusal for uniqueness finds our own product', async () => {
  const bench = await listingBench(db);
  const [product] = one();
  bench.shop.faults.add({ kind: 'late', value: 400, matching: 'productSet' });
  bench.shop.faults.add({ kind: 'refuse', value: 'CAPABILITY_VIOLATION', matching: 'productSet' });
  const request = await bench.start(await bench.own([product]));

  await bench.work(request, async (point) => {
    if (point === 'decide.before') {
      await bench.clock.sleep(600);
    }
  });

  await expectOnce(bench, [product]);
});

it('other products go on while an attempt in doubt waits', { tags: ['slow'] }, async () => {
  const bench = await listingBench(db, {
    lister: {
      features: { storeSideKey: false, times: { deadlineMs: 2000, timeoutMs: 2000, latenessMs: 8000 } },
    },
  });
  const products = someProducts(5);
  bench.shop.faults.add({ kind: 'lost-before', matching: 'productSet' });
  const request = await bench.start(await bench.own(products));
  const working = bench.work(request);
  const counts = await expect.poll(async () => (await bench.view(request.runId)).counts, {
    timeout: 5000,
    interval: 10,
  });
  await counts.toMatchObject({ listed: 4, verifying: 1 });

  await working;

  await expectOnce(bench, products);
  const waited = await asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('listing_attempt').select('waited_ms').where('outcome', '=', 'absent').execute(),
  );
  expect(Number(waited[0]?.waited_ms)).toBeGreaterThanOrEqual(10_000);
});
