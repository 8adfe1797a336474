import type { CollectRun } from '@bowerbird/contract/collect/collect';
import type { SourceAccess } from '@bowerbird/contract/collect/sources';
import { AppError } from '@bowerbird/contract/errors';
import { platforms } from '@bowerbird/platforms/all';
import { practiceApp, practiceRefresh } from '@bowerbird/simulators/aliexpress/open-api';
import { createAliexpressStore } from '@bowerbird/simulators/aliexpress/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { practiceKeys } from '@bowerbird/simulators/woocommerce/rest-api';
import { createWooShop } from '@bowerbird/simulators/woocommerce/shop';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { collectJob } from '../collect/collect-job.ts';
import { collectTests } from '../collect/testing.ts';
import { accessForRun, renewOrRefuse } from './for-run.ts';
import { accessPlace } from './open-access.ts';
import { sourceRoutes } from './routes.ts';

const { db } = await testDatabase();
const woo = createWooShop({ name: 'moss', products: { count: 40 } });
const ali = createAliexpressStore({ name: 'fern', products: { count: 12 } });
const toShops = fetchFrom(
  new Map([
    ['moss.localhost', woo],
    ['fern.localhost', ali],
  ]),
);
const shop = 'http://moss.localhost:8901';
let requested: { url: string; authorization: string | null; body: string }[] = [];
const served: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input));
  requested.push({
    url: url.href,
    authorization: new Headers(init?.headers).get('authorization'),
    body: String(init?.body ?? ''),
  });
  const here =
    url.hostname === 'api-sg.aliexpress.com' ? new URL(url.pathname, 'http://fern.localhost:8901') : url;
  return await toShops(here, init);
};
const tests = await collectTests(db, platforms, { served: sourceRoutes, fetch: served });

const keys = {
  platform: 'woocommerce',
  connection: 'rest-keys',
  name: 'My shop',
  shop,
  credentials: practiceKeys,
};
const app = {
  platform: 'aliexpress',
  connection: 'open-platform',
  name: 'My app',
  credentials: {
    appKey: practiceApp.appKey,
    appSecret: practiceApp.appSecret,
    accessToken: practiceApp.session,
    refreshToken: practiceRefresh,
  },
};

async function collect(platform: string, scope: string, address: string): Promise<CollectRun> {
  requested = [];
  const { runId } = (await tests.post('/collect/runs', { platform, scope, addresses: [address] })) as {
    runId: string;
  };
  const job = collectJob({ ...tests.services, fetch: served });
  await job.work({ runId, ownerId: tests.ownerId, key: '' }, new AbortController().signal);
  return (await tests.get(`/collect/runs/${runId}`)) as CollectRun;
}
const add = async (body: object) => (await tests.post('/sources/access', body)) as SourceAccess;
const list = async () => (await tests.get('/sources/access')) as SourceAccess[];
const remove = (id: string) =>
  tests.app.inject({
    method: 'DELETE',
    url: `/shop-reptile/api/sources/access/${id}`,
    headers: tests.headers,
  });

it('keeps keys that work, sealed, and reports them only their ends', async () => {
  const kept = await add(keys);

  expect(kept).toMatchObject({
    platform: 'woocommerce',
    shop: 'moss.localhost:8901',
    state: 'works',
    shown: { consumerKey: '0000', consumerSecret: '0000' },
    lastUsedAt: null,
  });
  const reported = JSON.stringify([kept, await list()]);
  expect(reported).not.toContain(practiceKeys.consumerKey);
  expect(reported).not.toContain(practiceKeys.consumerSecret);
  const { rows } = await tests.asOwner((owned) =>
    sql<{ row: string }>`select source_access::text as row from source_access`.execute(owned),
  );
  expect(JSON.stringify(rows)).not.toContain('practice');
  await remove(kept.id);
});

it.each([
  [
    'wrong keys',
    { ...keys, credentials: { ...practiceKeys, consumerSecret: 'cs_wrong' } },
    'source.credentials-wrong',
  ],
  ['a missing field', { ...keys, credentials: { consumerKey: 'ck' } }, 'request.invalid'],
  ['another way', { ...keys, connection: 'none' }, 'request.invalid'],
  ['no shop', { ...keys, shop: '' }, 'address.invalid'],
  ['a shop without https', { ...keys, shop: 'http://shop.example' }, 'source.https-needed'],
])('refuses %s by name, and keeps nothing', async (_, body, code) => {
  const answer = await tests.send('POST', '/sources/access', body);

  expect(answer.body.code).toBe(code);
  expect(JSON.stringify(answer.body)).not.toContain('cs_');
  expect(await list()).toEqual([]);
});

