import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { diesAt, someProducts, withinSeconds } from '../../../testing/listing/listing.ts';
import { wooBench } from '../../../testing/listing/woo-bench.ts';
import { asOwner } from '../../db/database.ts';
import { createActionRun } from '../api/create-actions.ts';
import type { FaultInjector } from '../store-job/fault-points.ts';

const { db } = await testDatabase();

/** The part of a request that takes a product out of the trash. */
const untrash = '"status":"draft"}]}';

/** A WooCommerce store in whose trash a product of ours is, and a run that lists it again. */
async function thrownAway() {
  const bench = await wooBench(db, { name: 'trash', times: 20, platform: withinSeconds(woocommerce) });
  const { store } = bench;
  const sent = { times: 0 };
  const { fetch: toStore } = bench.services;
  bench.services.fetch = (input, init) => {
    sent.times += String(init?.body).endsWith(untrash) ? 1 : 0;
    return toStore(input, init);
  };
  const [product] = someProducts(1);
  const plain = product?.variants.slice(0, 1).map((variant) => ({ ...variant, optionValues: [] })) ?? [];
  const ids = await bench.own(product ? [{ ...product, options: [], variants: plain }] : []);
  await bench.list(ids);
  for (const one of store.view().products) {
    store.ledger.trash(one, bench.clock.wall());
  }
  await bench.list(ids);
  const request = await bench.start(ids, { again: true });
  return {
    ...bench,
    store,
    request,
    sent,
    /** The outcomes of the attempts to take it out, oldest first. */
    outcomes: async () => {
      const rows = await asOwner(db, bench.ownerId, (owned) =>
        owned
          .selectFrom('listing_attempt')
          .select('outcome')
          .where('owner_id', '=', bench.ownerId)
          .where('kind', '=', 'untrash')
          .orderBy('id')
          .execute(),
      );
      return rows.map(({ outcome }) => outcome);
    },
    expectShownOnce: () => {
      expect(store.view().products.map(({ status, name }) => [status, name])).toEqual([
        ['publish', product?.title],
      ]);
      expect(store.view().createdByKey.size).toBe(1);
    },
  };
}

it.each<[string, FaultKind, number | undefined, string[]]>([
  ['the answer is lost', 'lost-after', undefined, ['applied']],
  ['the store applies the request later', 'late', 9000, ['applied']],
  ['429 came after applying', 'status-though-applied', 429, ['applied']],
  ['the request is lost', 'lost-before', undefined, ['absent', 'applied']],
])(
  'a product comes out of the trash, shown to shoppers and not asked for blindly, though %s',
  { tags: ['slow'] },
  async (_name, kind, value, became) => {
    const bench = await thrownAway();
    bench.store.faults.add({ kind, ...(value !== undefined && { value }), matching: untrash });

    await bench.workOut(bench.request);

    bench.expectShownOnce();
    expect((await bench.outcomes()).filter((outcome) => outcome !== 'never_sent')).toEqual(became);
    expect(bench.sent.times).toBe((await bench.outcomes()).length);
    expect((await bench.view(bench.request.runId)).counts.listed).toBe(1);
  },
);

it.each(['intent.after-commit', 'gate.before', 'answer.parsed'] as const)(
  'a product comes out of the trash though the worker dies at %s',
  { tags: ['slow'] },
  async (point) => {
    const bench = await thrownAway();
    const death = diesAt(point);
    void bench.workOut(bench.request, death.injectFault);
    await death.died;
    expect(await bench.outcomes()).toEqual(['open']);

    await bench.workOut(bench.request);

    bench.expectShownOnce();
    expect(await bench.outcomes()).toEqual(point === 'answer.parsed' ? ['applied'] : ['absent', 'applied']);
  },
);

it('nothing is taken out of the trash once the gate is shut, and that is known of the attempt', {
  tags: ['slow'],
}, async () => {
  const bench = await thrownAway();
  let isShut = false;
  const shuts: FaultInjector = (point) => {
    if (point === 'gate.before' && !isShut) {
      isShut = true;
      bench.clock.jump(3_600_000);
    }
  };

  await bench.workOut(bench.request, shuts);

  bench.expectShownOnce();
  expect((await bench.outcomes()).toSorted()).toEqual(['applied', 'never_sent']);
});

it('a copy of what took a product out of the trash hides it for no longer than until its after-check', {
  tags: ['slow'],
}, async () => {
  const bench = await thrownAway();
  // It arrives when the product was shown already.
  bench.store.faults.add({ kind: 'twice', value: 12_000, matching: untrash });
  const hidden: boolean[] = [];
  const looks: FaultInjector = (point) => {
    if (point === 'aftercheck.look') {
      hidden.push(bench.store.view().products.some(({ status }) => status === 'draft'));
    }
  };

  await bench.workOut(bench.request, looks);

  expect(hidden[0]).toBe(true);
  bench.expectShownOnce();
  expect(await bench.rows()).toMatchObject([{ check_due: false, open_attempt: null }]);
});

it('a product that is listed again while its removal is in doubt keeps its id, and is shown though the removal arrives late', {
  tags: ['slow'],
}, async () => {
  const bench = await wooBench(db, { name: 'removed', times: 4, platform: withinSeconds(woocommerce) });
  const [product] = someProducts(1);
  const ids = await bench.own(product ? [product] : []);
  await bench.list(ids);
  const [{ store_product_id: before = null } = {}] = await bench.rows();
  // The first request arrives after the second one was answered, and after the product could be out of the trash again.
  bench.store.faults.add({ kind: 'late', value: 11_000, matching: 'DELETE' });
  const runId = await createActionRun(bench.services, bench.ownerId, 'remove', {
    storeIds: [bench.storeId],
    selection: { ids: [...ids] },
    createdBy: null,
  });
  await bench.work({ runId, ownerId: bench.ownerId, key: bench.shopId });
  expect(bench.store.view().products).toEqual([]);

  await bench.workOut(await bench.start(ids));

  expect(bench.store.view().products.map(({ status }) => status)).toEqual(['publish']);
  expect(await bench.rows()).toMatchObject([
    { state: 'listed', published: true, store_product_id: before, open_attempt: null, check_due: false },
  ]);
});
