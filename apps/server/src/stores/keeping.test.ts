import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import {
  connectRequest,
  type Simulated,
  simulatedStore,
  storeSetup,
} from '../../testing/listing/store-setup.ts';
import { asOwner } from '../db/database.ts';
import { createRun } from '../runs/runs.ts';
import { getStore, saveShop } from './queries.ts';
import { StoreSession } from './session.ts';

const { db } = await testDatabase();
const admin = await storeSetup(db);
let merchant: Awaited<ReturnType<typeof admin.merchant>>;
beforeAll(async () => {
  merchant = await admin.merchant();
});

async function connected(of: Simulated) {
  const shop = admin.run(of);
  const request = connectRequest(shop);
  const { id } = (await merchant.call('POST', '/stores', request)).body.data;
  return { shop, request, id: id as string };
}

const openIn = (id: string) => StoreSession.open(admin.services, merchant.ownerId, id);

describe('a probe', () => {
  it.each([
    ['shopline', null, 'proven'],
    ['shopline', 'suffix-handle', 'disproved'],
    ['shoplazza', null, 'disproved'],
    ['shoplazza', 'token-honoured', 'proven'],
  ] as const)(
    'of %s (%s) reports its key as %s, and leaves nothing in the store',
    async (platform, kind, reported) => {
      const { shop, id } = await connected(simulatedStore(platform));
      if (kind !== null) {
        shop.faults.add({ kind, count: null });
      }

      const probed = await merchant.call('POST', `/stores/${id}/probe`);

      expect(probed.body.data.keeping).toMatchObject({ uniqueKey: reported, probedAt: expect.any(String) });
      expect(shop.view?.()).toMatchObject({ products: [] });
      expect((await openIn(id)).lister.features.storeSideKey).toBe(reported === 'proven');
    },
  );

  it('is remembered by every check and run after it, also by a store that was removed and connected again', async () => {
    const { request, id } = await connected(simulatedStore('shoplazza'));
    const { keeping } = (await merchant.call('POST', `/stores/${id}/probe`)).body.data;

    const checked = await merchant.call('POST', `/stores/${id}/check`);
    await merchant.call('DELETE', `/stores/${id}`);
    const again = await merchant.call('POST', '/stores', request);

    expect(checked.body.data.keeping).toEqual(keeping);
    expect(again.body.data.keeping).toEqual(keeping);
  });

  it('that broke off proves nothing, and can be made again', async () => {
    const { shop, id } = await connected(simulatedStore('shoplazza'));
    shop.faults.add({ kind: 'token-honoured' }, { kind: 'lost-after', matching: 'unique_token', skip: 1 });

    const broken = await merchant.call('POST', `/stores/${id}/probe`);
    const again = await merchant.call('POST', `/stores/${id}/probe`);

    expect(broken.body.code).toBe('store.unwell');
    expect(again.body.data.keeping.uniqueKey).toBe('proven');
  });

  it('is refused where there is nothing to prove, and while another is under way', async () => {
    const shopyy = await connected(simulatedStore('shopyy'));
    const { shop, id } = await connected(simulatedStore('shopline'));
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
  it('adds to what was known of it, and removes nothing that it does not give', async () => {
    const { id } = await connected(simulatedStore('shopyy'));
    const { shop } = await openIn(id);
    const reported = {
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
        reported,
      ),
    );

    expect(saved.capabilities?.details).toMatchObject({ ...shop.capabilities?.details, ...reported.details });
  });
});

describe('care', () => {
  it.each(['shoplazza', 'shopyy'])(
    'is chosen for a store of %s, whose products are then made hidden first',
    async (platform) => {
      const { id } = await connected(simulatedStore(platform));
      const before = await openIn(id);

      const changed = await merchant.call('PUT', `/stores/${id}`, { careful: true });
      const { lister } = await openIn(id);

      expect([before.lister, lister].map(({ features }) => features.publication)).toEqual([
        'by-create',
        'draft-first',
      ]);
      expect(lister.writer.publish).not.toBeNull();
      expect(lister.connector).toBe(before.lister.connector);
      expect(changed.body.data.keeping).toMatchObject({ careful: true, draftFirst: true });
    },
  );

  it('is no choice where products are hidden first anyway, and none while a run is under way', async () => {
    const wordpress = await connected(simulatedStore('wordpress'));
    const { id } = await connected(simulatedStore('shoplazza'));
    const { store, shop } = await asOwner(db, merchant.ownerId, (owned) =>
      getStore(owned, merchant.ownerId, id),
    );
    await asOwner(db, merchant.ownerId, async (owned) => {
      const { ownerId } = merchant;
      const run = { kind: 'listing', title: 'One', request: {}, createdBy: null } as const;
      const runId = await createRun(owned, ownerId, run);
      const own = { run_id: runId, owner_id: ownerId };
      await owned
        .insertInto('listing_run')
        .values({ ...own, options: '{}', dry: false })
        .execute();
      const storeJob = { ...own, shop_id: shop.id, store_id: store.id, state: 'held' as const };
      await owned.insertInto('listing_store_job').values(storeJob).execute();
    });

    const none = await merchant.call('PUT', `/stores/${wordpress.id}`, { careful: true });
    const busy = await merchant.call('PUT', `/stores/${id}`, { careful: true });

    expect(none.body).toMatchObject({ code: 'request.invalid', params: { field: 'careful' } });
    expect(busy.body).toMatchObject({ code: 'store.in-use', params: { store: store.name } });
  });
});
