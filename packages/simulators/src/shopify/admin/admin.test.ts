import { describe, expect, it } from 'vitest';
import { listerScopes } from '../settings.ts';
import { practiceStore, smallProduct } from '../testing/practice-store.ts';

const path = '/admin/api/2026-10/graphql.json';
const name = '{ shop { name } }';

describe('signing in to the Admin side', () => {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const exchange = (store: ReturnType<typeof practiceStore>, changes: Record<string, string> = {}) => {
    const { clientId, clientSecret } = store.shop.settings.access;
    const fields = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...changes,
    };
    return store.post('/admin/oauth/access_token', form(fields), headers);
  };

  it('takes the static token and no other', async () => {
    const store = practiceStore();

    expect((await store.admin(name)).data.shop.name).toBe('Aster Practice');
    expect((await store.admin(name, {}, 'wrong')).status).toBe(401);
    expect((await store.admin(name, {}, '')).status).toBe(401);
  });

  it('gives a token for client credentials that lives 24 hours', async () => {
    const store = practiceStore();
    const { access_token: token, expires_in: seconds } = await (await exchange(store)).json();

    const before = await store.admin(name, {}, token);
    store.clock.advance(seconds * 1000);
    const after = await store.admin(name, {}, token);

    expect(seconds).toBe(86_399);
    expect(before.status).toBe(200);
    expect(after.status).toBe(401);
  });

  it.each([
    ['invalid_client', { client_secret: 'wrong' }, {}],
    ['unsupported_grant_type', { grant_type: 'password' }, {}],
    ['app_not_installed', {}, { installed: false }],
    ['shop_not_permitted', {}, { sameOrganisation: false }],
  ])('refuses credentials with %s', async (error, changes, access) => {
    const usual = practiceStore().shop.settings.access;
    const store = practiceStore({ settings: { access: { ...usual, ...access } } });

    const answer = await exchange(store, changes);

    expect(answer.status).toBe(400);
    expect((await answer.json()).error).toBe(error);
  });

  it('reports the scopes held, and names the one that is missing', async () => {
    const store = practiceStore();
    store.shop.faults.add(
      { kind: 'scope-missing', value: 'read_publications' },
      { kind: 'scope-missing', value: 'x' },
    );
    const scopes = await store.admin('{ currentAppInstallation { accessScopes { handle } } }');
    store.shop.faults.clear();
    store.shop.faults.add({ kind: 'scope-missing', value: 'write_products' });

    const refused = await store.list('bb-one');

    expect(scopes.data.currentAppInstallation.accessScopes.map(({ handle }) => handle)).toEqual(
      listerScopes.filter((scope) => scope !== 'read_publications'),
    );
    expect(refused.errors[0]).toMatchObject({
      message: 'Access denied for productSet field. Required access: `write_products` access scope.',
      extensions: { code: 'ACCESS_DENIED' },
    });
    expect(store.shop.view().products).toHaveLength(0);
  });

  it('turns away a token that was revoked', async () => {
    const store = practiceStore();
    store.shop.faults.add({ kind: 'token-revoked' });

    expect((await store.admin(name)).status).toBe(401);
  });
});

describe('the address', () => {
  it.each([
    ['2026-10', 200, '2026-10'],
    ['2026-01', 200, '2026-01'],
    ['2024-01', 200, '2025-10'],
    ['2027-04', 404, null],
    ['latest', 404, null],
  ])('of version %s answers %i and says what really ran', async (version, status, ran) => {
    const store = practiceStore();
    const token = { 'x-shopify-access-token': store.shop.settings.access.token };

    const answer = await store.post(
      `/admin/api/${version}/graphql.json`,
      JSON.stringify({ query: name }),
      token,
    );

    expect([answer.status, answer.headers.get('x-shopify-api-version')]).toEqual([status, ran]);
  });

  it.each([402, 403, 404, 423, 429, 500, 503])(
    'answers %i when asked to, and does not apply',
    async (status) => {
      const store = practiceStore();
      await store.define();
      store.shop.faults.add({ kind: 'status', value: status });

      expect((await store.list('bb-one')).status).toBe(status);
      expect(store.shop.view().products).toHaveLength(0);
    },
  );
});

