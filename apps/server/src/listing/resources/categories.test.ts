import { shoplazza } from '@bowerbird/platforms/shoplazza/index';
import { shopline } from '@bowerbird/platforms/shopline/index';
import { createShoplazzaShop } from '@bowerbird/simulators/shoplazza/shop';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { ConnectionLost } from '@bowerbird/simulators/simulation';
import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  type ListingBench,
  someProducts,
  storeBench,
  withinSeconds,
} from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import type { JobRequest } from '../../runs/jobs.ts';
import { wakeOwedChecks } from '../job/keep-checking.ts';
import { workOnStoreJob } from '../job/store-job-work.ts';
import { noFaults } from '../store-job/fault-points.ts';
import {
  categoryBench,
  creates,
  inCategory,
  meeting,
  outcomes,
  placed,
  signal,
  titles,
} from './testing/category-bench.ts';

const { db } = await testDatabase();

/**
 * Works on a run's job until its worker comes to a request that contains this text, does the last thing that is given
 * and dies.
 */
async function workUntilDeath(
  one: ListingBench,
  request: JobRequest,
  text: string,
  lastly: (send: () => Promise<Response>) => Promise<unknown>,
): Promise<void> {
  const death = Promise.withResolvers<void>();
  const dying = meeting(one, text, async (send) => {
    await lastly(send);
    death.resolve();
    return await new Promise<Response>(() => undefined);
  });
  void workOnStoreJob(dying, noFaults, request, signal());
  await death.promise;
}

it('a category is created once though the worker dies after sending and the store applies it later', {
  tags: ['slow'],
}, async () => {
  const one = await categoryBench(db);
  const request = await one.start(await one.own(inCategory('Lamps', someProducts(2))));
  one.shop.faults.add({ kind: 'late', value: 25_000, matching: creates });
  await workUntilDeath(one, request, creates, (send) => send().catch(() => undefined));
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
  const one = await categoryBench(db);
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
  const one = await categoryBench(db);
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
  const one = await categoryBench(db);
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
  const one = await categoryBench(db);
  const request = await one.start(await one.own(inCategory('Lamps', someProducts(1))));
  await workUntilDeath(one, request, 'BowerbirdPublishCollection', async () => undefined);

  await one.work(request);

  const [collection] = one.shop.view().collections.values();
  expect(collection?.publications).toHaveLength(1);
});

it('what a cancelled run left in doubt is looked for and decided', { tags: ['slow'] }, async () => {
  const one = await categoryBench(db);
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
