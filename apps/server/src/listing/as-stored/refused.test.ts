import type { Product } from '@bowerbird/catalog/product';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { type KeepingOtherwise, keepingOtherwise } from '../../../testing/listing/keeping-otherwise.ts';
import { diesAt, editProduct, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { changeRun } from '../../runs/runs.ts';
import { StoreSession } from '../../stores/session.ts';
import { createActionRun } from '../api/create-actions.ts';
import { createAsStoredRun } from '../api/create-as-stored.ts';

const { db } = await testDatabase();
const [plain] = someProducts(1);
if (!plain) {
  throw new Error('no product');
}
const product: Product = {
  ...plain,
  currency: 'USD',
  variants: plain.variants.map((variant) => ({
    ...variant,
    price: '20.00',
    compareAtPrice: null,
    cost: '12.00',
  })),
};

/** A store whose content is read like this. */
function read(change: (product: Product) => Product): (own: Lister['reader']) => Partial<Lister['reader']> {
  return (own) => ({
    content: {
      ...own.content,
      read: async (ids, store, context) =>
        (await own.content.read(ids, store, context)).map((each) => each && change(each)),
    },
  });
}

/** A store that lists a product at this price, whatever it was sent. */
function pricedAt(price: string) {
  return read((each) => ({ ...each, variants: each.variants.map((variant) => ({ ...variant, price })) }));
}

/** Publishes what the store keeps hidden, and returns how each of them ended. */
async function published(bench: KeepingOtherwise, listingIds: readonly string[]) {
  const request = await bench.publish(listingIds);
  await bench.work(request);
  return await asOwner(db, bench.ownerId, (owned) =>
    owned
      .selectFrom('listing_item')
      .select(['state', 'fault'])
      .where('owner_id', '=', bench.ownerId)
      .where('run_id', '=', request.runId)
      .execute(),
  );
}

it.each([
  ['5.00', 'risk.below-cost'],
  ['8.00', 'risk.below-cost'],
])(
  'a stored price of %s is not published: the price guard names the reason',
  { tags: ['slow'] },
  async (price, code) => {
    const bench = await keepingOtherwise(db, 'woocommerce', pricedAt(price));
    const { listingIds } = await bench.hidden(await bench.own([product]));

    expect(await published(bench, listingIds)).toMatchObject([{ state: 'refused', fault: { code } }]);
    expect(bench.shown()).toEqual([]);
    expect((await bench.attempts()).filter(({ kind }) => kind === 'publish')).toEqual([]);
    // It is still offered, for publishing once the price is right, or for removal.
    expect((await bench.kept()).total).toBe(1);
  },
);

it('a stored price above the guard is published', { tags: ['slow'] }, async () => {
  const bench = await keepingOtherwise(db, 'woocommerce', pricedAt('19.00'));
  const { listingIds } = await bench.hidden(await bench.own([product]));

  expect(await published(bench, listingIds)).toMatchObject([{ state: 'done', fault: null }]);
  expect(bench.shown()).toEqual([product.title]);
});

it('a price drop that was released when the product was listed does not stop it, unless the store keeps less', {
  tags: ['slow'],
}, async () => {
  const cheap = { ...product, variants: product.variants.map((variant) => ({ ...variant, price: '9.00' })) };
  const listing = async (price: string) => {
    const bench = await keepingOtherwise(db, 'woocommerce', pricedAt(price));
    await bench.list(await bench.own([cheap]), { released: ['risk.below-cost'] });
    const { items } = await bench.kept();
    return await published(
      bench,
      items.map(({ listingId }) => listingId),
    );
  };

  expect(await listing('9.00')).toMatchObject([{ state: 'done' }]);
  expect(await listing('8.50')).toMatchObject([{ state: 'refused', fault: { code: 'risk.below-cost' } }]);
});

it('a product of which the store has only some variants is not published', { tags: ['slow'] }, async () => {
  const first = read((each) => ({ ...each, variants: each.variants.slice(0, 1) }));
  const bench = await keepingOtherwise(db, 'woocommerce', first);
  const { listingIds } = await bench.hidden(await bench.own([product]));

  const ended = await published(bench, listingIds);

  expect(ended).toMatchObject([{ state: 'refused', fault: { code: 'listing.stored-incomplete' } }]);
  expect(bench.shown()).toEqual([]);
});

it('what somebody changed in the store after it was reported is not published', {
  tags: ['slow'],
}, async () => {
  const bench = await keepingOtherwise(db, 'woocommerce');
  const { listingIds } = await bench.hidden(await bench.own([product]));
  const [there] = bench.simulated.products();
  const session = await StoreSession.open(bench.services, bench.ownerId, bench.storeId);
  const { signal } = new AbortController();
  const context = session.context(signal, () => undefined);
  await session.lister.writer.update(
    [
      {
        attemptId: listingIds[0] ?? '',
        key: there?.key ?? '',
        product: { ...product, title: 'Lamp, now with a bulb' },
        options: { status: 'active', publish: true },
        storeProductId: there?.id ?? '',
        images: new Map(),
      },
    ],
    await session.access(signal),
    context,
  );

  const ended = await published(bench, listingIds);

  expect(ended).toMatchObject([{ state: 'refused', fault: { code: 'listing.stored-changed' } }]);
  expect(bench.shown()).toEqual([]);
});

it('a newer revision that was listed meanwhile wins: the older one is not published as stored', {
  tags: ['slow'],
}, async () => {
  const bench = await keepingOtherwise(db, 'woocommerce');
  const [id = ''] = await bench.own([product]);
  const { listingIds } = await bench.hidden([id]);
  const request = await bench.publish(listingIds);
  await editProduct(bench, id, { ...product, title: 'Lamp, second edition' });
  await bench.list([id]);
  await bench.work(request);

  const { counts } = await bench.view(request.runId);
  expect(counts).toMatchObject({ refused: 1, done: 0 });
  expect(bench.shown()).toEqual([]);
});

it('a product that was removed meanwhile is not published, and a cancelled run begins nothing', {
  tags: ['slow'],
}, async () => {
  const bench = await keepingOtherwise(db, 'woocommerce');
  const ids = await bench.own(someProducts(2));
  const { listingIds } = await bench.hidden(ids);
  const request = await bench.publish(listingIds);
  const selection = { storeIds: [bench.storeId], selection: { ids: ids.slice(0, 1) }, createdBy: null };
  const removal = await createActionRun(bench.services, bench.ownerId, 'remove', selection);
  await bench.workOut({ ...request, runId: removal });
  await bench.work(request, async (point) => {
    if (point === 'decide.before') {
      await asOwner(db, bench.ownerId, (owned) =>
        changeRun(owned, bench.ownerId, request.runId, { wanted: 'cancel' }),
      );
      await bench.clock.sleep(2000);
    }
  });

  expect(bench.shown()).toEqual([]);
  expect((await bench.attempts()).filter(({ kind }) => kind === 'publish')).toEqual([]);
});

it.each(['woocommerce', 'shopify'] as const)(
  'a publish in doubt whose run was cancelled is decided once it cannot arrive any more, and not sent again: %s',
  { tags: ['slow'] },
  async (name) => {
    const bench = await keepingOtherwise(db, name);
    const { runId, listingIds } = await bench.hidden(await bench.own([product]));
    const request = await bench.publish(listingIds);
    const death = diesAt('intent.after-commit');
    await Promise.race([bench.work(request, death.injectFault), death.died]);
    await bench.cancelled(request.runId);

    await bench.workOut({ ...request, runId });

    const [row] = await bench.rows();
    expect(row).toMatchObject({ published: false, open_attempt: null, check_due: false });
    expect((await bench.attempts()).filter(({ kind }) => kind === 'publish')).toMatchObject([
      { outcome: 'absent' },
    ]);
    // It is offered again.
    expect((await bench.kept()).total).toBe(1);
  },
);

it.each([
  ['the same content', false, { published: true, fault: null }],
  ['a newer revision', true, { published: true, fault: { code: 'listing.kept-otherwise' } }],
])(
  'a publish that arrives after it was given up is recorded, with %s in the store',
  { tags: ['slow'] },
  async (_, isEdited, row) => {
    const bench = await keepingOtherwise(db, 'woocommerce');
    const [id = ''] = await bench.own([product]);
    const { listingIds } = await bench.hidden([id]);
    const request = await bench.publish(listingIds);
    const death = diesAt('intent.after-commit');
    await Promise.race([bench.work(request, death.injectFault), death.died]);
    await bench.cancelled(request.runId);
    if (isEdited) {
      await editProduct(bench, id, { ...product, title: 'Lamp, second edition' });
    }
    // A run that lists it does not wait for the publish in doubt.
    const again = await bench.start([id]);
    await bench.work(again);
    const [there] = bench.simulated.products();
    const session = await StoreSession.open(bench.services, bench.ownerId, bench.storeId);
    const { signal } = new AbortController();
    await session.lister.writer.visibility.show(
      [there?.id ?? ''],
      await session.access(signal),
      session.context(signal, () => undefined),
    );

    await bench.workOut(again);

    expect(bench.shown()).toHaveLength(1);
    expect(await bench.rows()).toMatchObject([row]);
    expect((await bench.kept()).total).toBe(0);
    // What a person accepted and shoppers see is counted, whatever became of the run that was to publish it.
    const { certificate } = await bench.view(again.runId);
    expect((certificate?.accepted ?? []).map(({ count }) => count)).toEqual(isEdited ? [] : [1]);
  },
);

it('a publish that arrives while another run writes the product is counted as accepted all the same', {
  tags: ['slow'],
}, async () => {
  const bench = await keepingOtherwise(db, 'woocommerce');
  const [id = ''] = await bench.own([product]);
  const { listingIds } = await bench.hidden([id]);
  const request = await bench.publish(listingIds);
  const death = diesAt('intent.after-commit');
  await Promise.race([bench.work(request, death.injectFault), death.died]);
  await bench.cancelled(request.runId);
  const session = await StoreSession.open(bench.services, bench.ownerId, bench.storeId);
  const { signal } = new AbortController();
  let isThere = false;

  const again = await bench.start([id]);
  await bench.work(again, async (point) => {
    if (point === 'intent.before-commit' && !isThere) {
      isThere = true;
      const ids = bench.simulated.products().map((each) => each.id);
      const context = session.context(signal, () => undefined);
      await session.lister.writer.visibility.show(ids, await session.access(signal), context);
    }
  });
  await bench.workOut(again);

  expect(isThere).toBe(true);
  expect(bench.shown()).toHaveLength(1);
  expect(await bench.rows()).toMatchObject([{ published: true, fault: null }]);
  const { certificate } = await bench.view(again.runId);
  expect(certificate).toMatchObject({ unfinished: 0, accepted: [{ count: 1 }] });
});

it('all that a run left are published or removed together, if their number is the one that was shown', {
  tags: ['slow'],
}, async () => {
  const bench = await keepingOtherwise(db, 'woocommerce');
  const ids = await bench.own(someProducts(3));
  const { runId, listingIds } = await bench.hidden(ids);
  const all = (action: 'publish-stored' | 'remove', expected: number) =>
    createAsStoredRun(bench.services, bench.ownerId, action, { runId, expected, createdBy: null });

  await expect(all('publish-stored', 2)).rejects.toMatchObject({ code: 'selection.changed' });
  await published(bench, listingIds.slice(0, 1));
  await bench.workOut({ runId: await all('remove', 2), ownerId: bench.ownerId, key: bench.shopId });

  expect(bench.shown()).toHaveLength(1);
  expect(bench.simulated.products()).toHaveLength(1);
  expect((await bench.view(runId)).certificate).toMatchObject({ unfinished: 0, accepted: [{ count: 1 }] });
  await expect(all('remove', 2)).rejects.toMatchObject({ code: 'selection.empty' });
});
