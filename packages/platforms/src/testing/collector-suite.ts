import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import type { Collector, Seen } from '../collecting/collector.ts';
import type { Platform } from '../platform.ts';
import { collectAll, contextFor, counted } from './collecting.ts';
import { fakeClock } from './fake-clock.ts';
import { answerOf, type Exchange, replay } from './replay.ts';

export interface CollectorCase {
  /** Address of a whole small shop. */
  shop: string;
  /** Exactly the traffic that collecting the shop takes: at least three pages of products. */
  recording: readonly Exchange[];
  /** Number of products in the shop that can be read, and of those that cannot. */
  readable: number;
  unreadable: number;
  /** Answer of its front page, and the traffic that recognising it may take. */
  front: Omit<Exchange, 'request'>;
  recognising: readonly Exchange[];
  /** Traffic of a preview of the shop. */
  previewing: readonly Exchange[];
  /** Its lists are bare arrays: `[]` is a shop without products, and not an answer of another shape. */
  bareLists?: true;
}

const strange: [string, Omit<Exchange, 'request'>][] = [
  ['a page of HTML with status 200', { body: '<!doctype html><title>Please wait</title>' }],
  ['JSON of another shape', { body: { items: [1, 2] } }],
  ['a list where an object is due', { body: [] }],
  ['nothing', { body: '' }],
  ['JSON nested a hundred thousand deep', { body: '['.repeat(100_000) + ']'.repeat(100_000) }],
  ['JSON that breaks off', { body: '{"products":[{"id":1,"ti' }],
  ['names of the language itself', { body: '{"__proto__":{"products":[]},"constructor":null,"toString":1}' }],
];

