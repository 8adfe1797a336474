import { describe, expect, it } from 'vitest';
import { contextWith } from '../../../testing/lister/bench.ts';
import { lister } from '../lister.ts';
import { freshStore, item, mug, preparedStore } from '../testing.ts';
import { timeZoneOf } from './connect.ts';
import { authorizeAddress, isGenuine, tokenFor } from './oauth.ts';

describe('connecting a store', () => {
  it.each([
    ['fern', 'fern.myshoplaza.com'],
    ['https://Fern.myshoplaza.com/admin/products', 'fern.myshoplaza.com'],
    ['fern.myshoplazza.com', 'fern.myshoplaza.com'],
    ['127.0.0.1:8901', '127.0.0.1:8901'],
    ['shop.fern.example', 'shop.fern.example'],
    ['two words', null],
    ['localhost', null],
    ['http://user:secret@fern.example', null],
  ])('reads the store out of %s', (pasted, domain) => {
    expect(lister.connector.domainOf(pasted)).toBe(domain);
  });

  it('says who the store is by its own number, and which rights the token holds', async () => {
    const { store, shop } = freshStore({ store: { scopes: ['read_shop', 'read_product', 'write_product'] } });

    const identity = await lister.connector.identify(store.access, contextWith(store.fetch));

    expect(identity).toMatchObject({ identity: '100042', currency: 'USD', timeZone: 'Etc/GMT-8' });
    expect(identity.rights.filter(({ held }) => !held).map(({ right }) => right)).toEqual([
      'read_collection',
      'write_collection',
    ]);
    expect(shop.view().history).toEqual([]);
  });

  it('names a wrong token, a store that is not there, and a right that a write lacks', async () => {
    const { store } = freshStore();
    const context = contextWith(store.fetch);
    const wrong = { ...store.access, credentials: { token: 'no-such-token' } };
    const none = freshStore({ store: { versions: [] } }).store;
    const bare = await preparedStore({ store: { scopes: ['read_shop', 'read_product'] } });

    await expect(lister.connector.identify(wrong, context)).rejects.toMatchObject({
      code: 'store.credentials-wrong',
      params: { field: 'token' },
    });
    await expect(lister.connector.identify(none.access, contextWith(none.fetch))).rejects.toMatchObject({
      code: 'store.not-found',
    });
    expect(await lister.writer.create([item], bare.access, bare.context)).toMatchObject([
      { outcome: 'refused', faults: [{ code: 'store.scope-missing', params: { scope: 'write_product' } }] },
    ]);
  });

  it('names a missing right at the first write, where the store told it to no question before', async () => {
    const scopes = ['read_shop', 'read_product', 'read_collection'];
    const { shop, access, context } = await preparedStore({ store: { scopes } });
    shop.faults.add({ kind: 'rights-last' });

    const { rights } = await lister.connector.identify(access, context);
    const [outcome] = await lister.writer.create([item], access, context);

    expect(rights.every(({ held }) => held)).toBe(true);
    expect(outcome).toMatchObject({ outcome: 'refused', faults: [{ code: 'store.scope-missing' }] });
  });

  it('speaks the older version where the store knows no newer, in strings', async () => {
    const { shop, access, context } = await preparedStore({ store: { versions: ['2022-01'] } });

    const [outcome] = await lister.writer.create([item], access, context);

    expect(access.prepared.version).toBe('2022-01');
    expect(outcome?.outcome).toBe('applied');
    expect(shop.view().products[0]).toMatchObject({
      tags: ['mug', 'kitchen'],
      variants: [{ price: '19.90' }, {}],
    });
  });

  it.each([
    ['+0800', 'Etc/GMT-8'],
    ['-05:00', 'Etc/GMT+5'],
    ['+0000', 'Etc/GMT'],
    ['+0530', null],
    ['Asia/Shanghai', 'Asia/Shanghai'],
    ['', null],
  ])('takes %s for a time zone', (stated, zone) => {
    expect(timeZoneOf(stated)).toBe(zone);
  });
});

