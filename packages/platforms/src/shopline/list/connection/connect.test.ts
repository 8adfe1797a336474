import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import { lister } from '../lister.ts';
import { doubling, freshStore, item, suffixing, toUpdate } from '../testing.ts';

async function identified(faults: readonly Fault[] = [], token?: string) {
  const { store, context } = freshStore(faults);
  const access = token === undefined ? store.access : { ...store.access, credentials: { token } };
  return await lister.connector.identify(access, context).catch(AppError.from);
}

describe('connecting', () => {
  it.each([
    ['Glade-Home', 'glade-home.myshopline.com'],
    ['https://glade-home.myshopline.com/admin/products?x=1', 'glade-home.myshopline.com'],
    ['glade-home.myshoplinestg.com', 'glade-home.myshoplinestg.com'],
    ['http://practice.localhost:8901/', 'practice.localhost:8901'],
    ['https://www.glade-home.example/', null],
    ['glade home', null],
    ['', null],
  ])('takes %s for %s', (pasted, domain) => {
    expect(lister.connector.domainOf(pasted)).toBe(domain);
  });

  it('says who the store is, by the handle that never changes, and what it takes', async () => {
    expect(await identified()).toMatchObject({
      identity: 'practice',
      name: 'Practice',
      currency: 'USD',
      timeZone: 'Europe/London',
      maximumVariants: 500,
      maximumOptions: 5,
    });
  });

  it.each(['read_products', 'write_products', 'read_location', 'write_inventory'])(
    'finds out that the right %s is missing, and changes nothing by it',
    async (missing) => {
      const scopes = ['read_products', 'read_location', 'write_inventory', 'read_store_information'];
      const held = (missing === 'write_products' ? scopes : [...scopes, 'write_products']).filter(
        (scope) => scope !== missing,
      );
      // A token that may write products may read them.
      const withoutBoth =
        missing === 'read_products' ? held.filter((scope) => scope !== 'write_products') : held;
      const { shop, store, context } = freshStore([], {
        store: { scopes: missing === 'read_products' ? withoutBoth : held },
      });

      const { rights } = await lister.connector.identify(store.access, context);

      const absent = rights.filter((right) => !right.held).map(({ right }) => right);
      expect(absent).toEqual(missing === 'read_products' ? ['read_products', 'write_products'] : [missing]);
      expect(shop.view().history).toEqual([]);
    },
  );

  it('a right that the store tells late is told at the first write, by name', async () => {
    const { store, context } = freshStore([
      { kind: 'rights-last' },
      { kind: 'scope-missing', value: 'write_products' },
    ]);
    const { rights } = await lister.connector.identify(store.access, context);

    const [gone] = await lister.writer.update([toUpdate('1')], store.access, context);
    const [made] = await lister.writer.create([item], store.access, context);

    expect(rights.every(({ held }) => held)).toBe(true);
    expect(gone?.outcome).toBe('missing');
    expect(made).toMatchObject({ outcome: 'refused', faults: [{ code: 'store.scope-missing' }] });
  });

  it.each([
    ['a token that is not the store’s', 'store.credentials-wrong', [], 'another-token'],
    ['a token pasted with a line of something else', 'store.credentials-wrong', [], 'a token\nwith more'],
    ['no token', 'store.credentials-wrong', [], ''],
    ['a store that is frozen', 'store.frozen', [{ kind: 'status', value: 402 }]],
    ['a store that is locked', 'store.frozen', [{ kind: 'status', value: 423 }]],
    ['no store', 'store.not-found', [{ kind: 'status', value: 404 }]],
    ['the platform’s guard', 'store.unwell', [{ kind: 'status', value: 433 }]],
    [
      'a missing first right',
      'store.scope-missing',
      [{ kind: 'scope-missing', value: 'read_store_information' }],
    ],
  ] as [string, string, Fault[], string?][])('names %s: %s', async (_, code, faults, token) => {
    const stated = await identified(faults, token);

    expect(stated).toMatchObject({ code });
  });

  it('does not knock again at once where the guard took us for an attack', async () => {
    const { store, context } = freshStore([{ kind: 'status', value: 435, count: 1 }]);

    const failure = await lister.connector.identify(store.access, context).catch(AppError.from);

    expect(failure).toMatchObject({ code: 'store.unwell', waitMs: 900_000 });
  });

  it('counts pieces at the default location', async () => {
    const { store, context } = freshStore();

    const { details } = await lister.connector.prepare(store.access, context);

    expect(details.locationId).toBe('6363060301530504302');
  });
});

