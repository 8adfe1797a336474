import { randomUUID } from 'node:crypto';
import type { Product } from '@bowerbird/catalog/product';
import type { CollectedRow } from '@bowerbird/contract/collect/collected';
import type { deliverCollected, listGaps } from '@bowerbird/contract/collect/plugin';
import { AppError } from '@bowerbird/contract/errors';
import { type AnswerOf, apiBase } from '@bowerbird/contract/route';
import type { Run } from '@bowerbird/contract/runs';
import { platforms } from '@bowerbird/platforms/all';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug } from '../../testing/products/products.ts';
import { saveSkips } from '../collect/saving/skips.ts';
import { writeCollectRun } from '../collect/start.ts';
import { asOwner } from '../db/database.ts';
import { servedRoutes, servedToBrowsers } from '../program/served.ts';

type Delivered = AnswerOf<typeof deliverCollected>;
type Gaps = AnswerOf<typeof listGaps>;
type Headers = Record<string, string>;

const { db } = await testDatabase();
let aheadMs = 0;
const { app } = await testApp(db, {
  every: servedRoutes,
  browserServed: servedToBrowsers,
  platforms,
  services: {
    clock: {
      monotonic: () => performance.now() + aheadMs,
      wall: () => Date.now() + aheadMs,
      sleep: async () => void 0,
    },
  },
});

async function send(headers: Headers, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
  const answer = await app.inject({ method, url: apiBase + path, headers, ...(payload && { payload }) });
  return {
    status: answer.statusCode,
    body: answer.json<{
      data: never;
      code?: string;
      issues?: { path: (string | number)[]; code: string }[];
    }>(),
  };
}

async function call<Answer>(headers: Headers, method: 'GET' | 'POST', path: string, payload?: object) {
  const { status, body } = await send(headers, method, path, payload);
  expect({ status, ...(status >= 300 && { body }) }).toEqual({ status: 200 });
  return body.data as Answer;
}

let count = 0;
/** Creates a merchant with a paired browser. */
async function merchant() {
  count += 1;
  const account = await anotherMerchant(db, `seller${count}`);
  const headers = await signIn(app, account);
  return { ...account, headers, plugin: await paired(headers) };
}

let browsers = 0;
/** Each pairing comes from its own machine, because repeated pairing is rate-limited. */
async function paired(headers: Headers): Promise<Headers> {
  const { body } = await send(headers, 'POST', '/account/pairing');
  const { code } = body.data as { code: string };
  browsers += 1;
  const answer = await app.inject({
    method: 'POST',
    url: `${apiBase}/plugin/pair`,
    remoteAddress: `10.0.0.${browsers}`,
    payload: { code, name: 'Chrome' },
  });
  return { 'access-token': answer.json<{ data: { token: string } }>().data.token };
}

const shop = 'www.aliexpress.com';
function lamp(id: string, given: Partial<Product> = {}): Product {
  const source = {
    platform: 'aliexpress',
    shop,
    id,
    url: `https://${shop}/item/${id}.html`,
    storeName: 'Lamp House',
  };
  return { ...mug, title: `Lamp ${id}`, source, ...given };
}

function delivery(products: Product[], given: object = {}) {
  return {
    id: randomUUID(),
    platform: 'aliexpress',
    url: products[0]?.source?.url ?? `https://${shop}/`,
    capturedAt: new Date().toISOString(),
    pluginVersion: '0.1.0',
    products,
    ...given,
  };
}

const deliver = (headers: Headers, body: object) => call<Delivered>(headers, 'POST', '/plugin/collect', body);

async function box(headers: Headers): Promise<CollectedRow[]> {
  return (await call<{ items: CollectedRow[] }>(headers, 'POST', '/collect/results/query', { filter: {} }))
    .items;
}

async function runs(headers: Headers): Promise<Run[]> {
  return (await call<{ items: Run[] }>(headers, 'GET', '/runs')).items;
}

beforeEach(() => {
  aheadMs = 0;
});