describe('the probe', () => {
  it.each([
    [null, 'ignored', false],
    ['token-refused', 'refused', true],
    ['token-honoured', 'replayed', true],
  ] as const)('with %s tells the token as %s, and leaves nothing behind', async (kind, token, uniqueKey) => {
    const { shop, access, context } = await preparedStore();
    if (kind !== null) {
      shop.faults.add({ kind });
    }

    const proven = await lister.connector.probe?.(access, context);

    expect(proven).toMatchObject({ uniqueKey, details: { token } });
    expect(shop.view().products).toEqual([]);
    expect(shop.view().history.every(({ key }) => key === null)).toBe(true);
  });

  it('is asked for by nobody but a person: a run writes nothing to be prepared, and forgets nothing', async () => {
    const { shop, access, context } = await preparedStore();
    expect((await lister.connector.prepare(access, context)).uniqueKey).toBe(false);
    const proven = await lister.connector.probe?.(access, context);
    const writes = shop.view().history.length;

    const again = await lister.connector.prepare({ ...access, prepared: proven?.details ?? {} }, context);

    expect(again).toEqual(proven);
    expect(shop.view().history).toHaveLength(writes);
  });

  it('proves nothing of a store that answered by another version then', async () => {
    const { access, context } = await preparedStore({ store: { versions: ['2022-01'] } });
    const former = { version: '2026-01', token: 'replayed', probedAt: '2026-01-01T00:00:00.000Z' };

    const now = await lister.connector.prepare({ ...access, prepared: former }, context);

    expect(now).toMatchObject({ uniqueKey: false, details: { version: '2022-01', token: null } });
  });

  it('that gets no clear answer proves nothing, and clears what it made', async () => {
    const { shop, access, context } = await preparedStore();
    shop.faults.add({ kind: 'lost-after', matching: 'unique_token', skip: 1 });

    await expect(lister.connector.probe?.(access, context)).rejects.toMatchObject({ code: 'store.unwell' });
    expect(shop.view().products).toEqual([]);
  });
});

describe('the limit', () => {
  it('told by a 429 is handed on, a read waits as long as it says, and a write is an unknown outcome', async () => {
    const { store } = freshStore({ store: { buckets: { app: small, store: small } } });
    const stated: number[] = [];
    const slept: number[] = [];
    const context = {
      ...contextWith(store.fetch),
      throttled: ({ currentlyAvailable }: { currentlyAvailable: number }) =>
        void stated.push(currentlyAvailable),
      sleep: async (ms: number) => void slept.push(ms),
    };
    await lister.connector.prepare(store.access, context);

    const [outcome] = await lister.writer.create([item], store.access, context);
    const read = await lister.reader
      .lookByIds(['x'], store.access, context)
      .catch((thrown: unknown) => thrown);

    expect(outcome?.outcome).toBe('unknown');
    expect(stated[0]).toBe(0);
    expect(slept.slice(0, 2)).toEqual([10_000, 10_000]);
    expect(read).toMatchObject({ code: 'store.rate-limited' });
  });

  const small = { maximum: 1, restoreRate: 0.1 };
});

describe('collections', () => {
  it('are found by their whole name among those that share a part of it, and made where none is', async () => {
    const { shop, access, context } = await preparedStore();
    const { terms } = lister.writer;
    for (let number = 0; number < 120; number += 1) {
      shop.ledger.addCollection(`Mugs ${number}`, Date.now());
    }
    const mugs = { kind: 'category' as const, path: ['Mugs'] };

    expect(terms?.of(mug)).toEqual([mugs, { kind: 'category', path: ['New in'] }]);
    expect(await terms?.find([mugs], access, context)).toEqual([null]);
    const made = await terms?.make(mugs, null, access, context);
    expect(await terms?.find([mugs], access, context)).toEqual([made]);
  });

  it('hold the product, and those the merchant put it in keep it', async () => {
    const { shop, access, context } = await preparedStore();
    const [id = ''] = [
      await lister.writer.terms?.make({ kind: 'category', path: ['Mugs'] }, null, access, context),
    ];
    const terms = new Map([[JSON.stringify(['category', 'Mugs']), id]]);
    const [made] = await lister.writer.create([{ ...item, terms }], access, context);
    const own = shop.ledger.addCollection('Summer', Date.now());
    const [product] = shop.view().products;
    if (product) {
      const collections = [...product.collections, own.id];
      shop.ledger.save({ ...product, collections }, 'merchant', 'update', Date.now());
    }
    const storeProductId = made?.outcome === 'applied' ? made.storeProductId : '';

    await lister.writer.update([{ ...item, terms, storeProductId, images: new Map() }], access, context);

    const titles = shop
      .view()
      .products[0]?.collections.map((each) => shop.ledger.collections.get(each)?.title);
    expect(titles?.sort()).toEqual(['Mugs', 'Summer']);
  });
});