describe('a probe', () => {
  it.each([
    ['refused', true, []],
    ['suffixed', false, [suffixing]],
    ['doubled', false, [doubling]],
  ] as const)('tells that held handles are %s, and leaves nothing', async (handles, uniqueKey, faults) => {
    const { shop, store, context } = freshStore(faults);

    const stated = await lister.connector.probe?.(store.access, context);

    expect(stated).toMatchObject({ uniqueKey, details: { handles } });
    expect(shop.view().products).toEqual([]);
    expect(shop.view().history.length).toBeGreaterThan(0);
  });

  it('is carried on, and proves nothing before it was asked for', async () => {
    const { shop, store, context } = freshStore();
    const before = await lister.connector.prepare(store.access, context);
    const untouched = shop.view().history.length;
    const stated = await lister.connector.probe?.(store.access, context);

    const later = await lister.connector.prepare(
      { ...store.access, prepared: stated?.details ?? {} },
      context,
    );

    expect(before).toMatchObject({ uniqueKey: false, details: { handles: null } });
    expect(untouched).toBe(0);
    expect(later).toMatchObject({ uniqueKey: true, probedAt: stated?.probedAt });
    expect(lister.inStore?.({ uniqueKey: true, careful: false }).features.storeSideKey).toBe(true);
    expect(lister.inStore?.({ uniqueKey: false, careful: false }).features.storeSideKey).toBe(false);
  });

  it.each([0, 1])('whose answer %s was lost proves nothing, and the next one clears up', async (skip) => {
    const { shop, store, context } = freshStore([{ kind: 'lost-after', matching: 'POST', skip }]);

    const lost = await lister.connector.probe?.(store.access, context);
    const again = await lister.connector.probe?.(store.access, context);

    expect(lost).toMatchObject({ uniqueKey: false, details: { handles: null } });
    expect(again?.uniqueKey).toBe(true);
    expect(shop.view().products).toEqual([]);
  });

  it('whose draft lands a second time later is cleared up by a later run, once', async () => {
    let now = Date.now();
    const outside = { now: () => now, random: () => 0.5, sleep: async () => undefined };
    const { shop, store, context } = freshStore([{ kind: 'twice', value: 30_000, matching: 'POST' }], {
      outside,
    });
    const stated = await lister.connector.probe?.(store.access, context);
    now += 60_000;
    const landed = shop.view().products.map(({ title }) => title);
    const longAgo = { ...stated?.details, probedAt: new Date(Date.now() - 3_600_000).toISOString() };

    const soon = await lister.connector.prepare(
      { ...store.access, prepared: stated?.details ?? {} },
      context,
    );
    const later = await lister.connector.prepare({ ...store.access, prepared: longAgo }, context);

    expect(landed).toEqual(['Bowerbird probe (will be removed)']);
    expect([soon.details.probe, later.details.probe]).toEqual(['made', 'swept']);
    expect(shop.view().products).toEqual([]);
    expect(later.uniqueKey).toBe(stated?.uniqueKey);
  });

  it('touches no product but its own', async () => {
    const { shop, store, context } = freshStore();
    shop.faults.add({ kind: 'unmanaged', value: 'bowerbird-probe' });

    const stated = await lister.connector.probe?.(store.access, context);

    expect(stated?.uniqueKey).toBe(false);
    expect(shop.view().products.map(({ title }) => title)).toEqual(['Theirs']);
  });
});