describe('what the plugin delivers', () => {
  it('is saved like what the server collects, and says what was new and what had changed', async () => {
    const { plugin, headers } = await merchant();

    const first = await deliver(plugin, delivery([lamp('1005001111111111')]));
    const again = await deliver(plugin, delivery([lamp('1005001111111111'), lamp('1005002222222222')]));
    const changed = await deliver(plugin, delivery([lamp('1005001111111111', { title: 'Lamp, now red' })]));

    expect(first).toMatchObject({ state: 'taken', added: 1, changed: 0, unchanged: 0 });
    expect(again).toMatchObject({ added: 1, changed: 0, unchanged: 1 });
    expect(changed).toMatchObject({ added: 0, changed: 1, unchanged: 0 });
    expect(again.collectedIds[0]).toBe(first.collectedIds[0]);
    const rows = await box(headers);
    expect(rows.map(({ title }) => title).sort()).toEqual(['Lamp 1005002222222222', 'Lamp, now red']);
    expect(rows.every(({ byPlugin }) => byPlugin)).toBe(true);
    const detail = await call<{ versions: unknown[] }>(
      headers,
      'GET',
      `/collect/results/${first.collectedIds[0]}`,
    );
    expect(detail.versions).toHaveLength(2);
  });

  it('changes nothing when it is sent again under its id, and is answered as before', async () => {
    const { plugin, headers } = await merchant();
    const body = delivery([lamp('1005001111111111')]);

    const first = await deliver(plugin, body);
    const again = await deliver(plugin, body);
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => deliver(plugin, body)));

    expect(again).toEqual({ ...first, state: 'repeated' });
    expect(atOnce).toEqual(Array.from({ length: 5 }, () => again));
    expect((await runs(headers)).map(({ done }) => done)).toEqual([1]);
  });

  it('does not wait for all that a large run left to be looked through', async () => {
    const { plugin, ownerId } = await merchant();
    const left = () =>
      asOwner(db, ownerId, (owned) =>
        sql<{
          left: number;
        }>`select sum(cardinality(collected_ids))::integer as left from similarity_waiting`.execute(owned),
      );
    await asOwner(db, ownerId, (owned) =>
      sql`insert into similarity_waiting select uuidv7(), ${ownerId}::uuid, array_agg(gen_random_uuid())
        from generate_series(1, 2000) as each group by each % 4`.execute(owned),
    );

    await deliver(plugin, delivery([lamp('1005001111111111')]));

    expect((await left()).rows).toEqual([{ left: 1501 }]);
  });

  it('is refused under the id of a page that could not be read', async () => {
    const { plugin, headers } = await merchant();
    const body = delivery([lamp('1005001111111111')]);
    const { id, platform, url, pluginVersion } = body;
    await call(plugin, 'POST', '/plugin/unread', {
      id,
      platform,
      url,
      pluginVersion,
      code: 'source.timeout',
    });

    const { status, body: answer } = await send(plugin, 'POST', '/plugin/collect', body);

    expect([status, answer.code, answer.issues?.[0]?.path]).toEqual([400, 'request.invalid', ['id']]);
    expect(await box(headers)).toEqual([]);
  });

  it('comes twenty at a time, each taken once into the one run of the sitting', async () => {
    const { plugin, headers } = await merchant();
    const ids = Array.from({ length: 20 }, (_, index) => String(1_005_000_000_000_000 + index));

    const answers = await Promise.all(ids.map((id) => deliver(plugin, delivery([lamp(id)]))));

    expect(new Set(answers.map(({ runId }) => runId)).size).toBe(1);
    expect(await box(headers)).toHaveLength(20);
    const [run] = await runs(headers);
    expect(run).toMatchObject({ title: shop, state: 'complete', done: 20, failed: 0, byPlugin: true });
  });

  it('is one run for each sitting: another shop, another browser or half an hour later makes another', async () => {
    const { plugin, headers } = await merchant();
    const other = await paired(headers);
    const at = (hour: string) => ({
      ...lamp(hour),
      source: {
        platform: 'shopify',
        shop: hour,
        id: '1',
        url: `https://${hour}/products/a`,
        storeName: null,
      },
    });

    const one = await deliver(plugin, delivery([lamp('1005001111111111')]));
    const sameSite = await deliver(
      plugin,
      delivery([lamp('1005003333333333')], { url: 'https://pt.aliexpress.com/item/1005003333333333.html' }),
    );
    const elsewhere = await deliver(plugin, delivery([at('shop.example')], { platform: 'shopify' }));
    const otherBrowser = await deliver(other, delivery([lamp('1005001111111111')]));
    aheadMs = 31 * 60_000;
    const later = await deliver(plugin, delivery([lamp('1005001111111111')]));

    expect(sameSite.runId).toBe(one.runId);
    expect(new Set([one, elsewhere, otherBrowser, later].map(({ runId }) => runId)).size).toBe(4);
    const live = await call<{ figures: object; addresses: string[]; certificate: object; recent: unknown[] }>(
      headers,
      'GET',
      `/collect/runs/${one.runId}`,
    );
    expect(live).toMatchObject({
      figures: { got: 2, skipped: 0, variants: 2, images: 2 },
      addresses: [`https://${shop}/item/1005001111111111.html`, `https://${shop}/item/1005003333333333.html`],
      certificate: { got: 2, complete: true, scope: 'list' },
    });
    expect(live.recent).toHaveLength(2);
  });

  it('is refused beyond the plan, and by a merchant who is frozen, without a trace', async () => {
    const { plugin, headers, ownerId } = await merchant();
    await db.updateTable('owner').set({ status: 'frozen' }).where('id', '=', ownerId).execute();

    const frozen = await send(plugin, 'POST', '/plugin/collect', delivery([lamp('1005001111111111')]));

    expect([frozen.status, frozen.body.code]).toEqual([422, 'owner.frozen']);
    expect(await runs(headers)).toEqual([]);

    await db.updateTable('owner').set({ status: 'active' }).where('id', '=', ownerId).execute();
    const plan = await db
      .selectFrom('billing_setting')
      .innerJoin('plan', 'plan.id', 'billing_setting.default_plan')
      .select(['plan.id', 'plan.quotas'])
      .executeTakeFirstOrThrow();
    const setPlans = async (on: boolean, quotas: object) => {
      await db
        .updateTable('plan')
        .set({ quotas: JSON.stringify(quotas) })
        .where('id', '=', plan.id)
        .execute();
      await db.updateTable('billing_setting').set({ plans_on: on }).execute();
    };
    await setPlans(true, { ...plan.quotas, 'collected-per-month': 1 });
    const over = await send(
      plugin,
      'POST',
      '/plugin/collect',
      delivery([lamp('1005001111111111'), lamp('1005002222222222')]),
    );
    await setPlans(false, plan.quotas);

    expect([over.status, over.body.code]).toEqual([422, 'quota.exceeded']);
    expect(await box(headers)).toEqual([]);
    expect(await runs(headers)).toEqual([]);
  });

  it('is kept apart from other merchants, also under an id of theirs', async () => {
    const [ann, ben] = [await merchant(), await merchant()];
    const body = delivery([lamp('1005001111111111')]);

    const anns = await deliver(ann.plugin, body);
    const bens = await deliver(ben.plugin, {
      ...body,
      products: [lamp('1005001111111111', { title: 'Mine' })],
    });

    expect(bens).toMatchObject({ state: 'taken', added: 1 });
    expect(bens.runId).not.toBe(anns.runId);
    expect((await box(ann.headers)).map(({ title }) => title)).toEqual(['Lamp 1005001111111111']);
    expect((await send(ben.headers, 'GET', `/collect/runs/${anns.runId}`)).status).toBe(404);
  });
});