describe('an app that signs in by OAuth', () => {
  const credentials = {
    clientId: 'practice-app',
    clientSecret: 'practice-secret',
    refreshToken: 'practice-refresh',
  };

  it('sends the merchant to grant what listing needs', () => {
    const url = new URL(
      authorizeAddress('fern.myshoplaza.com', {
        clientId: 'a',
        redirectUri: 'https://b.example/back',
        state: 's',
      }),
    );

    expect(url.origin + url.pathname).toBe('https://fern.myshoplaza.com/admin/oauth/authorize');
    expect(url.searchParams.get('scope')).toContain('write_product');
  });

  it('believes the way back only with the signature of the store [asvs 10.2.2]', async () => {
    const query =
      'code=abc&hmac=cf7d83ef53dd13d5ddee27ae8a4c12f55d37ba5fd1dbe5a24bd8f3a28eadd6a1&shop=fern&state=s';

    expect(await isGenuine(query, 'hush')).toBe(false);
    expect(await isGenuine(`${await signed('code=abc&shop=fern&state=s', 'hush')}`, 'hush')).toBe(true);
    expect(await isGenuine(`${await signed('code=abc&shop=fern&state=s', 'other')}`, 'hush')).toBe(false);
  });

  it('gets a token for its code, renews it, and writes with it; a pasted token stays', async () => {
    const { store } = freshStore();
    const context = contextWith(store.fetch);
    const app = { ...store.access, connection: 'app', credentials };

    const first = await tokenFor({ code: 'abc', redirectUri: 'https://b.example/back' }, app, context);
    const renewed = await lister.connector.renew(app, context);
    const access = { ...app, credentials: { ...credentials, ...renewed?.credentials } };
    const { details } = await lister.connector.prepare(access, context);
    const [outcome] = await lister.writer.create([item], { ...access, prepared: details }, context);

    expect(first.credentials.token).not.toBe(renewed?.credentials.token);
    expect(Date.parse(renewed?.expiresAt ?? '')).toBeGreaterThan(Date.now());
    expect(outcome?.outcome).toBe('applied');
    expect(await lister.connector.renew(store.access, context)).toBeNull();
  });

  it('names a secret that is refused, without saying it', async () => {
    const { store } = freshStore();
    const app = {
      ...store.access,
      connection: 'app',
      credentials: { ...credentials, clientSecret: 'wrong-secret' },
    };

    const failure: unknown = await lister.connector
      .renew(app, contextWith(store.fetch))
      .catch((thrown) => thrown);

    expect(failure).toMatchObject({ code: 'store.credentials-wrong', params: { field: 'clientSecret' } });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('wrong-secret');
  });

  async function signed(query: string, secret: string): Promise<string> {
    const encode = (text: string) => new TextEncoder().encode(text);
    const hash = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', encode(secret), hash, false, ['sign']);
    const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(query)));
    const hmac = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return `?hmac=${hmac}&${query}`;
  }
});

it('says before a run what the store would refuse, cut or drop', () => {
  const shop = { maximumVariants: 500, maximumOptions: 3, currency: 'EUR' };
  const product = {
    ...mug,
    title: 'x'.repeat(300),
    images: [],
    options: Array.from({ length: 4 }, (_, at) => ({ name: `o${at}`, values: ['a'] })),
    variants: mug.variants.map((variant) => ({
      ...variant,
      price: '0.00',
      optionValues: ['a', 'a', 'a', 'a'],
    })),
    attributes: [{ name: 'Height', value: '9 cm' }],
  };

  expect(lister.planner.fit(mug, { ...shop, currency: 'USD' })).toEqual([]);
  expect(lister.planner.fit(product, shop).map(({ kind, code }) => `${kind} ${code}`)).toEqual([
    'refused store.too-many-options',
    'refused listing.price-missing',
    'refused fit.image-missing',
    'refused fit.variants-similar',
    'cut fit.title-cut',
    'cut fit.currency-differs',
    'lost fit.attributes-lost',
  ]);
});