it('collects with the keys of the shop they open, and without in another', async () => {
  const kept = await add(keys);

  const own = await collect('woocommerce', 'shop', `${shop}/`);
  const signed = requested.filter(({ authorization }) => authorization !== null);

  expect(own.certificate).toMatchObject({ complete: true, got: 40 });
  expect(signed.every(({ url }) => url.startsWith(`${shop}/wp-json/wc/v3/`))).toBe(true);
  expect((await list())[0]?.lastUsedAt).not.toBeNull();
  expect(await drafts()).toBeGreaterThan(2);

  await collect('aliexpress', 'product', 'http://fern.localhost:8901/item/8100000000003.html');
  expect(requested.filter(({ authorization }) => authorization !== null)).toEqual([]);
  await remove(kept.id);
  await collect('woocommerce', 'shop', `${shop}/`);
  expect(requested.filter(({ authorization }) => authorization !== null)).toEqual([]);
});

async function drafts(): Promise<number> {
  const { rows } = await tests.asOwner((owned) =>
    sql<{ count: number }>`
      select count(*)::integer as count from collected where content->>'status' = 'draft'
    `.execute(owned),
  );
  return rows[0]?.count ?? 0;
}

it('renews a token before it ends, and continues with the new one', async () => {
  const kept = await add(app);
  await tests.asOwner((owned) =>
    sql`update source_access set expires_at = now() + interval '5 minutes'`.execute(owned),
  );

  const run = await collect('aliexpress', 'product', 'http://fern.localhost:8901/item/8100000000004.html');

  expect(run.certificate).toMatchObject({ complete: true, got: 1 });
  expect(requested.map(({ url }) => new URL(url).pathname)).toContain('/rest/auth/token/refresh');
  expect(requested.filter(({ body }) => body.includes('session=practice-session-renewed'))).toHaveLength(1);
  const [now] = await list();
  expect(Date.parse(now?.expiresAt ?? '') - Date.now()).toBeGreaterThan(3_600_000);
  await remove(kept.id);
});

