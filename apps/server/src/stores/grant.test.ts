import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { connectRequest, simulatedStore, storeSetup } from '../../testing/listing/store-setup.ts';
import { asOwner } from '../db/database.ts';
import { StoreSession } from './session.ts';

const { db } = await testDatabase();
const admin = await storeSetup(db);
type Merchant = Awaited<ReturnType<typeof admin.merchant>>;
let ann: Merchant;
let ben: Merchant;
beforeAll(async () => {
  [ann, ben] = [await admin.merchant(), await admin.merchant()];
});

/** A Shoplazza store, and what is typed in to be sent there. */
function store(changed: Record<string, string> = {}) {
  const shop = admin.run(simulatedStore('shoplazza'));
  const [app] = shop.otherAccess ?? [];
  return {
    shop,
    request: { ...connectRequest(shop), ...app, credentials: { ...app?.credentials, ...changed } },
  };
}

/** Returns the query with which the shop sends a person back who authorized the app. */
async function cameBack(address: string): Promise<string> {
  const sent = await admin.fetch(address, { redirect: 'manual' });
  const { pathname, search } = new URL(sent.headers.get('location') ?? '');
  const { headers } = await admin.app.inject({ url: pathname + search });
  const back = new URL(headers.location ?? '', 'http://console.test');
  expect(back.pathname).toBe('/list/card');
  return back.hash.slice(1);
}

async function sentBack(who: Merchant, request: object): Promise<string> {
  const begun = await who.call('POST', '/stores/grants', request);
  return await cameBack(begun.body.data.address);
}

const finish = (who: Merchant, query: string) => who.call('POST', '/stores/grants/finish', { query });

describe('an app that the shop itself lets in', () => {
  it('is sent there with what it asks for, comes back, and is connected; its token is renewed before it ends', async () => {
    const { request } = store();
    const begun = await ann.call('POST', '/stores/grants', request);
    const sent = new URL(begun.body.data.address);

    const connected = await finish(ann, await cameBack(sent.href));
    const { id } = connected.body.data;
    const former = await tokenOf(id);
    await asOwner(db, ann.ownerId, (owned) =>
      owned
        .updateTable('store')
        .set({ renewed_until: new Date(0) })
        .where('id', '=', id)
        .execute(),
    );
    const checked = await ann.call('POST', `/stores/${id}/check`);

    expect(sent.searchParams.get('redirect_uri')).toMatch(/\/stores\/granted$/);
    expect(sent.searchParams.get('scope')).toContain('write_product');
    expect(connected.body.data).toMatchObject({ state: 'ready', connection: 'app', name: request.name });
    expect(connected.text).not.toContain('practice-secret');
    expect(checked.body.data.state).toBe('ready');
    expect(await tokenOf(id)).not.toBe(former);
  });

  it('renews once for two who want it at the same time', async () => {
    const { request } = store();
    const { id } = (await finish(ann, await sentBack(ann, request))).body.data;
    const sessions = await Promise.all([1, 2].map(() => StoreSession.open(admin.services, ann.ownerId, id)));
    const { signal } = new AbortController();

    await Promise.all(sessions.map((session) => session.renew(signal)));
    const tokens = await Promise.all(
      sessions.map(async (session) => (await session.access(signal)).credentials.token),
    );

    expect(tokens[0]).toMatch(/^granted-2-/);
    expect(tokens[1]).toBe(tokens[0]);
  });

  it('comes back once, in ten minutes, and only for who was sent [asvs 10.1.2] [asvs 10.2.1]', async () => {
    const used = await sentBack(ann, store().request);
    await finish(ann, used);
    const late = await sentBack(ann, store().request);
    await asOwner(db, ann.ownerId, (owned) =>
      owned
        .updateTable('store_grant')
        .set({ ends_at: new Date(0) })
        .execute(),
    );
    const anns = await sentBack(ann, store().request);

    expect((await finish(ann, used)).body.code).toBe('store.grant-ended');
    expect((await finish(ann, late)).body.code).toBe('store.grant-ended');
    expect((await finish(ben, anns)).body.code).toBe('store.grant-ended');
    expect((await finish(ann, 'state=made-up&code=1')).body.code).toBe('store.grant-ended');
    expect((await finish(ann, anns)).status).toBe(200);
  });

  it('names what went wrong at the shop, and connects nothing', async () => {
    const before = (await ann.call('GET', '/stores')).body.data.length;
    const forged = (await sentBack(ann, store().request)).replace(/code=[^&]+/, 'code=another');
    const denied = new URLSearchParams(await sentBack(ann, store().request));

    const unsigned = await finish(ann, forged);
    const refused = await finish(ann, `error=access_denied&state=${denied.get('state')}`);
    const notSent = await ann.call('POST', '/stores', store().request);
    const otherWay = await ann.call('POST', '/stores/grants', connectRequest(store().shop));

    expect(unsigned.body).toMatchObject({ code: 'store.grant-unsigned', params: { field: 'clientSecret' } });
    expect(refused.body.code).toBe('store.grant-denied');
    expect(notSent.body).toMatchObject({ code: 'request.invalid', params: { field: 'refreshToken' } });
    expect(otherWay.body).toMatchObject({ code: 'request.invalid', params: { field: 'connection' } });
    expect((await ann.call('GET', '/stores')).body.data).toHaveLength(before);
  });

  it('opens a store again that was connected by its token', async () => {
    const { shop, request } = store();
    const { id } = (await ann.call('POST', '/stores', connectRequest(shop))).body.data;
    const { connection, credentials } = request;

    const begun = await ann.call('POST', `/stores/${id}/grants`, { connection, credentials });
    const finished = await finish(ann, await cameBack(begun.body.data.address));

    expect(finished.body.data).toMatchObject({ id, state: 'ready', connection: 'app' });
  });
});

async function tokenOf(id: string): Promise<string | undefined> {
  const session = await StoreSession.open(admin.services, ann.ownerId, id);
  return (await session.access(new AbortController().signal)).credentials.token;
}
