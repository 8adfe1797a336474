import type { Product } from '@bowerbird/catalog/product';
import { share } from '@bowerbird/platforms/testing/share';
import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { diesAt, someProducts, storeBench, withinSeconds } from '../../../testing/listing/listing.ts';
import { type SimulatedName, simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../db/database.ts';
import type { JobRequest } from '../../runs/jobs.ts';
import type { FaultPoint } from '../store-job/fault-points.ts';

const { db } = await testDatabase();
const stores = Object.keys(simulatedStores) as SimulatedName[];

/** A store of this platform on an accelerated clock, and a merchant who lists to it. */
async function open(name: SimulatedName, { careful = false } = {}) {
  const clock = acceleratedClock(40);
  const simulated = simulatedStores[name](clock);
  const bench = await storeBench(db, {
    clock,
    ...simulated,
    platform: withinSeconds(simulated.platform),
    beside: async () => new Response(new Uint8Array(dot), { headers: { 'content-type': 'image/gif' } }),
  });
  if (careful) {
    await asOwner(db, bench.ownerId, (owned) =>
      owned.updateTable('shop').set({ careful }).where('id', '=', bench.shopId).execute(),
    );
  }
  return { ...bench, simulated };
}
type Open = Awaited<ReturnType<typeof open>>;

/** Works until nothing is left to do, as the job queue does: a store job that its store made rest is woken again. */
async function workOut(bench: Open, request: JobRequest): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await bench.workOut(request);
    const { run } = await bench.view(request.runId);
    if (run.state !== 'held') {
      return;
    }
    await bench.clock.sleep(60_000);
  }
}

/** Returns how many writes were ever intended. */
async function attemptsOf({ ownerId }: Open): Promise<number> {
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{
      count: number;
    }>`select count(*)::integer as count from listing_attempt where owner_id = ${ownerId}`.execute(owned),
  );
  return rows[0]?.count ?? 0;
}

/** A one-pixel GIF. */
const dot = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
);

/**
 * Asserts that every product is there once, whole and shown, under its own title and prices, and that the ledger is
 * bound to just that.
 */
async function expectOnce(bench: Open, products: readonly Product[]): Promise<void> {
  const there = bench.simulated.products();
  expect(there.map(({ title }) => title).sort()).toEqual(products.map(({ title }) => title).sort());
  expect(there.filter(({ shown }) => !shown)).toEqual([]);
  for (const { title, variants } of there) {
    const own = products.find((each) => each.title === title)?.variants ?? [];
    if (variants.length > 0) {
      expect(variants.map(({ price }) => Number(price)).sort()).toEqual(
        own.map(({ price }) => Number(price)).sort(),
      );
    }
  }
  const rows = await bench.rows();
  expect(rows.map(({ state }) => state)).toEqual(products.map(() => 'listed'));
  expect(rows.map(({ store_product_id }) => store_product_id).sort()).toEqual(
    there.map(({ id }) => id).sort(),
  );
}

