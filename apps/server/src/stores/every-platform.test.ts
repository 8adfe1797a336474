import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { connectRequest, simulatedStores, storeSetup } from '../../testing/listing/store-setup.ts';
import { asOwner } from '../db/database.ts';

const { db } = await testDatabase();
const admin = await storeSetup(db);
let merchant: Awaited<ReturnType<typeof admin.merchant>>;
beforeAll(async () => {
  merchant = await admin.merchant();
});

describe.each(simulatedStores)('a store of $platform', (of) => {
  it('is connected by each of its ways, and reports how it keeps products apart', async () => {
    const shop = admin.run(of);
    const request = connectRequest(shop);

    const { status, body, text } = await merchant.call('POST', '/stores', request);

    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      platform: of.platform,
      state: 'ready',
      connection: request.connection,
      address: `http://${shop.name}.localhost:8000/`,
      limitUnit: of.platform === 'shopify' ? 'points' : 'requests',
      hasCheckout: of.platform !== 'wordpress',
      keeping: { uniqueKey: of.uniqueKey, probedAt: null, careful: of.mayBeCareful ? false : null },
    });
    for (const secret of Object.values(request.credentials)) {
      expect(text).not.toContain(secret);
    }
    for (const way of shop.otherAccess?.filter(({ connection }) => connection !== 'app') ?? []) {
      const changed = await merchant.call('PUT', `/stores/${body.data.id}`, way);

      expect(changed.body.data).toMatchObject({ state: 'ready', connection: way.connection });
    }
  });

  it('names the wrong secret at its field, and each right that is missing, and saves nothing', async () => {
    const before = (await merchant.call('GET', '/stores')).body.data.length;
    const [field, value] = of.wrong;

    const wrong = await merchant.call('POST', '/stores', connectRequest(admin.run(of), { [field]: value }));
    const poor = await merchant.call('POST', '/stores', connectRequest(admin.run(of, true)));

    expect(wrong.body).toMatchObject({ code: 'store.credentials-wrong' });
    expect([field, undefined]).toContain(wrong.body.params.field);
    expect(poor.body).toMatchObject({ code: 'store.scope-missing', params: { scope: of.lacks } });
    expect((await merchant.call('GET', '/stores')).body.data).toHaveLength(before);
  });

  it('is connected once: a second record of it is refused by the name of the first', async () => {
    const request = connectRequest(admin.run(of));
    await merchant.call('POST', '/stores', request);

    const again = await merchant.call('POST', '/stores', { ...request, name: 'Another' });

    expect(again.body).toMatchObject({ code: 'store.already-connected', params: { store: request.name } });
  });

  it('says that its access ended, is ready with new credentials, and is forgotten when removed', async () => {
    const shop = admin.run(of);
    const { name, connection, credentials, ...request } = connectRequest(shop);
    const whole = { name, connection, credentials, ...request };
    const { id } = (await merchant.call('POST', '/stores', whole)).body.data;
    shop.faults.add({ kind: 'token-revoked', count: null });

    const lost = await merchant.call('POST', `/stores/${id}/check`);
    shop.faults.clear();
    const found = await merchant.call('PUT', `/stores/${id}`, { connection, credentials });
    await merchant.call('DELETE', `/stores/${id}`);
    const kept = await asOwner(db, merchant.ownerId, (owned) =>
      owned.selectFrom('store').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    const again = await merchant.call('POST', '/stores', whole);

    expect(lost.body.data).toMatchObject({ state: 'lost', fault: { params: { store: name } } });
    expect(found.body.data).toMatchObject({ state: 'ready', fault: null });
    expect(kept).toMatchObject({ credentials: null, renewed: null });
    expect(again.status).toBe(201);
  });
});