describe('a delivery that is no honest one', () => {
  let sender: ReturnType<typeof merchant> | undefined;
  const refused = async (products: unknown[], given: object = {}) => {
    sender ??= merchant();
    const { plugin, headers } = await sender;
    const { status, body } = await send(plugin, 'POST', '/plugin/collect', {
      ...delivery([lamp('1005001111111111')], given),
      products,
    });
    expect(await runs(headers)).toEqual([]);
    return { status, code: body.code, issues: (body.issues ?? []).map(({ path }) => path.join('.')) };
  };
  const good = lamp('1005002222222222');
  const sourced = (source: object) => ({ ...good, source: { ...good.source, ...source } });

  const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);

  it.each([
    ['is no product', [good, { ...good, title: '' }], 'products.1.title'],
    [
      'has a price in words',
      [{ ...good, variants: [{ ...good.variants[0], price: 'dear' }] }],
      'products.0.variants.0.price',
    ],
    ['tells no source', [{ ...good, source: null }], 'products.0.source'],
    ['is of another platform', [sourced({ platform: 'shopify' })], 'products.0.source.platform'],
    [
      'stands on another host',
      [good, sourced({ url: 'https://evil.example/item/1.html' })],
      'products.1.source.url',
    ],
    ['is kept under another shop', [sourced({ shop: 'evil.example' })], 'products.0.source.shop'],
    [
      'is kept under words that end like a shop',
      [sourced({ shop: 'evil.example/ .aliexpress.com' })],
      'products.0.source.shop',
    ],
    [
      'is kept under a shop without end',
      [sourced({ shop: `${'x'.repeat(5000)}.aliexpress.com` })],
      'products.0.source.shop',
    ],
    ['has a title of nothing that can be kept', [{ ...good, title: '\0' }], 'products.0.title'],
    ['has an id of nothing that can be kept', [sourced({ id: '\0' })], 'products.0.source.id'],
    ['leads to a script', [sourced({ url: 'javascript:alert(1)' })], 'products.0.source.url'],
    [
      'shows a script for a picture',
      [{ ...good, images: [{ ...good.images[0], url: 'javascript:alert(1)' }] }],
      'products.0.images.0.url',
    ],
    [
      'has a variant of no option',
      [{ ...good, variants: [{ ...good.variants[0], optionValues: ['Red'] }] }],
      'products.0.variants.0.optionValues',
    ],
    ['has an id without end', [sourced({ id: 'x'.repeat(5000) })], 'products.0.source.id'],
    ['has a title without end', [{ ...good, title: 'x'.repeat(5000) }], 'products.0.title'],
    ['nests without end', [{ ...good, extra: { aliexpress: { a: nested(100) } } }], 'products.0.extra'],
  ])('is refused by its field where it %s', async (_why, products, field) => {
    const { status, code, issues } = await refused(products);

    expect([status, code]).toEqual([400, 'request.invalid']);
    expect(issues).toContain(field);
  });

  it('is refused where the platform is none, the page no page of the web, and without a product', async () => {
    expect((await refused([good], { platform: 'nobody' })).issues).toContain('platform');
    expect((await refused([good], { url: 'file:///etc/passwd' })).issues).toContain('url');
    expect((await refused([])).issues).toContain('products');
    expect((await refused(Array.from({ length: 51 }, () => good))).issues).toContain('products');
  });

  it('is refused beyond two megabytes, whatever is in it', async () => {
    const { status, code } = await refused([{ ...good, descriptionHtml: 'x'.repeat(2_000_000) }]);

    expect([status, code]).toEqual([413, 'request.too-large']);
  });

  it('is kept as the text it is where it holds a script, and shown without it', async () => {
    const { plugin, headers } = await merchant();
    const script = '<script>alert(1)</script>';
    const hostile = lamp('1005004444444444', {
      title: `${script}Lamp`,
      descriptionHtml: `<p onclick="alert(1)">Bright</p>${script}`,
    });

    const { collectedIds } = await deliver(plugin, delivery([hostile]));
    const shown = await call<{ product: Product }>(headers, 'GET', `/collect/results/${collectedIds[0]}`);

    expect(shown.product.title).toBe(`${script}Lamp`);
    expect(shown.product.descriptionHtml).toContain('Bright');
    expect(shown.product.descriptionHtml).not.toMatch(/script|onclick/);
  });
});

