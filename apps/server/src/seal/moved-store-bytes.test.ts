import { shopify } from '@bowerbird/platforms/shopify/index';
import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { connectRequest, simulatedStore, storeSetup } from '../../testing/listing/store-setup.ts';
import { oneAccess } from '../../testing/one-of-everything/one-access.ts';
import { withClient } from '../backup/testing.ts';
import { asOwner } from '../db/database.ts';
import { credentialsIn } from '../sources/open-access.ts';
import { getSourceAccess } from '../sources/queries.ts';
import { StoreSession } from '../stores/session.ts';

const { db, adminUrl } = await testDatabase();
const admin = await storeSetup(db);
const { services } = admin;
type Merchant = Awaited<ReturnType<typeof admin.merchant>>;
let ann: Merchant;
let ben: Merchant;
beforeAll(async () => {
  [ann, ben] = [await admin.merchant(), await admin.merchant()];
});

const refused = { code: 'seal.altered', params: {} };

/** Writes to the database like an attacker without a key. */
async function write(text: string, values: unknown[] = []): Promise<number | null> {
  return await withClient(adminUrl, async (client) => (await client.query(text, values)).rowCount);
}

async function storeOf(who: Merchant): Promise<string> {
  const connected = await who.call('POST', '/stores', connectRequest(admin.run(simulatedStore(shopify.id))));
  return connected.body.data.id;
}

it("does not open another merchant's store by its sealed credentials", async () => {
  const [anns, bens] = [await storeOf(ann), await storeOf(ben)];

  const moved = await write(
    'update store set credentials = (select credentials from store where id = $1) where id = $2',
    [anns, bens],
  );

  expect(moved).toBe(1);
  await expect(StoreSession.open(services, ben.ownerId, bens)).rejects.toMatchObject(refused);
  const checked = await ben.call('POST', `/stores/${bens}/check`);
  expect(checked.text).not.toContain('practice-token');
});

it('does not open credentials in the place of what they were exchanged for', async () => {
  const store = await storeOf(ann);

  await write('update store set renewed = credentials where id = $1', [store]);

  await expect(StoreSession.open(services, ann.ownerId, store)).rejects.toMatchObject(refused);
});

it('does not open the credentials of a merchant in a row that was given to another one', async () => {
  const store = await storeOf(ann);

  await write('update shop set owner_id = $1 where id = (select shop_id from store where id = $2)', [
    ben.ownerId,
    store,
  ]);
  await write('update store set owner_id = $1 where id = $2', [ben.ownerId, store]);

  await expect(StoreSession.open(services, ben.ownerId, store)).rejects.toMatchObject(refused);
});

it("does not open another merchant's access to a source", async () => {
  const [anns, bens] = [await oneAccess(services, ann.ownerId), await oneAccess(services, ben.ownerId)];

  await write(
    'update source_access set credentials = (select credentials from source_access where id = $1) where id = $2',
    [anns, bens],
  );

  const row = await asOwner(db, ben.ownerId, (owned) => getSourceAccess(owned, ben.ownerId, bens));
  expect(() => credentialsIn(services, row)).toThrow(expect.objectContaining(refused));
});

it("does not finish a grant with another merchant's credentials", async () => {
  const begun = async (who: Merchant) => {
    const shop = admin.run(simulatedStore('shoplazza'));
    const [app] = shop.otherAccess ?? [];
    const request = { ...connectRequest(shop), ...app };
    const { body } = await who.call('POST', '/stores/grants', request);
    return new URL(body.data.address).searchParams.get('state');
  };
  await begun(ann);
  const state = await begun(ben);

  await write(
    'update store_grant set credentials = (select credentials from store_grant where owner_id = $1 limit 1) where owner_id = $2',
    [ann.ownerId, ben.ownerId],
  );

  const finished = await ben.call('POST', '/stores/grants/finish', { query: `state=${state}&code=1` });
  expect(finished.body).toMatchObject({ code: 'seal.altered' });
  expect(finished.text).not.toContain('practice-secret');
});
