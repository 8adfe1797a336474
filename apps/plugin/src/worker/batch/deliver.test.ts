import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type FakeChrome,
  fakeChrome,
  fakeConsole,
  pairedAs,
  personId,
  refused,
  taken,
} from '../../testing/fake-chrome.ts';
import { collectedLamp, lamp } from '../../testing/products.ts';
import { pair } from '../pairing.ts';
import { stateNow } from '../state.ts';
import { takeCollected } from './collected.ts';
import { deliverWaiting } from './deliver.ts';
import { queueMax, readQueue, retry } from './queue.ts';

let browser: FakeChrome;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T08:00:00Z') });
  browser = fakeChrome();
  pairedAs(browser);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe('delivering', () => {
  it('brings twenty products that come at once as twenty, each once', async () => {
    const heard = fakeConsole(() => taken());

    await Promise.all(Array.from({ length: 20 }, (_, number) => takeCollected(collectedLamp(number))));

    const titles = heard.map(({ body }) => body.products?.[0]?.title);
    expect(titles).toHaveLength(20);
    expect(new Set(titles).size).toBe(20);
    expect(new Set(heard.map(({ body }) => body.id)).size).toBe(20);
    expect(browser.stored.get('queue')).toEqual([]);
    expect([...browser.stored.keys()].filter((key) => key.startsWith('record.'))).toEqual([]);
  });

  it('keeps what a console that is down cannot take, and sends it under the same id when it is back', async () => {
    const down = fakeConsole(() => refused(503, 'server.stopping'));
    const kept = await takeCollected(collectedLamp(1));
    expect(kept).toEqual({ handed: { count: 1, state: 'waiting', code: null } });
    expect(browser.badge.text).toBe('1');
    const wakes = browser.alarms.get('deliver');

    const back = fakeConsole(() => taken());
    await deliverWaiting();
    expect(back).toEqual([]);
    later(30_000);
    await deliverWaiting();

    expect(wakes).toBe(new Date('2026-11-20T08:00:30Z').getTime());
    expect(back.map(({ body }) => body.id)).toEqual(down.map(({ body }) => body.id));
    expect(browser.badge.text).toBe('');
    expect(browser.alarms.has('deliver')).toBe(false);
  });

  it('asks a console that stays away less and less often: 30 s, 1, 2, 5, 15 minutes, and 15 from then on', async () => {
    fakeConsole(() => Promise.reject(new TypeError('Failed to fetch')));
    await takeCollected(collectedLamp(1));

    const waits: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const wait = (browser.alarms.get('deliver') ?? 0) - Date.now();
      waits.push(wait / 1000);
      later(wait);
      await deliverWaiting();
    }

    expect(waits).toEqual([30, 60, 120, 300, 900, 900]);
  });

  it('waits as long as the console asks, but never over 15 minutes', async () => {
    fakeConsole(() => refused(429, 'rate.too-many-tries', { 'retry-after': '100' }));
    await takeCollected(collectedLamp(1));
    expect((browser.alarms.get('deliver') ?? 0) - Date.now()).toBe(100_000);

    later(100_000);
    fakeConsole(() => refused(503, 'server.stopping', { 'retry-after': '86400' }));
    await deliverWaiting();
    expect((browser.alarms.get('deliver') ?? 0) - Date.now()).toBe(900_000);
  });

  it('takes no page of a proxy or of a network that asks for a sign-in for a delivery', async () => {
    fakeConsole(() => new Response('<html>Welcome to the airport</html>', { status: 200 }));

    await takeCollected(collectedLamp(1));

    expect(await stateNow()).toMatchObject({ waiting: 1, held: { code: 'plugin.unreachable' } });
  });

  it.each([
    [400, 'request.invalid'],
    [409, 'run.wrong-state'],
    [413, 'request.too-large'],
    [422, 'quota.exceeded'],
  ])(
    'keeps what is refused with %i for the person, with the reason, and continues with the next',
    async (status, code) => {
      const heard = fakeConsole(({ body }) =>
        body.products?.[0]?.title.endsWith(' 1') ? refused(status, code) : taken(),
      );

      const first = await takeCollected(collectedLamp(1));
      const second = await takeCollected(collectedLamp(2));

      expect(first).toEqual({ handed: { count: 1, state: 'rejected', code } });
      expect(second).toEqual({ handed: { count: 1, state: 'sent', code: null } });
      expect((await stateNow()).rejected).toMatchObject([{ title: 'Paper lamp 1', code }]);
      expect(heard).toHaveLength(2);
    },
  );

  it('sends what was refused again when the person asks, under the same id', async () => {
    const refusing = fakeConsole(() => refused(422, 'quota.exceeded'));
    await takeCollected(collectedLamp(1));
    const heard = fakeConsole(() => taken());

    await retry(`https://console.example ${personId(1)}`);
    await deliverWaiting();

    expect(heard.map(({ body }) => body.id)).toEqual(refusing.map(({ body }) => body.id));
    expect((await stateNow()).rejected).toEqual([]);
  });

  it('lets nothing that the console cannot take now hold up the others', async () => {
    fakeConsole(() => refused(500, 'unexpected'));
    await takeCollected(collectedLamp(1));
    await takeCollected(collectedLamp(2));
    const heard = fakeConsole(({ body }) =>
      body.products?.[0]?.title.endsWith(' 1') ? refused(500, 'unexpected') : taken(),
    );

    later(60_000);
    await deliverWaiting();
    later(60_000);
    await deliverWaiting();

    expect(heard.map(({ body }) => body.products?.[0]?.title)).toContain('Paper lamp 2');
    expect((await readQueue()).map(({ title }) => title)).toEqual(['Paper lamp 1']);
  });

  it.each([401, 403])('stops at %i, says that a person is needed, and keeps what waits', async (status) => {
    const heard = fakeConsole(() => refused(status, 'auth.required'));

    await takeCollected(collectedLamp(1));
    await deliverWaiting();

    expect(heard).toHaveLength(1);
    expect(browser.badge).toEqual({ text: '!', color: '#c22b33' });
    expect(await stateNow()).toMatchObject({ paired: null, pairingEnded: 'auth.required', waiting: 1 });
    expect(await takeCollected(collectedLamp(2))).toEqual({ code: 'plugin.not-paired' });
    expect(JSON.stringify([...browser.stored])).not.toContain('token of Ann');
  });
});

