import { shopify } from '@bowerbird/platforms/shopify/index';
import { storeSettings } from '@bowerbird/simulators/shopify/settings';
import { createShopifyShop, type ShopifyShopOptions } from '@bowerbird/simulators/shopify/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { storeRoutes } from './routes.ts';

const { db } = await testDatabase();
const shops = new Map<string, ReturnType<typeof createShopifyShop>>();
const app = await testApp(db, {
  served: storeRoutes,
  platforms: new Map([['shopify', shopify]]),
  services: { fetch: (input, init) => fetchFrom(shops)(input, init) },
});
let merchants = 0;

function shopCalled(name: string, given: ShopifyShopOptions['settings'] = {}) {
  const shop = createShopifyShop({ name, settings: { pace: 'free', ...given } });
  shops.set(`${name}.localhost`, shop);
  return shop;
}

/** A new merchant, and a way to call as them. */
async function merchant() {
  merchants += 1;
  const account = await anotherMerchant(db, `merchant-${merchants}`);
  const headers = await signIn(app.app, account);
  return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const url = `/shop-reptile/api${path}`;
    const answer = await app.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json(), text: answer.body };
  };
}

const byToken = (name: string, changes: object = {}) => ({
  platform: 'shopify',
  name: `Store ${name}`,
  domain: `${name}.localhost:8000`,
  connection: 'token',
  credentials: { token: `practice-token-${name}` },
  ...changes,
});

it('connects a store by its token, and never shows the token again [asvs 10.1.1]', async () => {
  shopCalled('first');
  const call = await merchant();

  const connected = await call('POST', '/stores', byToken('first'));
  const listed = await call('GET', '/stores');

  expect(connected.status).toBe(201);
  expect(connected.body.data).toMatchObject({
    name: 'Store first',
    state: 'ready',
    currency: 'USD',
    secretEnding: 'irst',
  });
  expect(connected.body.data.rights.every(({ held }: { held: boolean }) => held)).toBe(true);
  expect(listed.body.data).toHaveLength(1);
  expect(connected.text + listed.text).not.toContain('practice-token');
  const kept = await db.selectFrom('store').select('credentials').execute();
  expect(kept.map(({ credentials }) => credentials?.toString('utf8') ?? '').join()).not.toContain(
    'practice-token',
  );
});

it('connects by client id and secret, and renews the token before it ends', async () => {
  shopCalled('second');
  const call = await merchant();
  const credentials = { clientId: 'practice-client-second', clientSecret: 'practice-secret-second' };

  const connected = await call('POST', '/stores', byToken('second', { connection: 'client', credentials }));
  const checked = await call('POST', `/stores/${connected.body.data.id}/check`);

  expect(connected.status).toBe(201);
  expect(checked.body.data).toMatchObject({ state: 'ready', connection: 'client' });
});

it('a second record of the same shop is refused by the name of the first', async () => {
  shopCalled('third');
  const call = await merchant();
  await call('POST', '/stores', byToken('third'));

  const again = await call('POST', '/stores', byToken('third', { name: 'Another name' }));

  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ code: 'store.already-connected', params: { store: 'Store third' } });
});

it.each([
  ['a wrong token', { credentials: { token: 'shpat_wrong' } }, 'store.credentials-wrong'],
  [
    'the app secret in place of the token',
    { credentials: { token: 'shpss_0123456789' } },
    'store.credentials-wrong',
  ],
  ['no token', { credentials: {} }, 'request.invalid'],
  [
    'a wrong secret',
    { connection: 'client', credentials: { clientId: 'a', clientSecret: 'b' } },
    'store.credentials-wrong',
  ],
  ['an unknown way', { connection: 'magic' }, 'request.invalid'],
  ['no address', { domain: 'not an address' }, 'address.invalid'],
  ['a store that does not answer', { domain: 'nowhere.localhost' }, 'store.unreachable'],
  ['an unknown platform', { platform: 'teapot' }, 'request.invalid'],
])('%s is refused by name, and nothing is saved', { tags: ['slow'] }, async (_name, changes, code) => {
  shopCalled('fourth');
  const call = await merchant();

  const refused = await call('POST', '/stores', byToken('fourth', changes));

  expect(refused.body.code).toBe(code);
  expect((await call('GET', '/stores')).body.data).toEqual([]);
});

it.each([
  ['store.app-not-installed', { installed: false }],
  ['store.access-denied', { sameOrganisation: false }],
])('says %s where the app may not enter', async (code, access) => {
  shopCalled('fifth', { access: { ...storeSettings('fifth').access, ...access } });
  const call = await merchant();
  const credentials = { clientId: 'practice-client-fifth', clientSecret: 'practice-secret-fifth' };

  const refused = await call('POST', '/stores', byToken('fifth', { connection: 'client', credentials }));

  expect(refused.body.code).toBe(code);
});

it('names each right that is missing', async () => {
  const { access } = storeSettings('sixth');
  const scopes = access.scopes.filter((scope) => scope !== 'write_products' && scope !== 'write_inventory');
  shopCalled('sixth', { access: { ...access, scopes } });
  const call = await merchant();

  const refused = await call('POST', '/stores', byToken('sixth'));

  expect(refused.body).toMatchObject({
    code: 'store.scope-missing',
    params: { scope: 'write_products, write_inventory' },
  });
});

it('a checked store that lost access says so, and is ready again with new credentials', {
  tags: ['slow'],
}, async () => {
  const shop = shopCalled('seventh');
  const call = await merchant();
  const { id } = (await call('POST', '/stores', byToken('seventh'))).body.data;
  shop.faults.add({ kind: 'token-revoked' });

  const lost = await call('POST', `/stores/${id}/check`);
  shop.faults.clear();
  const found = await call('PUT', `/stores/${id}`, { credentials: { token: 'practice-token-seventh' } });

  expect(lost.body.data).toMatchObject({ state: 'lost', fault: { code: 'store.credentials-wrong' } });
  expect(found.body.data).toMatchObject({ state: 'ready', fault: null });
});

it('a removed store is forgotten with its credentials and can be connected again', async () => {
  shopCalled('eighth');
  const call = await merchant();
  const { id } = (await call('POST', '/stores', byToken('eighth'))).body.data;

  await call('DELETE', `/stores/${id}`);
  const again = await call('POST', '/stores', byToken('eighth'));

  expect((await call('GET', '/stores')).body.data.map((store: { id: string }) => store.id)).toEqual([
    again.body.data.id,
  ]);
  expect((await call('GET', '/stores')).body.data[0].id).not.toBe(id);
});

it("never shows one merchant's store to another", async () => {
  shopCalled('ninth');
  const [ann, ben] = [await merchant(), await merchant()];
  const { id } = (await ann('POST', '/stores', byToken('ninth'))).body.data;

  expect((await ben('GET', '/stores')).body.data).toEqual([]);
  for (const answer of [
    await ben('POST', `/stores/${id}/check`),
    await ben('PUT', `/stores/${id}`, { name: 'x' }),
    await ben('DELETE', `/stores/${id}`),
  ]) {
    expect(answer.status).toBe(404);
  }
});
