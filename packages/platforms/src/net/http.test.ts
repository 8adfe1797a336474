import { AppError } from '@bowerbird/contract/errors';
import { expect, it, vi } from 'vitest';
import { contextFor } from '../testing/collecting.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { retryAfterMs } from './failures.ts';
import { atOnce, type Modes, startVisit } from './http.ts';

const feed = new URL('https://shop.example/products.json');

/** Returns answers in turn and repeats the last; records when each request came. */
function host(...answers: (() => Response | Promise<Response>)[]) {
  const clock = fakeClock();
  const times: number[] = [];
  const fetch: typeof globalThis.fetch = async () => {
    times.push(clock.now());
    const answer = answers[Math.min(times.length, answers.length) - 1];
    return answer ? await answer() : new Response('');
  };
  const visit = (modes: Modes = { robots: false }) => startVisit(contextFor(fetch, clock), modes);
  return { times, visit };
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('<p>no', { status: code, headers });
const json = (value: unknown) => () => Response.json(value);
const throwing = (error: Error) => () => Promise.reject(error);

async function codeOf(requested: Promise<unknown>): Promise<string> {
  return await requested.then(
    () => 'no failure',
    (thrown: unknown) => AppError.from(thrown).code,
  );
}

it.each([
  [401, 'source.password-protected'],
  [402, 'source.frozen'],
  [423, 'source.frozen'],
  [403, 'source.blocked-us'],
  [404, 'source.gone'],
  [410, 'source.gone'],
  [418, 'source.page-not-understood'],
])('names %s as %s and does not ask again', async (code, name) => {
  const { times, visit } = host(status(code));

  expect(await codeOf(visit().getJson(feed))).toBe(name);
  expect(times).toHaveLength(1);
});

it('knows the password page by the address it was sent to', async () => {
  const sent = new Response('<form>', { status: 200 });
  Object.defineProperty(sent, 'url', { value: 'https://shop.example/password' });
  const { visit } = host(() => sent);
  const refused = host(status(302, { location: '/password' }));

  expect(await codeOf(visit().getText(new URL('https://shop.example/')))).toBe('source.password-protected');
  expect(await codeOf(refused.visit().getJson(feed))).toBe('source.password-protected');
});

it.each([
  ['seconds', { 'retry-after': '90' }, 90_000],
  [
    'a date',
    { 'retry-after': 'Fri, 20 Nov 2026 10:02:00 GMT', date: 'Fri, 20 Nov 2026 10:00:30 GMT' },
    90_000,
  ],
  ['nothing', {}, 10_000],
])('waits as long as a 429 says in %s, then asks the same again', async (_, headers, waitMs) => {
  const { times, visit } = host(status(429, headers), json({ a: 1 }));

  expect(await visit().getJson(feed)).toEqual({ a: 1 });
  expect(times).toEqual([0, waitMs]);
});

it('doubles its wait at each 429 in a row, up to five minutes, and gives up in the end', async () => {
  const { times, visit } = host(status(429));

  const failure = await visit().getJson(feed).catch(AppError.from);

  expect(failure).toMatchObject({ code: 'source.slow-down' });
  const waits = times.slice(1).map((time, at) => (time - (times[at] ?? 0)) / 1000);
  expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300, 300, 300, 300]);
});

it('leaves a shop that wants hours of rest, and says how long', async () => {
  const { times, visit } = host(status(429, { 'retry-after': '7200' }));

  const failure = await visit().getJson(feed).catch(AppError.from);

  expect(failure).toMatchObject({ code: 'source.slow-down', waitMs: 7_200_000 });
  expect(times).toHaveLength(1);
});

it('takes 430 for a block: three tries a minute and more apart, then nothing more of that host', async () => {
  const { times, visit } = host(status(430));
  const reading = visit();

  expect(await codeOf(reading.getJson(feed))).toBe('source.blocked-us');
  expect(await codeOf(reading.getJson(new URL('/meta.json', feed)))).toBe('source.blocked-us');
  expect(times).toEqual([0, 60_000, 180_000]);
});

