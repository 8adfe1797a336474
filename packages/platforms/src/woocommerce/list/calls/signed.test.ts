import type { StoreSettings } from '@bowerbird/simulators/woocommerce/store/auth';
import { describe, expect, it } from 'vitest';
import { contextWith } from '../../../testing/lister/bench.ts';
import { lister } from '../lister.ts';
import { freshStore, hoodie, idOf, item, listThrough, mug, withSku } from '../testing.ts';

/** A prepared store, with its clock and ours moved by hand; requests are recorded with the way they were signed in. */
async function open(settings: Partial<StoreSettings> = {}, storeAheadMs = 0) {
  let nowMs = Date.now();
  const outside = { now: () => nowMs + storeAheadMs, random: () => 0.5, sleep: async () => undefined };
  const { store, requested } = freshStore({ store: settings, outside });
  const requests: { method: string; url: URL; signed: boolean; answered: number }[] = [];
  const context = {
    ...contextWith(async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input));
      const row = { method: init?.method ?? 'GET', url, signed: url.searchParams.has('oauth_signature') };
      const noted = { ...row, answered: 0 };
      requests.push(noted);
      const answer = await requested.fetch(input, init);
      noted.answered = answer.status;
      return answer;
    }),
    now: () => nowMs,
  };
  const { details } = await lister.connector.prepare(requested.access, context);
  requests.length = 0;
  return {
    store,
    context,
    requests,
    access: { ...requested.access, prepared: details },
    moveStoreClock: (ms: number) => {
      storeAheadMs += ms;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const secondsOf = ({ requests }: Pick<Awaited<ReturnType<typeof open>>, 'requests'>) =>
  requests.flatMap(({ url }) => Number(url.searchParams.get('oauth_timestamp') ?? []));

describe('requests that create are signed', () => {
  it('each by a second and a nonce of its own, and nothing else is', async () => {
    const opened = await open();
    await listThrough(item(hoodie, 1), opened);
    const creates = opened.requests.filter(({ signed }) => signed);

    for (const number of [2, 3, 4]) {
      await lister.writer.create([item(withSku(`S-${number}`), number)], opened.access, opened.context);
    }

    expect(creates.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /wp-json/wc/v3/products/batch',
    ]);
    const seconds = opened.requests.flatMap(({ url }) => url.searchParams.get('oauth_timestamp') ?? []);
    const nonces = opened.requests.flatMap(({ url }) => url.searchParams.get('oauth_nonce') ?? []);
    expect([new Set(seconds).size, new Set(nonces).size]).toEqual([4, 4]);
  });

  it('are refused by the store when they come a minute late, whatever its clock shows', async () => {
    const opened = await open({}, -3 * 3_600_000);
    const { access, context, store, pass } = opened;
    store.faults.add({ kind: 'late', value: 30_000 });
    await lister.writer.create([item(mug, 1)], access, context);
    store.faults.add({ kind: 'late', value: 95_000 });
    await lister.writer.create([item(mug, 2)], access, context);

    const [atOnce] = await lister.writer.create([item(mug, 3)], access, context);
    pass(200_000);

    expect(atOnce?.outcome).toBe('applied');
    expect([...store.view().byKey.keys()].sort()).toEqual([item(mug, 1).key, item(mug, 3).key].sort());
  });

  it('are applied once though a proxy sends them twice', async () => {
    const { access, context, store, pass } = await open();
    store.faults.add({ kind: 'twice', value: 10_000 });

    await lister.writer.create([item(mug)], access, context);
    await lister.writer.create([item(withSku('OTHER'), 2)], access, context);
    pass(20_000);

    expect(store.view().byKey.get(item(mug).key)).toHaveLength(1);
  });

  it('are no refusal where the store will not take them any more: a first copy may have been applied, and a look tells', async () => {
    const opened = await open();
    const { access, context, moveStoreClock } = opened;
    // The store's clock was set since the store reported its time.
    moveStoreClock(20 * 60_000);

    const [first] = await lister.writer.create([item(mug)], access, context);
    const [second] = await lister.writer.create([item(mug)], access, context);

    expect(first?.outcome).toBe('unknown');
    expect(second?.outcome).toBe('applied');
  });

  it('are a refusal where the keys may not write any more', async () => {
    const { access, context, store } = await open();
    store.settings.keyMay = 'read';

    const [outcome] = await lister.writer.create([item(mug)], access, context);

    expect(outcome).toMatchObject({ outcome: 'refused', faults: [{ code: 'store.scope-missing' }] });
  });

  it('are signed by the address that a store behind a proxy sees itself at', async () => {
    const { access, context, requests } = await open({ signedAs: 'https://moss.localhost:8901' });

    const [outcome] = await lister.writer.create([item(mug)], access, context);

    expect(outcome?.outcome).toBe('applied');
    expect(requests.map(({ signed }) => signed)).toEqual([true]);
  });

  it.each([
    ['cuts the query', { cutsSignature: true }],
    ['checks signatures by an address that nobody told', { signedAs: 'https://elsewhere.example' }],
  ])(
    'go by plain keys where something on the way %s, found before anything is listed',
    async (_, settings) => {
      const { access, context, requests } = await open(settings);

      const [outcome] = await lister.writer.create([item(mug)], access, context);

      expect(outcome?.outcome).toBe('applied');
      expect(requests.map(({ signed, answered }) => [signed, answered])).toEqual([[false, 200]]);
    },
  );

  it('go by plain keys from the next run on where something on the way has begun to cut the query', async () => {
    const { access, context, store, requests } = await open();
    store.settings.cutsSignature = true;

    const { details } = await lister.connector.prepare(access, context);
    requests.length = 0;
    const [outcome] = await lister.writer.create([item(mug)], { ...access, prepared: details }, context);

    expect(outcome?.outcome).toBe('applied');
    expect(requests.map(({ signed }) => signed)).toEqual([false]);
  });

  it('cost a run one more read at its start, and no write', async () => {
    const { access, context, requests } = await open();

    await lister.connector.prepare(access, context);

    expect(requests.filter(({ signed }) => signed).map(({ method }) => method)).toEqual(['GET']);
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('stay signed though the store was unwell when it was asked, and are not where a person signs in', async () => {
    const { access, context, store } = await open();
    store.faults.add({ kind: 'status', value: 503, matching: 'GET /wc/v3/products ', skip: 1 });
    const later = await lister.connector.prepare(access, context);
    const person = freshStore({ connection: 'application-password' });
    const byPassword = await lister.connector.prepare(
      person.requested.access,
      contextWith(person.requested.fetch),
    );

    expect(later.details.signedAs).toBe('http://moss.localhost:8901');
    expect(byPassword.details.signedAs).toBeNull();
  });

  it('take seconds from ahead where several are sent in one, and wait for the clock before they are far ahead', async () => {
    const opened = await open();
    const slept: number[] = [];
    const sleep = async (ms: number) => {
      slept.push(ms);
      opened.pass(ms);
    };
    const context = { ...opened.context, sleep };

    for (let number = 1; number <= 40; number += 1) {
      await lister.writer.create([item(withSku(`S-${number}`), number)], opened.access, context);
    }

    expect(new Set(secondsOf(opened)).size).toBe(40);
    expect(slept.length).toBeGreaterThan(0);
    expect(Math.max(...slept)).toBeLessThanOrEqual(1000);
  });
});

describe('a store that sees no https', () => {
  it('is listed to by signed requests alone, and the merchant is told that it is not the keys', async () => {
    const { requested } = freshStore({ store: { https: false } });
    const { rights } = await lister.connector.identify(requested.access, contextWith(requested.fetch));
    const opened = await open({ https: false });

    const outcomes = await listThrough(item(hoodie), opened);

    expect(rights).toContainEqual({ right: 'https', needed: false, held: false });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
    expect(opened.store.view().products).toMatchObject([
      { status: 'publish', id: Number(idOf(outcomes[0])) },
    ]);
    expect(
      opened.requests
        .filter(({ url }) => url.pathname.startsWith('/wp-json/wc/'))
        .every(({ signed }) => signed),
    ).toBe(true);
  });

  it('takes a second copy of what creates for none, whatever was read meanwhile', async () => {
    const opened = await open({ https: false });
    const { access, context, store, pass } = opened;
    store.faults.add({ kind: 'twice', value: 5_000 });

    await lister.writer.create([item(mug)], access, context);
    for (let reads = 0; reads < 4; reads += 1) {
      await lister.reader.look(
        [{ key: item(mug).key, storeProductId: null, handle: '', skus: [], since: Date.now() }],
        access,
        context,
      );
      pass(1_000);
    }
    pass(60_000);

    expect(store.view().byKey.get(item(mug).key)).toHaveLength(1);
  });

  it('says nothing of https where there is some', async () => {
    const { requested } = freshStore();

    const { rights } = await lister.connector.identify(requested.access, contextWith(requested.fetch));

    expect(rights.map(({ right }) => right)).not.toContain('https');
  });
});
