import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '../db/database.ts';
import { createRun } from '../runs/runs.ts';
import { testDatabase } from '../testing/database.ts';
import { connectAsk, type Played, playedStore, storeDesk } from '../testing/store-desk.ts';
import { getStore, saveShop } from './queries.ts';
import { StoreSession } from './session.ts';

const { db } = await testDatabase();
const desk = await storeDesk(db);
let merchant: Awaited<ReturnType<typeof desk.merchant>>;
beforeAll(async () => {
  merchant = await desk.merchant();
});

async function connected(of: Played) {
  const shop = desk.play(of);
  const ask = connectAsk(shop);
  const { id } = (await merchant.call('POST', '/stores', ask)).body.data;
  return { shop, ask, id: id as string };
}

const openIn = (id: string) => StoreSession.open(desk.services, merchant.ownerId, id);

describe('a probe', () => {
  it.each([
    ['shopline', null, 'proven'],
    ['shopline', 'suffix-handle', 'disproved'],
    ['shoplazza', null, 'disproved'],
    ['shoplazza', 'token-honoured', 'proven'],
  ] as const)(
    'of %s (%s) tells its key as %s, and leaves nothing in the store',
    async (platform, kind, told) => {
      const { shop, id } = await connected(playedStore(platform));
      if (kind !== null) {
        shop.faults.add({ kind, count: null });
      }

      const probed = await merchant.call('POST', `/stores/${id}/probe`);

      expect(probed.body.data.keeping).toMatchObject({ uniqueKey: told, probedAt: expect.any(String) });
      expect(shop.view?.()).toMatchObject({ products: [] });
      expect((await openIn(id)).lister.storeSideKey).toBe(told === 'proven');
    },
  );

  it('is remembered by every check and run after it, also by a store that was removed and connected anew', async () => {
    const { ask, id } = await connected(playedStore('shoplazza'));
    const { keeping } = (await merchant.call('POST', `/stores/${id}/probe`)).body.data;

    const checked = await merchant.call('POST', `/stores/${id}/check`);
    await merchant.call('DELETE', `/stores/${id}`);
    const again = await merchant.call('POST', '/stores', ask);

    expect(checked.body.data.keeping).toEqual(keeping);
    expect(again.body.data.keeping).toEqual(keeping);
  });

  it('that broke off proves nothing, and can be made again', async () => {
    const { shop, id } = await connected(playedStore('shoplazza'));
    shop.faults.add({ kind: 'token-honoured' }, { kind: 'lost-after', matching: 'unique_token', skip: 1 });

    const broken = await merchant.call('POST', `/stores/${id}/probe`);
    const again = await merchant.call('POST', `/stores/${id}/probe`);

    expect(broken.body.code).toBe('store.unwell');
    expect(again.body.data.keeping.uniqueKey).toBe('proven');
  });

  it('is refused where there is nothing to prove, and while another is under way', async () => {
    const shopyy = await connected(playedStore('shopyy'));
    const { shop, id } = await connected(playedStore('shopline'));
    shop.faults.add({ kind: 'slow', value: 200_000, count: 1 });

    const [first, second] = await Promise.all([
      merchant.call('POST', `/stores/${id}/probe`),
      new Promise((resolve) => setTimeout(resolve, 60)).then(() =>
        merchant.call('POST', `/stores/${id}/probe`),
      ),
    ]);

    expect((await merchant.call('POST', `/stores/${shopyy.id}/probe`)).status).toBe(400);
    expect(first.status).toBe(200);
    expect(second.body.code).toBe('store.in-use');
  });
});

describe('what a run learns of a shop', () => {
  it('adds to what was known of it, and takes nothing away that it does not tell', async () => {
    const { id } = await connected(playedStore('shopyy'));
    const { shop } = await openIn(id);
    const told = {
      uniqueKey: false,
      probedAt: '2026-11-20T00:00:00.000Z',
      details: { marks: [{ at: 1, id: 7 }] },
    };

    const saved = await asOwner(db, merchant.ownerId, (owned) =>
      saveShop(
        owned,
        merchant.ownerId,
        'shopyy',
        {
          identity: shop.identity,
          name: shop.name,
          currency: null,
          timeZone: null,
          rights: [],
          maximumVariants: 1,
          maximumOptions: 1,
        },
        told,
      ),
    );

    expect(saved.capabilities?.details).toMatchObject({ ...shop.capabilities?.details, ...told.details });
  });
});

describe('care', () => {
  it.each(['shoplazza', 'shopyy'])(
    'is chosen for a store of %s, whose products are then made hidden first',
    async (platform) => {
      const { id } = await connected(playedStore(platform));
      const before = await openIn(id);

      const changed = await merchant.call('PUT', `/stores/${id}`, { careful: true });
      const { lister } = await openIn(id);

      expect([before.lister.hiddenFirst, lister.hiddenFirst]).toEqual([undefined, true]);
      expect(lister.publish).toBeDefined();
      expect(lister.connections).toBe(before.lister.connections);
      expect(changed.body.data.keeping).toMatchObject({ careful: true, hiddenFirst: true });
    },
  );

  it('is no choice where products are hidden first anyway, and none while a run is under way', async () => {
    const wordpress = await connected(playedStore('wordpress'));
    const { id } = await connected(playedStore('shoplazza'));
    const { store, shop } = await asOwner(db, merchant.ownerId, (owned) =>
      getStore(owned, merchant.ownerId, id),
    );
    await asOwner(db, merchant.ownerId, async (owned) => {
      const { ownerId } = merchant;
      const run = { kind: 'listing', title: 'One', ask: {}, createdBy: null } as const;
      const runId = await createRun(owned, ownerId, run);
      const own = { run_id: runId, owner_id: ownerId };
      await owned
        .insertInto('listing_run')
        .values({ ...own, options: '{}', dry: false })
        .execute();
      const lane = { ...own, shop_id: shop.id, store_id: store.id, state: 'held' as const };
      await owned.insertInto('listing_lane').values(lane).execute();
    });

    const none = await merchant.call('PUT', `/stores/${wordpress.id}`, { careful: true });
    const busy = await merchant.call('PUT', `/stores/${id}`, { careful: true });

    expect(none.body).toMatchObject({ code: 'request.invalid', params: { field: 'careful' } });
    expect(busy.body).toMatchObject({ code: 'store.in-use', params: { store: store.name } });
  });
});
