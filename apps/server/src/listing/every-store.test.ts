import type { Product } from '@bowerbird/catalog/product';
import type { FaultKind } from '@bowerbird/platforms/simulation-faults';
import { share } from '@bowerbird/platforms/testing/share';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { asOwner } from '../db/database.ts';
import type { JobAsk } from '../runs/jobs.ts';
import { testDatabase } from '../testing/database.ts';
import { hurriedClock } from '../testing/hurried-clock.ts';
import { diesAt, someProducts, storeBench, withinSeconds } from '../testing/listing.ts';
import { type PlayedName, playedStores } from '../testing/played-stores.ts';
import type { FaultPoint } from './fault-points.ts';

const { db } = await testDatabase();
const stores = Object.keys(playedStores) as PlayedName[];

/** A store of this platform whose clock runs fast, and somebody who lists to it. */
async function open(name: PlayedName, { careful = false } = {}) {
  const clock = hurriedClock(40);
  const played = playedStores[name](clock);
  const bench = await storeBench(db, {
    clock,
    ...played,
    platform: withinSeconds(played.platform),
    beside: async () => new Response(new Uint8Array(dot), { headers: { 'content-type': 'image/gif' } }),
  });
  if (careful) {
    await asOwner(db, bench.ownerId, (owned) =>
      owned.updateTable('shop').set({ careful }).where('id', '=', bench.shopId).execute(),
    );
  }
  return { ...bench, played };
}
type Open = Awaited<ReturnType<typeof open>>;

/** Works until nothing is left to do, as the job queue has it: a lane that its store made rest is woken again. */
async function workOut(bench: Open, ask: JobAsk): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await bench.workOut(ask);
    const { run } = await bench.view(ask.runId);
    if (run.state !== 'held') {
      return;
    }
    await bench.clock.sleep(60_000);
  }
}

/** How many writes were ever intended. */
async function attemptsOf({ ownerId }: Open): Promise<number> {
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{
      count: number;
    }>`select count(*)::integer as count from listing_attempt where owner_id = ${ownerId}`.execute(owned),
  );
  return rows[0]?.count ?? 0;
}

/** One dot, as a GIF. */
const dot = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
);

/** Every product is there once, whole and shown, under its own title and prices, and the ledger is bound to just that. */
async function expectOnce(bench: Open, products: readonly Product[]): Promise<void> {
  const there = bench.played.products();
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
  it('made, bound and shown under its own address; listed again unchanged, nothing is written', async () => {
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
      bench.played
        .products()
        .map(({ handle }) => handle)
        .sort(),
    ).toEqual(products.map(({ handle }) => handle).sort());
    expect(await attemptsOf(bench)).toBe(written);
  });

  it('as a draft under its own address, where that is wanted, and shown when that is', async () => {
    const bench = await open(name);
    const products = someProducts(2);
    const ids = await bench.own(products);

    const first = await bench.list(ids, { status: 'draft' });
    const drafts = bench.played.products();
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
  it.each(share(points, 1, stores.indexOf(name)))('though the worker dies at %s', async (point) => {
    const bench = await open(name);
    const products = someProducts(3);
    const ask = await bench.start(await bench.own(products));
    const death = diesAt(point, 1);
    await Promise.race([death.died, bench.work(ask, death.strike)]);
    expect(death.struck()).toBe(true);

    await workOut(bench, ask);

    await expectOnce(bench, products);
  });

  const answers: [string, FaultKind, number | undefined][] = [
    ['answers are lost', 'lost-after', undefined],
    ['requests are lost', 'lost-before', undefined],
    ['429 comes after applying', 'status-though-applied', 429],
    ['a proxy sends requests twice', 'twice', 3000],
    ['requests are applied after the look', 'late', 8000],
  ];
  it.each(share(answers, 2, stores.indexOf(name)))('though %s', async (_name, kind, value) => {
    const bench = await open(name);
    const products = someProducts(3);
    const { faults } = bench.played.simulation;
    faults.add({ kind, count: 2, matching: 'POST', ...(value !== undefined && { value }) });
    const ask = await bench.start(await bench.own(products));

    await workOut(bench, ask);

    expect(faults.hits.get(kind)).toBeGreaterThan(0);
    await expectOnce(bench, products);
  });

  it('and one deleted in the store is made again only when asked for', async () => {
    const bench = await open(name);
    const products = someProducts(1);
    const ids = await bench.own(products);
    await workOut(bench, await bench.start(ids));
    for (const { id } of bench.played.products()) {
      bench.played.remove(id);
    }

    await workOut(bench, await bench.start(ids));
    expect((await bench.rows()).map(({ state }) => state)).toEqual(['gone']);
    expect(bench.played.products()).toEqual([]);

    await workOut(bench, await bench.start(ids, { again: true }));
    await expectOnce(bench, products);
  });
});

it('a product deleted while its making was in doubt is told as gone where its token is used up, and made when asked for', async () => {
  const bench = await open('shoplazza');
  const products = someProducts(1);
  const ids = await bench.own(products);
  bench.played.simulation.faults.add({ kind: 'lost-after', matching: 'POST', count: 1 });
  bench.played.simulation.faults.add({ kind: 'merchant-delete', matching: 'POST', count: 1 });

  await workOut(bench, await bench.start(ids));
  expect((await bench.rows()).map(({ state }) => state)).toEqual(['gone']);
  expect(bench.played.products()).toEqual([]);

  await workOut(bench, await bench.start(ids, { again: true }));
  await expectOnce(bench, products);
});

it('a copy that the merchant makes of a half-made product is his', async () => {
  const bench = await open('shopyy', { careful: true });
  const products = someProducts(1);
  const { faults } = bench.played.simulation;
  faults.add({ kind: 'half-made', matching: 'POST', count: 1 });
  faults.add({ kind: 'merchant-duplicate', matching: 'POST', count: 1 });

  await workOut(bench, await bench.start(await bench.own(products)));

  expect(
    bench.played
      .products()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(products.flatMap(({ title }) => [title, `${title} (copy)`]).sort());
});

describe.concurrent.each(['shoplazza', 'shopyy'] as const)('%s, careful', (name) => {
  it('makes what shoppers do not see, and shows it once it is bound', async () => {
    const bench = await open(name, { careful: true });
    const products = someProducts(2);
    const ask = await bench.start(await bench.own(products));
    const death = diesAt('receipt.after-commit', 1);
    await Promise.race([death.died, bench.work(ask, death.strike)]);
    expect(bench.played.products().filter(({ shown }) => shown)).toEqual([]);

    await workOut(bench, ask);

    expect((await bench.view(ask.runId)).certificate?.guarantee).toBe('hidden-first');
    await expectOnce(bench, products);
  });

  it('shoppers never see two, though a proxy sends the request twice', async () => {
    const bench = await open(name, { careful: true });
    const products = someProducts(2);
    bench.played.simulation.faults.add({ kind: 'twice', value: 3000, matching: 'POST', count: 3 });
    const ask = await bench.start(await bench.own(products));
    const seen: string[][] = [];
    const looking = setInterval(
      () => seen.push(bench.played.products().flatMap(({ shown, title }) => (shown ? [title] : []))),
      5,
    );

    await workOut(bench, ask);
    clearInterval(looking);

    expect(seen.filter((titles) => new Set(titles).size < titles.length)).toEqual([]);
    await expectOnce(bench, products);
  });
});
