import type { Product } from '@bowerbird/catalog/product';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { shoplazza } from '@bowerbird/platforms/shoplazza/index';
import { shopline } from '@bowerbird/platforms/shopline/index';
import { createShoplazzaShop } from '@bowerbird/simulators/shoplazza/shop';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { ConnectionLost } from '@bowerbird/simulators/simulation';
import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  type ListingBench,
  listingBench,
  type StoreBench,
  someProducts,
  storeBench,
  withinSeconds,
} from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { wakeOwedChecks } from '../job/keep-checking.ts';
import { workOnStoreJob } from '../job/store-job-work.ts';
import { noFaults } from '../store-job/fault-points.ts';

const { db } = await testDatabase();

const creates = 'BowerbirdCreateCollection';
/**
 * How long after it was sent the simulated store may apply a request, in milliseconds; the settle period is 5 s longer.
 */
const latenessMs = 30_000;

/** A Shopify store, which creates a second collection of an existing title: only our own record prevents that. */
function bench(): Promise<ListingBench> {
  const times = shopify.lister?.features.times;
  return listingBench(db, { ...(times && { lister: { features: { times: { ...times, latenessMs } } } }) });
}

function inCategory(name: string, products: readonly Product[]): Product[] {
  return products.map((product) => ({ ...product, categories: name === '' ? [] : [['Home', name]] }));
}

function titles({ shop }: ListingBench): string[] {
  return [...shop.view().collections.values()].map(({ title }) => title).toSorted();
}

/** Returns the titles of the collections that each product is in, in the order of products. */
function placed({ shop }: ListingBench): string[][] {
  const { products, collections } = shop.view();
  return products.map((product) => product.collections.flatMap((id) => collections.get(id)?.title ?? []));
}

/**
 * Returns the outcomes of the attempts to create a category, oldest first, without those whose gate a busy machine
 * shut.
 */
async function outcomes({ ownerId }: StoreBench): Promise<string[]> {
  const rows = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('store_resource_attempt')
      .select('outcome')
      .where('owner_id', '=', ownerId)
      .where('action', '=', 'create')
      .orderBy('id')
      .execute(),
  );
  return rows.flatMap(({ outcome }) => (outcome === 'never_sent' ? [] : [outcome]));
}

/** The same merchant's worker; its requests that contain this text are intercepted. */
function meeting(
  { services }: ListingBench,
  text: string,
  meet: (send: () => Promise<Response>) => Promise<Response>,
): ListingBench['services'] {
  return {
    ...services,
    fetch: (input, init) =>
      String(init?.body).includes(text)
        ? meet(() => services.fetch(input, init))
        : services.fetch(input, init),
  };
}

const signal = () => new AbortController().signal;

it('a category is created once though the worker dies after sending and the store applies it later', {
  tags: ['slow'],
}, async () => {
  const one = await bench();
  const request = await one.start(await one.own(inCategory('Lamps', someProducts(2))));
  one.shop.faults.add({ kind: 'late', value: 25_000, matching: creates });
  let died: () => void = () => undefined;
  const death = new Promise<void>((resolve) => {
    died = resolve;
  });
  const dying = meeting(one, creates, async (send) => {
    await send().catch(() => undefined);
    died();
    return await new Promise<Response>(() => undefined);
  });
  void workOnStoreJob(dying, noFaults, request, signal());
  await death;
  expect(await outcomes(one)).toEqual(['open']);

  await one.work(request);

  expect(titles(one)).toEqual(['Lamps']);
  expect(placed(one)).toEqual([['Lamps'], ['Lamps']]);
  expect(await outcomes(one)).toEqual(['applied']);
});

it.each<[string, FaultKind, number | undefined, string[]]>([
  ['the answer is lost', 'lost-after', undefined, ['applied']],
  ['the answer is lost and the store applies it later', 'late', 25_000, ['applied']],
  ['429 came after applying', 'status-though-applied', 429, ['applied']],
  ['502 came after applying', 'status-though-applied', 502, ['applied']],
  ['the request is lost', 'lost-before', undefined, ['absent', 'applied']],
])('a category is created once though %s', { tags: ['slow'] }, async (_name, kind, value, became) => {
  const one = await bench();
  one.shop.faults.add({ kind, ...(value !== undefined && { value }), matching: creates });

  const run = await one.list(await one.own(inCategory('Lamps', someProducts(3))));

  expect(run.counts.listed).toBe(3);
  expect(titles(one)).toEqual(['Lamps']);
  expect(placed(one)).toEqual([['Lamps'], ['Lamps'], ['Lamps']]);
  expect(await outcomes(one)).toEqual(became);
});