describe('a request that is not sound', () => {
  it.each([
    ['undefinedField', '{ shop { nothing } }', {}],
    ['argumentNotAccepted', '{ shop(id: 1) { name } }', {}],
    ['missingRequiredArguments', '{ product { id } }', {}],
    ['INVALID_VARIABLE', 'query($id: ID!) { product(id: $id) { id } }', {}],
    ['PARSE_ERROR', '{ shop {', {}],
    ['BAD_REQUEST', '{ products { nodes { id } } }', {}],
  ])('is answered with status 200 and %s', async (code, query, variables) => {
    const answer = await practiceStore().admin(query, variables);

    expect(answer.status).toBe(200);
    expect(answer.errors[0]?.extensions?.code).toBe(code);
  });

  it('that is no JSON is a bad request', async () => {
    const store = practiceStore();
    const token = { 'x-shopify-access-token': store.shop.settings.access.token };

    expect((await store.post(path, 'no json', token)).status).toBe(400);
  });
});

describe('the cost of queries', () => {
  const wide = (first: number) =>
    `{ products(first: ${first}) { nodes { id variants(first: 3) { nodes { id } } } } }`;

  it('counts connections by their size, and gives back what did not come', async () => {
    const store = practiceStore();
    await store.list('none');
    await store.define();
    await store.list('bb-one');
    store.clock.advance(60_000);

    const { cost } = await store.admin(wide(10));

    expect(cost.requestedQueryCost).toBe(10 * (1 + 3));
    expect(cost.actualQueryCost).toBe(1 + 2);
    expect(cost.throttleStatus).toEqual({
      maximumAvailable: 2000,
      currentlyAvailable: 1997,
      restoreRate: 100,
    });
  });

  it('refuses a single query of more than 1000 points', async () => {
    const answer = await practiceStore().admin(wide(250).replace('first: 3', 'first: 30'));

    expect(answer.errors[0]?.extensions?.code).toBe('MAX_COST_EXCEEDED');
  });

  it('counts what a productSet holds: 0.2 a variant, 1.9 a file, 0.4 a metafield', async () => {
    const store = practiceStore();
    const files = Array.from({ length: 10 }, (_, at) => ({
      originalSource: `https://cdn.example/${at}.jpg`,
    }));
    const input = {
      ...smallProduct,
      files,
      metafields: [{ namespace: 'a_b', key: 'note', type: 'url', value: 'x' }],
    };

    const answer = await store.admin(
      'mutation($input: ProductSetInput!) { productSet(input: $input) { userErrors { code } } }',
      { input },
    );

    expect(answer.cost.requestedQueryCost).toBe(Math.ceil(10 + 2 * 0.2 + 10 * 1.9 + 0.4 + 1));
  });

  it('throttles with status 200, applies nothing, and lets through after the wait it implies', async () => {
    const store = practiceStore({ settings: { bucket: { maximum: 100, restoreRate: 10 } } });
    await store.define();
    let last = await store.list('bb-0');
    let sent = 1;
    while (last.errors.length === 0 && sent < 50) {
      last = await store.list(`bb-${sent}`);
      sent += 1;
    }
    const { requestedQueryCost, throttleStatus } = last.cost;
    const waitMs =
      ((requestedQueryCost - (throttleStatus.currentlyAvailable ?? 0)) / (throttleStatus.restoreRate ?? 1)) *
      1000;

    store.clock.advance(waitMs);
    const after = await store.list(`bb-${sent - 1}`);

    expect(last.status).toBe(200);
    expect(last.errors[0]).toMatchObject({ message: 'Throttled', extensions: { code: 'THROTTLED' } });
    expect(after.data.productSet.userErrors).toEqual([]);
    expect(store.shop.view().products).toHaveLength(sent);
  });

  it('never throttles in the free pace', async () => {
    const store = practiceStore({ settings: { pace: 'free', bucket: { maximum: 100, restoreRate: 1 } } });
    await store.define();
    for (let place = 0; place < 40; place += 1) {
      expect((await store.list(`bb-${place}`)).errors).toEqual([]);
    }
  });
});

it('takes no more than 1,000 new variants a day once the store is full', async () => {
  const store = practiceStore({ settings: { pace: 'free', variantThrottle: { from: 4, perDay: 6 } } });
  await store.define();
  for (const key of ['bb-1', 'bb-2', 'bb-3']) {
    expect((await store.list(key)).errors).toEqual([]);
  }

  const full = await store.list('bb-4');
  const update = await store.list('bb-1');
  store.clock.advance(86_400_001);
  const tomorrow = await store.list('bb-4');

  expect(full.errors[0]?.extensions?.code).toBe('VARIANT_THROTTLE_EXCEEDED');
  expect(update.errors).toEqual([]);
  expect(tomorrow.errors).toEqual([]);
});