it.each([
  ['5xx', status(503), 'source.unwell'],
  ['a refused connection', throwing(new TypeError('fetch failed')), 'address.unreachable'],
  ['a body that breaks off', () => new Response(brokenBody()), 'source.answer-cut'],
  ['JSON that breaks off', () => new Response('{"products":[{"id":1'), 'source.answer-cut'],
  ['silence', throwing(new DOMException('no answer', 'TimeoutError')), 'source.timeout'],
])('asks six times in all through %s, and once when nothing depends on it', async (_, answer, name) => {
  const { times, visit } = host(answer);
  const optional = host(answer);
  const lucky = host(answer, answer, json([]));

  expect(await codeOf(visit().getJson(feed))).toBe(name);
  expect(times).toEqual([0, 1000, 3000, 7000, 15_000, 31_000]);
  expect(await codeOf(optional.visit().getJson(feed, { optional: true }))).toBe(name);
  expect(optional.times).toHaveLength(1);
  expect(await lucky.visit().getJson(feed)).toEqual([]);
});

it('keeps the name of an address that was refused before it left', async () => {
  const guarded = new TypeError('fetch failed', { cause: new AppError('address.private', '10.0.0.1') });
  const { times, visit } = host(throwing(guarded));

  expect(await codeOf(visit().getJson(feed))).toBe('address.private');
  expect(times).toHaveLength(1);
});

it.each(['<!doctype html><p>Hello', '', 'Too busy', '{"a":1} trailing }'])(
  'never takes %j for JSON',
  async (body) => {
    const { visit } = host(() => new Response(body));

    expect(await codeOf(visit().getJson(feed))).toBe('source.not-json');
  },
);

it('lets go of a body that has no end, having read little more than it may', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1_000_000;
      controller.enqueue(new Uint8Array(1_000_000).fill(32));
    },
  });
  const { visit } = host(() => new Response(endless));

  expect(await codeOf(visit().getJson(feed))).toBe('source.answer-too-large');
  expect(sent).toBeLessThan(33_000_000);
});

it('does not begin to read a body that says it is 50 MB', async () => {
  let pulled = 0;
  const noted = () => {
    pulled += 1;
  };
  const body = new ReadableStream<Uint8Array>({ pull: noted }, { highWaterMark: 0 });
  const { visit } = host(() => new Response(body, { headers: { 'content-length': '50000000' } }));

  expect(await codeOf(visit().getJson(feed))).toBe('source.answer-too-large');
  expect(pulled).toBe(0);
});

it('reads bytes that are no UTF-8 as replacement marks, and the rest as it is', async () => {
  const bytes = Uint8Array.of(
    ...new TextEncoder().encode('{"t":"Caf'),
    0xe9,
    ...new TextEncoder().encode('","n":1}'),
  );
  const { visit } = host(() => new Response(bytes));

  expect(await visit().getJson(feed)).toEqual({ t: 'Caf\uFFFD', n: 1 });
});

it('asks for robots.txt once per host, obeys it, and keeps the delay it names', async () => {
  const requested: string[] = [];
  const clock = fakeClock();
  const times: number[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    requested.push(String(input));
    times.push(clock.now());
    return String(input).endsWith('/robots.txt')
      ? new Response('User-agent: *\nDisallow: /cart\nCrawl-delay: 3')
      : Response.json({});
  };
  const visit = startVisit(contextFor(fetch, clock));

  await Promise.all([visit.getJson(feed), visit.getJson(new URL('/meta.json', feed))]);

  expect(await codeOf(visit.getJson(new URL('/cart.js', feed)))).toBe('source.robots-forbid');
  expect(requested.filter((address) => address.endsWith('/robots.txt'))).toHaveLength(1);
  expect(requested).not.toContain('https://shop.example/cart.js');
  expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(3000);
});

it('takes a shop without robots.txt for one that forbids nothing', async () => {
  const { visit } = host(status(404), json({ a: 1 }));

  expect(await visit({}).getJson(feed)).toEqual({ a: 1 });
});

/** Sends headers and half an answer, then breaks the connection. */
function brokenBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"products":['));
    },
    pull(controller) {
      controller.error(new TypeError('terminated'));
    },
  });
}

it('lets an answer go that trickles on and never ends', async () => {
  const late = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const begun = Promise.withResolvers<void>();
  const trickling: typeof fetch = async (_url, init) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{'));
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          begun.resolve();
        },
      }),
    );

  const requested = codeOf(startVisit(contextFor(trickling, fakeClock()), atOnce).getJson(feed));
  await begun.promise;
  late.abort(new DOMException('too long', 'TimeoutError'));

  expect(await requested).toBe('source.timeout');
  limit.mockRestore();
});

it('takes no rest longer than a day for meant', () => {
  const day = 24 * 3600_000;
  const call = (text: string) => retryAfterMs(new Headers({ 'retry-after': text }));

  expect([call('99999999999999999999'), call('Fri, 31 Dec 9999 23:59:59 GMT')]).toEqual([day, day]);
});