it('two runs that need the same new category at once create one, though the store applies the first request later', {
  tags: ['slow'],
}, async () => {
  const one = await bench();
  const ids = await one.own(inCategory('Lamps', someProducts(4)));
  const requests = [await one.start(ids.slice(0, 2)), await one.start(ids.slice(2))];
  one.shop.faults.add({ kind: 'late', value: 25_000, matching: creates });

  await Promise.all(requests.map((request) => one.work(request)));

  expect(titles(one)).toEqual(['Lamps']);
  expect(placed(one)).toEqual([['Lamps'], ['Lamps'], ['Lamps'], ['Lamps']]);
  expect(await outcomes(one)).toEqual(['applied']);
});

it('products without the category are listed while nothing is known of it yet', {
  tags: ['slow'],
}, async () => {
  const one = await bench();
  const products = someProducts(4);
  const ids = await one.own([
    ...inCategory('Lamps', products.slice(0, 1)),
    ...inCategory('', products.slice(1)),
  ]);
  one.shop.faults.add({ kind: 'lost-before', matching: creates });
  let isLost = false;
  const losing = meeting(one, creates, async (send) => {
    try {
      return await send();
    } catch (thrown) {
      isLost ||= thrown instanceof ConnectionLost;
      throw thrown;
    }
  });
  // The outcome of the lost request is not decided before the other products are in the store.
  const services = meeting({ ...one, services: losing }, 'collection_type:custom', async (send) => {
    while (isLost && one.shop.view().products.length < 3) {
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    return await send();
  });

  await workOnStoreJob(services, noFaults, await one.start(ids), signal());

  expect(await outcomes(one)).toEqual(['absent', 'applied']);
  expect(placed(one).toSorted()).toEqual([[], [], [], ['Lamps']]);
});

it('nothing is sent once the gate is shut, and that is known of the attempt', {
  tags: ['slow'],
}, async () => {
  const times = shopify.lister?.features.times;
  const shut = await listingBench(db, {
    ...(times && { lister: { features: { times: { ...times, deadlineMs: -1 } } } }),
  });

  await shut.work(await shut.start(await shut.own(inCategory('Lamps', someProducts(1)))));

  expect(titles(shut)).toEqual([]);
  const attempts = await asOwner(db, shut.ownerId, (owned) =>
    owned
      .selectFrom('store_resource_attempt')
      .select('outcome')
      .where('owner_id', '=', shut.ownerId)
      .execute(),
  );
  expect(new Set(attempts.map(({ outcome }) => outcome))).toEqual(new Set(['never_sent']));
});

it('a store that is held gets no category', async () => {
  const one = await bench();
  const request = await one.start(await one.own(inCategory('Lamps', someProducts(1))));
  const services = meeting(one, 'collection_type:custom', async (send) => {
    const answer = await send();
    await asOwner(db, one.ownerId, (owned) =>
      owned
        .updateTable('shop_turn')
        .set({ held_by_attempt: '0199c3a0-0000-7000-8000-000000000000' })
        .where('owner_id', '=', one.ownerId)
        .execute(),
    );
    return answer;
  });

  await workOnStoreJob(services, noFaults, request, signal());

  expect(titles(one)).toEqual([]);
  expect(await outcomes(one)).toEqual([]);
});

it('nothing is created while requests from before a restore of the database may still arrive', {
  tags: ['slow'],
}, async () => {
  const one = await bench();
  const request = await one.start(await one.own(inCategory('Lamps', someProducts(1))));
  let isRestored = false;
  const shopTurn = () =>
    asOwner(db, one.ownerId, (owned) =>
      owned
        .selectFrom('shop_turn')
        .select(['counted_ms', 'quiet_until_ms'])
        .where('owner_id', '=', one.ownerId)
        .executeTakeFirstOrThrow(),
    );
  const looking = meeting(one, 'collection_type:custom', async (send) => {
    const answer = await send();
    if (!isRestored) {
      isRestored = true;
      await asOwner(db, one.ownerId, (owned) =>
        owned
          .updateTable('shop_turn')
          .set({ quiet_until_ms: sql<string>`counted_ms + 20000` })
          .where('owner_id', '=', one.ownerId)
          .execute(),
      );
    }
    return answer;
  });
  const turns: Awaited<ReturnType<typeof shopTurn>>[] = [];
  const services = meeting({ ...one, services: looking }, creates, async (send) => {
    const answer = send();
    turns.push(await shopTurn());
    return await answer;
  });

  await workOnStoreJob(services, noFaults, request, signal());

  expect(titles(one)).toEqual(['Lamps']);
  expect(turns.length).toBeGreaterThan(0);
  for (const { counted_ms, quiet_until_ms } of turns) {
    expect(Number(counted_ms)).toBeGreaterThanOrEqual(Number(quiet_until_ms));
  }
});

it('no transaction stays open while the store is asked to create a category', {
  tags: ['slow'],
}, async () => {
  const one = await bench();
  const request = await one.start(await one.own(inCategory('Lamps', someProducts(1))));
  let locks: number | null = null;
  const services = meeting(one, creates, async (send) => {
    const answer = send();
    const { rows } = await sql<{ count: string }>`
      select count(*) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    `.execute(db);
    locks = Number(rows[0]?.count);
    return await answer;
  });

  await workOnStoreJob(services, noFaults, request, signal());

  expect(locks).toBe(0);
  expect(titles(one)).toEqual(['Lamps']);
});

it('a category that the merchant deleted in the store is created again once', {
  tags: ['slow'],
}, async () => {
  const clock = acceleratedClock(20);
  const wide = { maximum: 100_000, restoreRate: 100_000 };
  const shop = createShoplazzaShop({
    name: 'deleted',
    outside: clock,
    store: { buckets: { app: wide, store: wide } },
  });
  const one = await storeBench(db, {
    clock,
    platform: withinSeconds(shoplazza),
    simulation: shop,
    connection: 'token',
    credentials: { token: shop.settings.token },
  });
  const ids = await one.own(inCategory('Lamps', someProducts(3)));
  await one.list(ids.slice(0, 1));
  const [first = 0] = shop.ledger.collections.keys();
  shop.ledger.collections.delete(first);

  const run = await one.list(ids.slice(1));

  expect(run.counts.listed).toBe(2);
  const [again, ...others] = shop.ledger.collections.values();
  expect([again?.title, others]).toEqual(['Lamps', []]);
  expect(shop.view().products.filter(({ collections }) => collections.includes(again?.id ?? 0))).toHaveLength(
    2,
  );
  expect(await outcomes(one)).toEqual(['applied', 'applied']);
});

it('a category that the merchant deletes while products are put into it is created again once', {
  tags: ['slow'],
}, async () => {
  const clock = acceleratedClock(20);
  const store = createShoplineStore({ name: 'deleting', outside: clock, store: { pace: 'free' } });
  const one = await storeBench(db, {
    clock,
    platform: withinSeconds(shopline),
    simulation: store,
    connection: 'token',
    credentials: { token: store.settings.token },
  });
  const { fetch: toStore } = one.services;
  let isDeleted = false;
  one.services.fetch = (input, init) => {
    if (!isDeleted && /custom_collections\/\d+\/products/.test(String(input))) {
      isDeleted = true;
      store.ledger.collections.clear();
    }
    return toStore(input, init);
  };

  await one.list(await one.own(inCategory('Lamps', someProducts(3))));

  const collections = [...store.ledger.collections.values()];
  expect(collections.map(({ title, products }) => [title, products.length])).toEqual([['Lamps', 3]]);
  expect(await outcomes(one)).toEqual(['applied', 'applied']);
});

it('a collection is shown to shoppers though the worker dies between creating and showing it', async () => {
  const one = await bench();
  const request = await one.start(await one.own(inCategory('Lamps', someProducts(1))));
  let died: () => void = () => undefined;
  const death = new Promise<void>((resolve) => {
    died = resolve;
  });
  const dying = meeting(one, 'BowerbirdPublishCollection', async () => {
    died();
    return await new Promise<Response>(() => undefined);
  });
  void workOnStoreJob(dying, noFaults, request, signal());
  await death;

  await one.work(request);

  const [collection] = one.shop.view().collections.values();
  expect(collection?.publications).toHaveLength(1);
});

it('what a cancelled run left in doubt is looked for and decided', { tags: ['slow'] }, async () => {
  const one = await bench();
  const request = await one.start(await one.own(inCategory('Lamps', someProducts(1))));
  one.shop.faults.add({ kind: 'lost-before', matching: creates });
  const services = meeting(one, creates, async (send) => {
    try {
      return await send();
    } finally {
      await asOwner(db, one.ownerId, (owned) =>
        owned.updateTable('run').set({ wanted: 'cancel' }).where('owner_id', '=', one.ownerId).execute(),
      );
    }
  });
  await workOnStoreJob(services, noFaults, request, signal());
  expect((await one.view(request.runId)).run.state).toBe('cancelled');
  expect(await outcomes(one)).toEqual(['open']);

  expect(await wakeOwedChecks(one.services)).toContain(request.runId);
  await one.workOut(request);

  expect(await outcomes(one)).toEqual(['absent']);
  expect(titles(one)).toEqual([]);
  expect(await wakeOwedChecks(one.services)).not.toContain(request.runId);
});