/** Tests what every collecting platform promises. A new platform is done when this passes. */
export function describeCollector(platform: Platform, given: CollectorCase): void {
  const { shop, recording, readable, unreadable } = given;
  const addresses = [new URL(shop)];

  describe(`${platform.name} collector`, () => {
    // A platform that cannot collect must not use this suite: the first use of its collector fails with its name.
    const collector = platform.collector as Collector;

    it('recognises its own shop, with the evidence', async () => {
      const { fetch, unused } = replay(given.recognising);

      const recognised = await collector.recognise(seen(shop, given.front), contextFor(fetch));

      expect(recognised.confidence).toBeGreaterThanOrEqual(90);
      expect(recognised.evidence.length).toBeGreaterThan(0);
      expect(unused()).toEqual([]);
    });

    it('gives 0 to a page that is not ours', async () => {
      const page = { body: '<!doctype html><title>My diary</title><p>Today it rained.' };
      const fetch = async () => answerOf({ status: 404, body: 'not here' });

      const recognised = await collector.recognise(seen('https://diary.example/', page), contextFor(fetch));

      expect(recognised.confidence).toBe(0);
    });

    it('previews up to six products in at most two requests', async () => {
      const { fetch, requested } = replay(given.previewing);

      const { products } = await collector.preview(new URL(shop), 'shop', contextFor(fetch));

      expect(products.length).toBeGreaterThan(0);
      expect(products.length).toBeLessThanOrEqual(6);
      expect(requested.length).toBeLessThanOrEqual(2);
    });

    it.each([
      [503, 'source.unwell'],
      [429, 'source.slow-down'],
      [403, 'source.blocked-us'],
    ])('notifies a person who waits for a preview at once that the shop answers %s', async (status, code) => {
      const clock = fakeClock();
      const fetch = async () => answerOf({ status, headers: { 'retry-after': '30' }, body: '' });

      const failure = await collector
        .preview(new URL(shop), 'shop', contextFor(fetch, clock))
        .catch(AppError.from);

      expect(failure).toMatchObject({ code });
      expect(clock.now()).toBe(0);
    });

    it('collects every product once, complete, with no request to spare', async () => {
      const { fetch, unused } = replay(recording);

      const { products, ids, skipped } = await collectAll(collector, { addresses }, contextFor(fetch));

      expect(products.flatMap((product) => Product.safeParse(product).error?.issues ?? [])).toEqual([]);
      expect(new Set(ids).size).toBe(readable);
      expect(ids).toHaveLength(readable);
      expect(skipped).toHaveLength(unreadable);
      expect(unused()).toEqual([]);
    });

    it('names each product it could not read, and where it is', async () => {
      const { fetch } = replay(recording);

      const { skipped } = await collectAll(collector, { addresses }, contextFor(fetch));

      for (const { address, failure } of skipped) {
        expect(URL.canParse(address)).toBe(true);
        expect(failure).toBeInstanceOf(AppError);
        expect(failure.code).not.toBe('unexpected');
      }
    });

    it('waits as long as the shop says, then asks the same again, and loses nothing', async () => {
      for (const at of recording.keys()) {
        const slow = {
          request: recording[at]?.request ?? '',
          status: 429,
          headers: { 'retry-after': '7' },
          body: '',
        };
        const clock = fakeClock();
        const { fetch, requested, unused } = replay(recording.toSpliced(at, 0, slow));
        const times: number[] = [];
        const timed: typeof fetch = (input, init) => {
          times.push(clock.now());
          return fetch(input, init);
        };

        const { ids } = await collectAll(collector, { addresses }, contextFor(timed, clock));

        const first = requested.indexOf(slow.request);
        const second = requested.indexOf(slow.request, first + 1);
        expect((times[second] ?? 0) - (times[first] ?? 0)).toBeGreaterThanOrEqual(7000);
        expect(ids).toHaveLength(readable);
        expect(unused()).toEqual([]);
      }
    });

    it('asks again after trouble, a few times, and then names it', async () => {
      const troubled = recording.flatMap((exchange) => [
        { ...exchange, status: 502, body: 'Bad gateway' },
        exchange,
      ]);
      const needed = new Set(recording.map(({ request }) => request));
      const { fetch } = replay(troubled);
      // A collector does not repeat requests that it can do without: those second recordings stay unused.
      const { ids } = await collectAll(collector, { addresses }, contextFor(fetch));
      let requested = 0;
      const dead: typeof fetch = async () => {
        requested += 1;
        return answerOf({ status: 500, body: 'down' });
      };

      const failure = await collectAll(collector, { addresses }, contextFor(dead)).catch(AppError.from);

      expect(ids).toHaveLength(readable);
      expect(failure).toMatchObject({ code: 'source.unwell' });
      expect(requested).toBeLessThanOrEqual(6 * needed.size);
    });

    it('says that it is blocked, and does not continue asking', async () => {
      let requested = 0;
      const fetch: typeof globalThis.fetch = async () => {
        requested += 1;
        return answerOf({ status: 403, body: 'Access denied' });
      };

      const failure = await collectAll(collector, { addresses }, contextFor(fetch)).catch(AppError.from);

      expect(failure).toMatchObject({ code: 'source.blocked-us' });
      expect(requested).toBeLessThanOrEqual(6);
    });

    it.each(strange.filter(([, { body }]) => !(given.bareLists && Array.isArray(body))))(
      'names %s',
      async (_, answer) => {
        const fetch = async () => answerOf(answer);

        const failure = await collectAll(collector, { addresses }, contextFor(fetch)).catch(AppError.from);

        expect(failure).toBeInstanceOf(AppError);
        expect(failure).not.toMatchObject({ code: 'unexpected' });
        expect(Object.prototype).not.toHaveProperty('products');
      },
    );

    it('stopped after any batch, continues to the same set, nothing twice', async () => {
      const whole = await collectAll(collector, { addresses }, contextFor(replay(recording).fetch));
      const batches = whole.events.filter(({ kind }) => kind === 'batch').length;
      expect(batches).toBeGreaterThanOrEqual(3);

      for (let stop = 1; stop < batches; stop += 1) {
        const { fetch } = replay(recording, { again: true });
        const before = await collectAll(collector, { addresses }, contextFor(fetch), { batches: stop });
        const after = await collectAll(collector, { addresses }, contextFor(fetch), { before });

        expect([...before.ids, ...after.ids].sort()).toEqual(whole.ids.toSorted());
      }
    });

    it('never has more than four requests under way', async () => {
      const clock = fakeClock();
      const { fetch, most } = counted(replay(recording).fetch, clock, 50);

      await collectAll(collector, { addresses }, contextFor(fetch, clock));

      expect(most.underWay).toBeGreaterThan(0);
      expect(most.underWay).toBeLessThanOrEqual(4);
    });

    it('let go early, breaks off what it has under way', async () => {
      const recorded = replay(recording);
      const signals: (AbortSignal | null | undefined)[] = [];
      const fetch: typeof globalThis.fetch = (input, init) => {
        signals.push(init?.signal);
        return recorded.fetch(input, init);
      };

      await collectAll(collector, { addresses }, contextFor(fetch), { batches: 1 });

      expect(signals.at(-1)?.aborted).toBe(true);
    });

    it('stops when asked to, without another request', async () => {
      const stop = new AbortController();
      const { fetch, requested } = replay(recording);
      const context = { ...contextFor(fetch), signal: stop.signal };
      const events = collector.collect(
        { scope: 'shop', addresses, checkpoint: null, alreadyGot: () => false },
        context,
      );
      const reason = new Error('told to stop');
      const failure = await (async () => {
        for await (const event of events) {
          if (event.kind === 'batch') {
            stop.abort(reason);
          }
        }
        return null;
      })().catch((thrown: unknown) => thrown);

      expect(failure).toBe(reason);
      expect(requested.length).toBeLessThan(recording.length);
    });
  });
}

function seen(address: string, front: Omit<Exchange, 'request'>): Seen {
  const { status = 200, headers = {}, body } = front;
  return { url: new URL(address), status, headers: new Headers(headers), body: String(body) };
}