it('is asked of no faster than a browser needs', async () => {
  const { plugin } = await merchant();
  const call = () =>
    send(plugin, 'POST', '/plugin/known', { platform: 'aliexpress', urls: [`https://${shop}/item/1.html`] });

  const answers = [];
  for (let requested = 0; requested < 245; requested += 1) {
    answers.push(await call());
  }

  expect(answers.slice(0, 240).every(({ status }) => status === 200)).toBe(true);
  expect(answers.at(-1)?.body.code).toBe('rate.too-many-tries');
});

describe('pages that wait for a browser', () => {
  const skippedByServer = (ownerId: string, address: string, code: 'source.blocked-us' | 'source.gone') =>
    asOwner(db, ownerId, async (owned) => {
      const runId = await writeCollectRun(
        owned,
        { ownerId, userId: null },
        { platform: 'aliexpress', scope: 'list', addresses: [address] },
      );
      const scope = { ownerId, runId, platform: 'aliexpress', way: null };
      await saveSkips(owned, scope, [{ address, failure: new AppError(code, 'in a test') }]);
      return runId;
    });
  const gaps = (headers: Headers, query = '') => call<Gaps>(headers, 'GET', `/plugin/gaps${query}`);

  it('are listed, of all runs and of one, without those that are gone for browsers, too', async () => {
    const { plugin, ownerId } = await merchant();
    const address = `https://pt.aliexpress.com/item/1005005555555555.html`;
    const runId = await skippedByServer(ownerId, address, 'source.blocked-us');
    const gone = await skippedByServer(ownerId, `https://${shop}/item/1.html`, 'source.gone');

    expect(await gaps(plugin)).toEqual({
      gaps: [{ platform: 'aliexpress', url: address, code: 'source.blocked-us' }],
      total: 1,
    });
    expect(await gaps(plugin, `?runId=${runId}`)).toMatchObject({ total: 1 });
    expect(await gaps(plugin, `?runId=${gone}`)).toMatchObject({ total: 0 });
  });

  it('wait no more once the plugin read them, under whichever of the house’s hosts', async () => {
    const { plugin, ownerId } = await merchant();
    await skippedByServer(
      ownerId,
      'https://pt.aliexpress.com/item/1005005555555555.html?spm=1',
      'source.blocked-us',
    );
    await skippedByServer(ownerId, `https://${shop}/item/11005005555555555.html`, 'source.blocked-us');

    await deliver(plugin, delivery([lamp('1005005555555555')]));

    expect((await gaps(plugin)).gaps.map(({ url }) => url)).toEqual([
      `https://${shop}/item/11005005555555555.html`,
    ]);
  });

  it('are kept with their reason where the plugin could not read them, once each, in the sitting’s run', async () => {
    const { plugin, headers, ownerId } = await merchant();
    const unread = {
      id: randomUUID(),
      platform: 'aliexpress',
      url: `https://${shop}/item/1005006666666666.html#top`,
      code: 'source.product-unreadable',
      pluginVersion: '0.1.0',
    };
    const report = (body: object) => call<{ kept: boolean }>(plugin, 'POST', '/plugin/unread', body);

    const { runId } = await deliver(plugin, delivery([lamp('1005001111111111')]));
    expect(await report(unread)).toEqual({ kept: true });
    expect(await report(unread)).toEqual({ kept: false });
    await report({ ...unread, id: randomUUID(), code: '<b>new words</b>' });

    const failed = await call<{ items: object[] }>(headers, 'GET', '/collect/failed');
    const [run] = await runs(headers);
    expect(failed.items).toMatchObject([
      {
        runId,
        address: `https://${shop}/item/1005006666666666.html`,
        fault: { code: 'source.page-not-understood' },
      },
    ]);
    expect(run).toMatchObject({ id: runId, state: 'partial', done: 1, failed: 1 });
    const notices = await asOwner(db, ownerId, (owned) =>
      owned
        .selectFrom('notification_due')
        .selectAll()
        .where('event', 'in', ['run-ended', 'run-needs-you'])
        .execute(),
    );
    expect(notices).toEqual([]);

    await deliver(plugin, delivery([lamp('1005006666666666')]));

    expect((await runs(headers))[0]).toMatchObject({ state: 'complete', done: 2, failed: 0 });
  });

  it('are distinguished from those that were collected and claimed', async () => {
    const { plugin, headers } = await merchant();
    const { collectedIds } = await deliver(
      plugin,
      delivery([lamp('1005001111111111'), lamp('1005002222222222')]),
    );
    await call(headers, 'POST', '/collect/results/claim', { selection: { ids: [collectedIds[1]] } });
    const urls = [
      `https://${shop}/item/1005001111111111.html?algo_pvid=1`,
      'https://pt.aliexpress.com/item/1005002222222222.html',
      `https://${shop}/item/1005009999999999.html`,
      'no address',
    ];

    const { known } = await call<{ known: object[] }>(plugin, 'POST', '/plugin/known', {
      platform: 'aliexpress',
      urls,
    });

    expect(known).toEqual([
      { url: urls[0], collectedAt: expect.any(String), claimed: false },
      { url: urls[1], collectedAt: expect.any(String), claimed: true },
    ]);
  });
});