it('renews a token once for all runs that begin, and holds no connection of the database meanwhile', async () => {
  const kept = await add(app);
  await tests.asOwner((owned) =>
    sql`update source_access set expires_at = now() + interval '5 minutes'`.execute(owned),
  );
  const [isRequested, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let renewals = 0;
  const slow: typeof fetch = async (input, init) => {
    if (String(input).includes('/auth/token/refresh')) {
      renewals += 1;
      isRequested.resolve();
      await mayAnswer.promise;
    }
    return await served(input, init);
  };
  const begin = () =>
    accessForRun(
      { ...tests.services, fetch: slow },
      tests.ownerId,
      { platform: 'aliexpress', addresses: ['http://fern.localhost:8901/item/8100000000004.html'] },
      new AbortController().signal,
    );

  // More than the database has connections for.
  const runs = Array.from({ length: 8 }, begin);
  await isRequested.promise;
  expect(await list()).toHaveLength(1);
  mayAnswer.resolve();

  const tokens = (await Promise.all(runs)).map((each) => each?.credentials.credentials.accessToken);
  expect(new Set(tokens)).toEqual(new Set(['practice-session-renewed']));
  expect(renewals).toBe(1);
  await remove(kept.id);
});

it('renews a token whose renewal was begun by somebody who was killed', async () => {
  const kept = await add(app);
  await tests.asOwner((owned) =>
    sql`update source_access set expires_at = now() + interval '5 minutes', renewing_until = now() - interval '1 second'`.execute(
      owned,
    ),
  );

  const run = await collect('aliexpress', 'product', 'http://fern.localhost:8901/item/8100000000004.html');

  expect(run.certificate).toMatchObject({ complete: true });
  expect(requested.map(({ url }) => new URL(url).pathname)).toContain('/rest/auth/token/refresh');
  await remove(kept.id);
});

it('renews a token that the source refuses in the middle, and ends with the same set', async () => {
  const kept = await add(app);
  await seal({ ...app.credentials, accessToken: 'ended-meanwhile' });

  const run = await collect('aliexpress', 'product', 'http://fern.localhost:8901/item/8100000000005.html');

  expect(run.run.state).toBe('complete');
  expect(await list()).toMatchObject([{ state: 'works', fault: null }]);
  await remove(kept.id);
});

it('names access that is refused for good, notifies the merchant, and leaves it out from then on', async () => {
  const kept = await add(app);
  await seal({ ...app.credentials, accessToken: 'ended', refreshToken: 'ended-too' });

  const run = await collect('aliexpress', 'product', 'http://fern.localhost:8901/item/8100000000006.html');

  expect(run.run).toMatchObject({ state: 'failed', fault: { code: 'source.credentials-wrong' } });
  expect(await list()).toMatchObject([{ state: 'refused', fault: { code: 'source.credentials-wrong' } }]);
  const { rows } = await tests.asOwner((owned) =>
    sql<{
      params: object;
    }>`select params from notification_due where event = 'source-access-refused'`.execute(owned),
  );
  expect(rows).toEqual([{ params: { name: 'My app', platform: 'AliExpress' } }]);
  const again = await collect('aliexpress', 'product', 'http://fern.localhost:8901/item/8100000000006.html');
  expect(again.run.state).toBe('complete');
  expect(requested.map(({ url }) => new URL(url).pathname)).not.toContain('/sync');

  await seal(app.credentials);
  expect(await tests.post(`/sources/access/${kept.id}/check`)).toMatchObject({ state: 'works', fault: null });
  await remove(kept.id);
});

async function seal(credentials: object): Promise<void> {
  await tests.asOwner(async (owned) => {
    const rows = await owned.selectFrom('source_access').select(['id', 'owner_id']).execute();
    for (const { id, owner_id } of rows) {
      const sealed = tests.services.seal.close(JSON.stringify(credentials), accessPlace(owner_id, id));
      await owned.updateTable('source_access').set({ credentials: sealed }).where('id', '=', id).execute();
    }
  });
}

it('continues with what another run has renewed meanwhile', async () => {
  const kept = await add(app);
  const { rows } = await tests.asOwner((owned) =>
    sql<{ renewed: Date | null }>`
      update source_access set renewed_at = now() where id = ${kept.id} returning renewed_at as renewed
    `.execute(owned),
  );
  expect(rows[0]?.renewed).not.toBeNull();
  const used = {
    connection: 'open-platform',
    credentials: { ...app.credentials, accessToken: 'the-one-before' },
    shop: null,
  };
  const failure = new AppError('source.credentials-wrong', 'ended');

  const goesOn = await renewOrRefuse(
    { ...tests.services, fetch: served },
    tests.ownerId,
    { id: kept.id, credentials: used },
    failure,
    new AbortController().signal,
  );

  expect(goesOn).toBe(true);
  expect(await list()).toMatchObject([{ state: 'works' }]);
  await remove(kept.id);
});

it('holds a run whose calls of the day are used up, and continues by itself', async () => {
  const kept = await add(app);
  const spent: typeof fetch = async (input, init) =>
    String(input).includes('/sync') ? Response.json({ code: 'AppCallLimit' }) : await served(input, init);
  const { runId } = (await tests.post('/collect/runs', {
    platform: 'aliexpress',
    scope: 'product',
    addresses: ['http://fern.localhost:8901/item/8100000000007.html'],
  })) as { runId: string };

  await collectJob({ ...tests.services, fetch: spent }).work(
    { runId, ownerId: tests.ownerId, key: '' },
    new AbortController().signal,
  );

  expect(await tests.get(`/collect/runs/${runId}`)).toMatchObject({
    run: { state: 'held', fault: { code: 'source.quota-used' }, goesOnAt: expect.any(String) },
  });
  expect(await list()).toMatchObject([{ state: 'works' }]);
  await remove(kept.id);
});

it('shows and removes nothing of another merchant', async () => {
  const kept = await add(keys);
  const unmanaged = await tests.asUnmanaged();

  expect(await unmanaged.status('/sources/access')).toBe(200);
  expect((await remove('01900000-0000-7000-8000-000000000000')).statusCode).toBe(404);
  expect(await list()).toHaveLength(1);
  expect((await remove(kept.id)).statusCode).toBe(200);
  expect(await list()).toEqual([]);
});

it('tries access no faster than people do: each try asks a host that the caller names', async () => {
  const codes: (string | undefined)[] = [];
  for (let tried = 0; tried < 62; tried += 1) {
    codes.push((await tests.send('POST', '/sources/access', { ...keys, connection: 'none' })).body.code);
  }

  expect(codes.at(-1)).toBe('rate.too-many-tries');
});
