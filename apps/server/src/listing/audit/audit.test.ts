import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { Reader } from '@bowerbird/platforms/listing/reader';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { listingBench, someProducts, storeBench, withinSeconds } from '../../../testing/listing/listing.ts';
import { simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../db/database.ts';
import { plainImage } from '../../images/testing.ts';
import { createUnfinishedRun } from '../api/create-actions.ts';
import { listingKey } from '../ledger/key.ts';
import { auditStore, lastAudits } from './audit-store.ts';
import { compareStore } from './compare-store.ts';

const { db } = await testDatabase();

it('a lost product and a doubled one are both reported, though their numbers cancel each other out', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db);
  const ids = await bench.own(someProducts(3));
  await bench.list(ids.slice(0, 2));
  const [first, second] = bench.shop.view().products;
  bench.shop.merchant.duplicate(first?.id ?? 0);
  bench.shop.merchant.remove(second?.id ?? 0);

  const { certificate } = await bench.list(ids.slice(2));

  expect(certificate).toMatchObject({ listed: 1, duplicates: 1, missing: 1, agrees: false });
});

it('is written again after the after-check, with what came since', { tags: ['slow'] }, async () => {
  const bench = await listingBench(db, { times: 200 });
  const request = await bench.start(await bench.own(someProducts(1)));
  await bench.work(request);
  const before = (await bench.view(request.runId)).certificate;
  bench.shop.merchant.duplicate(bench.shop.view().products[0]?.id ?? 0);

  await bench.workOut(request);

  expect(before).toMatchObject({ duplicates: 0, agrees: true });
  expect((await bench.view(request.runId)).certificate).toMatchObject({ duplicates: 1, agrees: false });
});

it('tells what is left over of rejected products, and offers to remove it', { tags: ['slow'] }, async () => {
  const clock = acceleratedClock(40);
  const simulated = simulatedStores.woocommerce(clock);
  const bench = await storeBench(db, {
    clock,
    ...simulated,
    platform: withinSeconds(simulated.platform),
    beside: async () => new Response(new Uint8Array(await plainImage(5, 5).gif().toBuffer())),
  });
  const products = someProducts(12).filter(({ options }) => options.length > 0);
  const ids = await bench.own(products);
  simulated.simulation.faults.add({
    kind: 'refuse',
    value: 'woocommerce_rest_invalid_variation',
    matching: '"option":',
    count: null,
  });
  const request = await bench.start(ids);
  await bench.workOut(request);
  const before = await bench.view(request.runId);
  simulated.simulation.faults.clear();
  const left = simulated.products().length;

  const runId = await createUnfinishedRun(bench.services, bench.ownerId, request.runId, {
    expected: left,
    createdBy: null,
  });
  await bench.workOut({ ...request, runId });

  expect(left).toBeGreaterThan(0);
  expect(before.certificate).toMatchObject({ orphans: 0, unfinished: left, agrees: false });
  expect(simulated.products()).toEqual([]);
  await expect(
    createUnfinishedRun(bench.services, bench.ownerId, request.runId, { expected: left, createdBy: null }),
  ).rejects.toMatchObject({ code: 'selection.empty' });
});

it('of a whole store is kept as its last one, and tells what no run looks at', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db, { times: 200 });
  const request = await bench.start(await bench.own(someProducts(2)));
  await bench.workOut(request);
  const { signal } = new AbortController();
  const store = { ownerId: bench.ownerId, storeId: bench.storeId, signal };

  const before = await auditStore(bench.services, store);
  bench.shop.merchant.remove(bench.shop.view().products[0]?.id ?? 0);
  const after = await auditStore(bench.services, store);

  const kept = await asOwner(db, bench.ownerId, (owned) => lastAudits(owned, bench.ownerId));
  expect(before).toMatchObject({ listed: 2, missing: 0, agrees: true });
  expect(after).toMatchObject({ listed: 2, missing: 1, agrees: false });
  expect(kept).toEqual([{ storeId: bench.storeId, name: 'Aster', audit: after }]);
});

it('the closing audit of a run reads the store once, and asks again by id only for what is not as the ledger has it', {
  tags: ['slow'],
}, async () => {
  const requested: string[][] = [];
  const { lister } = shopify;
  const lookByIds: Reader['lookByIds'] = async (ids, store, context) => {
    requested.push([...ids]);
    return (await lister?.reader.lookByIds(ids, store, context)) ?? [];
  };
  const bench = await listingBench(db, { lister: { reader: { lookByIds } } });
  const request = await bench.start(await bench.own(someProducts(30)));
  let auditing = 0;
  await bench.work(request, (point) => {
    if (point === 'audit.before') {
      auditing += 1;
      requested.length = 0;
      const [first, second] = bench.shop.view().products;
      bench.shop.merchant.edit(first?.id ?? 0, { title: 'Edited by the merchant' });
      bench.shop.merchant.remove(second?.id ?? 0);
    }
  });

  const { certificate } = await bench.view(request.runId);

  expect(auditing).toBe(1);
  expect(certificate).toMatchObject({ changed: 1, missing: 1, agrees: false });
  expect(requested.flat()).toHaveLength(2);
});

describe('a store whose answers contradict each other', () => {
  const installationId = v7();
  function seen(storeProductId: string): SeenProduct {
    return {
      storeProductId,
      key: listingKey(installationId, v7(), v7(), 1),
      attemptId: null,
      handle: null,
      skus: [],
      hash: '',
      status: 'active',
      createdAt: '2026-11-23T00:00:00Z',
      updatedAt: '2026-11-23T00:00:00Z',
      version: '',
      address: null,
    };
  }
  const shop = async () => ({ db, ownerId: await testOwner(db), shopId: v7(), installationId });

  it('that lists one product twice has it counted once', async () => {
    const one = seen('1');
    const pages = [[one, seen('2')], [one]];

    const findings = await compareStore(
      await shop(),
      (async function* () {
        yield* pages;
      })(),
    );

    expect(findings).toMatchObject({ orphans: 2, duplicates: 0 });
  });

  it('whose list never ends is given up, with a name', async () => {
    const page = [seen('1')];
    let pages = 0;

    const comparing = compareStore(
      await shop(),
      (async function* () {
        for (;;) {
          pages += 1;
          yield page;
        }
      })(),
    );

    await expect(comparing).rejects.toMatchObject({ code: 'store.unwell' });
    expect(pages).toBeLessThan(100);
  });

  it('what another installation of ours listed there is none of this one', async () => {
    const other = { ...seen('1'), key: listingKey(v7(), v7(), v7(), 1) };

    const findings = await compareStore(
      await shop(),
      (async function* () {
        yield [other];
      })(),
    );

    expect(findings).toMatchObject({ orphans: 0, duplicates: 0 });
  });
});