describe.concurrent.each(stores)('%s: a product is listed once', (name) => {
  it('made, bound and shown under its own address; listed again unchanged, nothing is written', {
    tags: ['slow'],
  }, async () => {
    const bench = await open(name);
    const products = someProducts(4);
    const ids = await bench.own(products);

    const { run, certificate } = await bench.list(ids);
    await expectOnce(bench, products);
    const written = await attemptsOf(bench);
    await bench.list(ids);

    expect(run.state).toBe('complete');
    expect(certificate).toMatchObject({ listed: 4, agrees: true });
    expect(
      bench.simulated
        .products()
        .map(({ handle }) => handle)
        .sort(),
    ).toEqual(products.map(({ handle }) => handle).sort());
    expect(await attemptsOf(bench)).toBe(written);
  });

  it('as a draft under its own address, where that is wanted, and shown when that is', {
    tags: ['slow'],
  }, async () => {
    const bench = await open(name);
    const products = someProducts(2);
    const ids = await bench.own(products);

    const first = await bench.list(ids, { status: 'draft' });
    const drafts = bench.simulated.products();
    await bench.list(ids, { status: 'active' });

    expect(first.run.state).toBe('complete');
    expect(drafts.map(({ shown }) => shown)).toEqual([false, false]);
    expect(drafts.map(({ handle }) => handle).sort()).toEqual(products.map(({ handle }) => handle).sort());
    await expectOnce(bench, products);
  });

  const points: FaultPoint[] = [
    'intent.after-commit',
    'gate.before',
    'answer.parsed',
    'receipt.after-commit',
  ];
  it.each(share(points, 1, stores.indexOf(name)))(
    'though the worker dies at %s',
    { tags: ['slow'] },
    async (point) => {
      const bench = await open(name);
      const products = someProducts(3);
      const request = await bench.start(await bench.own(products));
      const death = diesAt(point, 1);
      await Promise.race([death.died, bench.work(request, death.injectFault)]);
      expect(death.injected()).toBe(true);

      await workOut(bench, request);

      await expectOnce(bench, products);
    },
  );

  const answers: [string, FaultKind, number | undefined][] = [
    ['answers are lost', 'lost-after', undefined],
    ['requests are lost', 'lost-before', undefined],
    ['429 comes after applying', 'status-though-applied', 429],
    ['a proxy sends requests twice', 'twice', 3000],
    ['requests are applied after the look', 'late', 8000],
  ];
  it.each(share(answers, 2, stores.indexOf(name)))(
    'though %s',
    { tags: ['slow'] },
    async (_name, kind, value) => {
      const bench = await open(name);
      const products = someProducts(3);
      const { faults } = bench.simulated.simulation;
      faults.add({ kind, count: 2, matching: 'POST', ...(value !== undefined && { value }) });
      const request = await bench.start(await bench.own(products));

      await workOut(bench, request);

      expect(faults.hits.get(kind)).toBeGreaterThan(0);
      await expectOnce(bench, products);
    },
  );

  it('and one deleted in the store is made again only when asked for', { tags: ['slow'] }, async () => {
    const bench = await open(name);
    const products = someProducts(1);
    const ids = await bench.own(products);
    await workOut(bench, await bench.start(ids));
    for (const { id } of bench.simulated.products()) {
      bench.simulated.remove(id);
    }

    await workOut(bench, await bench.start(ids));
    expect((await bench.rows()).map(({ state }) => state)).toEqual(['gone']);
    expect(bench.simulated.products()).toEqual([]);

    await workOut(bench, await bench.start(ids, { again: true }));
    await expectOnce(bench, products);
  });
});

it('a product deleted while its creation was in doubt is reported as gone where its token is used up, and made when asked for', {
  tags: ['slow'],
}, async () => {
  const bench = await open('shoplazza');
  const products = someProducts(1);
  const ids = await bench.own(products);
  bench.simulated.simulation.faults.add({ kind: 'lost-after', matching: 'POST', count: 1 });
  bench.simulated.simulation.faults.add({ kind: 'merchant-delete', matching: 'POST', count: 1 });

  await workOut(bench, await bench.start(ids));
  expect((await bench.rows()).map(({ state }) => state)).toEqual(['gone']);
  expect(bench.simulated.products()).toEqual([]);

  await workOut(bench, await bench.start(ids, { again: true }));
  await expectOnce(bench, products);
});

it('a copy that the merchant makes of a partial product is theirs', { tags: ['slow'] }, async () => {
  const bench = await open('shopyy', { careful: true });
  const products = someProducts(1);
  const { faults } = bench.simulated.simulation;
  faults.add({ kind: 'partial', matching: 'POST', count: 1 });
  faults.add({ kind: 'merchant-duplicate', matching: 'POST', count: 1 });

  await workOut(bench, await bench.start(await bench.own(products)));

  expect(
    bench.simulated
      .products()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(products.flatMap(({ title }) => [title, `${title} (copy)`]).sort());
});

describe.concurrent.each(['shoplazza', 'shopyy'] as const)('%s, careful', (name) => {
  it('makes what shoppers do not see, and shows it once it is bound', { tags: ['slow'] }, async () => {
    const bench = await open(name, { careful: true });
    const products = someProducts(2);
    const request = await bench.start(await bench.own(products));
    const death = diesAt('receipt.after-commit', 1);
    await Promise.race([death.died, bench.work(request, death.injectFault)]);
    expect(bench.simulated.products().filter(({ shown }) => shown)).toEqual([]);

    await workOut(bench, request);

    expect((await bench.view(request.runId)).certificate?.guarantee).toBe('draft-first');
    await expectOnce(bench, products);
  });

  it('shoppers never see two, though a proxy sends the request twice', { tags: ['slow'] }, async () => {
    const bench = await open(name, { careful: true });
    const products = someProducts(2);
    bench.simulated.simulation.faults.add({ kind: 'twice', value: 3000, matching: 'POST', count: 3 });
    const request = await bench.start(await bench.own(products));
    const seen: string[][] = [];
    const looking = setInterval(
      () => seen.push(bench.simulated.products().flatMap(({ shown, title }) => (shown ? [title] : []))),
      5,
    );

    await workOut(bench, request);
    clearInterval(looking);

    expect(seen.filter((titles) => new Set(titles).size < titles.length)).toEqual([]);
    await expectOnce(bench, products);
  });
});