describe('a full queue', () => {
  beforeEach(() => void fakeConsole(() => refused(503, 'server.stopping')));

  it('refuses what comes with a word and drops nothing that waits', async () => {
    const waiting = Array.from({ length: queueMax.records }, (_, number) => ({
      id: String(number),
      kind: 'products',
      url: '',
      title: '',
      bytes: 1,
      owner: `https://console.example ${personId(1)}`,
      state: 'waiting',
      code: null,
    }));
    browser.stored.set('queue', waiting);

    expect(await takeCollected(collectedLamp(1))).toEqual({ code: 'plugin.queue-full' });
    expect(await readQueue()).toEqual(waiting);
  });

  it('counts the bytes of what waits', async () => {
    const heavy = (number: number) => {
      const requested = collectedLamp(number);
      return {
        ...requested,
        products: [{ ...lamp(number), descriptionHtml: 'x'.repeat(1_800_000) }],
      };
    };

    const answers = [];
    for (let number = 0; number < 5; number += 1) {
      answers.push(await takeCollected(heavy(number)));
    }

    expect(answers.map((answer) => 'code' in answer && answer.code)).toEqual([
      false,
      false,
      false,
      false,
      'plugin.queue-full',
    ]);
  });

  it("is also what the browser's own limit makes it, and leaves nothing half kept", async () => {
    browser.fillStorage();

    expect(await takeCollected(collectedLamp(1))).toEqual({ code: 'plugin.queue-full' });
    expect([...browser.stored.keys()].sort()).toEqual(['pairing']);
  });
});

describe('what leaves the browser', () => {
  it('is what a product has and nothing else of the page', async () => {
    const heard = fakeConsole(() => taken());
    const withSecrets = {
      ...lamp(1),
      buyer: { name: 'Wang' },
      variants: lamp(1).variants.map((variant) => ({ ...variant, csrfToken: 'secret' })),
    };

    await takeCollected({
      platform: 'aliexpress',
      url: 'https://www.aliexpress.com/',
      products: [withSecrets],
    });

    expect(heard).toHaveLength(1);
    expect(JSON.stringify(heard)).not.toMatch(/buyer|Wang|csrfToken|secret/);
  });

  it('leaves out what is no product and says so when nothing is left', async () => {
    const heard = fakeConsole(() => taken());
    const forged = { title: '', price: 'free' };
    const page = { platform: 'aliexpress', url: 'https://www.aliexpress.com/' };

    await takeCollected({ ...page, products: [forged, lamp(1)] });

    expect(heard[0]?.body.products).toHaveLength(1);
    expect(await takeCollected({ ...page, products: [forged] })).toEqual({
      code: 'source.product-unreadable',
    });
  });

  it('goes in deliveries of at most fifty products', async () => {
    const heard = fakeConsole(() => taken());
    const products = Array.from({ length: 120 }, (_, number) => lamp(number));

    await takeCollected({ platform: 'shopify', url: 'https://shop.example/', products });

    expect(heard.map(({ body }) => body.products?.length)).toEqual([50, 50, 20]);
  });

  it.each(['Ben', 'Ann'])(
    'that was read for one merchant does not go to another who pairs later as %s, unless that person says so',
    async (person) => {
      fakeConsole(() => refused(503, 'server.stopping'));
      await takeCollected(collectedLamp(1));
      const heard = fakeConsole(({ path }) =>
        path === '/plugin/pair'
          ? Response.json(
              { data: { token: 'token of another', person, personId: personId(2) } },
              { status: 201 },
            )
          : taken(),
      );

      await pair('https://console.example', 'ABCD2345', null);
      later(60_000);
      await deliverWaiting();

      expect(heard.map(({ path }) => path)).toEqual(['/plugin/pair']);
      expect((await stateNow()).rejected).toMatchObject([{ code: 'plugin.other-person' }]);
    },
  );
});