describe('the token of a paired browser', () => {
  it('opens the calls of the plugin and no other that its person may make', async () => {
    const { plugin } = await merchant();
    await deliver(plugin, delivery([lamp('1005001111111111')]));
    const opened: string[] = [];
    for (const { route } of [
      ...servedRoutes({ monotonic: () => 0, wall: Date.now, sleep: async () => void 0 }),
      ...servedToBrowsers,
    ]) {
      const path = route.path.replaceAll(/:\w+/g, randomUUID());
      const { statusCode, body } = await app.inject({
        method: route.method,
        url: apiBase + path,
        headers: plugin,
        ...(route.method !== 'GET' && { payload: {} }),
      });
      const closed = statusCode === 401 || (statusCode === 403 && /permission|session/.test(body));
      if (route.needs !== 'guest' && !closed) {
        opened.push(`${route.method} ${route.path}`);
      }
    }

    expect(opened.sort()).toEqual([
      'GET /plugin/gaps',
      'GET /plugin/info',
      'POST /plugin/collect',
      'POST /plugin/known',
      'POST /plugin/unread',
    ]);
  });

  it('ends 90 days after it was last used, and at once when it is revoked', async () => {
    const { plugin, headers } = await merchant();
    const tokens = async () =>
      call<{ id: string; kind: string; expiresAt: string | null; lastUsedAt: string | null }[]>(
        headers,
        'GET',
        '/account/tokens',
      );
    await db
      .updateTable('api_token')
      .set({ expires_at: new Date(Date.now() + 60_000) })
      .execute();

    await deliver(plugin, delivery([lamp('1005001111111111')]));
    const [used] = await tokens();

    const days = (Date.parse(used?.expiresAt ?? '') - Date.now()) / (24 * 3600 * 1000);
    expect(Math.round(days)).toBe(90);
    expect(used?.lastUsedAt).not.toBeNull();

    await send(headers, 'DELETE', `/account/tokens/${used?.id}`);
    const after = await send(plugin, 'POST', '/plugin/collect', delivery([lamp('1005002222222222')]));
    expect(after.status).toBe(401);
  });

  it('is reported to its person when a browser is paired', async () => {
    const { ownerId } = await merchant();

    const due = await asOwner(db, ownerId, (owned) =>
      owned.selectFrom('notification_due').selectAll().where('event', '=', 'plugin-paired').execute(),
    );

    expect(due).toMatchObject([{ params: { device: 'Chrome' }, link: '/account/settings/binding' }]);
  });
});
