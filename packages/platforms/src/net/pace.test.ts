import { expect, it } from 'vitest';
import { contextFor, counted } from '../testing/collecting.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { startVisit } from './http.ts';

/**
 * A host that allows `perSecond` after a burst, as a leaky bucket does. A refusal takes 60 ms, a good answer `answerMs`: a
 * large page takes longer.
 */
function limitedHost(perSecond: number, burst: number, retryAfter: string | null, answerMs = 60) {
  const clock = fakeClock();
  let tokens = burst;
  let filledAt = 0;
  let refused = 0;
  const fetch: typeof globalThis.fetch = async () => {
    tokens = Math.min(burst, tokens + ((clock.now() - filledAt) / 1000) * perSecond);
    filledAt = clock.now();
    if (tokens < 1) {
      refused += 1;
      return new Response('', {
        status: 429,
        headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
      });
    }
    tokens -= 1;
    await clock.sleep(answerMs - 60, new AbortController().signal);
    return Response.json({});
  };
  const { fetch: slow, most } = counted(fetch, clock, 60);
  return { clock, fetch: slow, most, refused: () => refused };
}

async function requestAll(
  fetch: typeof globalThis.fetch,
  clock: ReturnType<typeof fakeClock>,
  count: number,
  paceMs = 0,
) {
  const visit = startVisit(contextFor(fetch, clock), { robots: false, paceMs });
  const answers = Array.from({ length: count }, (_, page) =>
    visit.getJson(new URL(`https://shop.example/${page}`)),
  );
  await Promise.all(answers);
  return clock.now() / 1000;
}

it.each([
  ['says when to come back', '1'],
  ['does not', null],
])(
  'takes hardly longer than a bucket of 2 per second allows when the shop %s',
  { tags: ['slow'] },
  async (_, retryAfter) => {
    const { clock, fetch, refused } = limitedHost(2, 40, retryAfter);

    const seconds = await requestAll(fetch, clock, 204);

    // 40 at once and the other 164 at 2 per second.
    expect(seconds / 82).toBeLessThan(1.02);
    expect(refused()).toBeLessThan(20);
  },
);

it.each([800, 1000])(
  'takes hardly longer when good answers take %i ms, so that refusals overtake them',
  { tags: ['slow'] },
  async (answerMs) => {
    const { clock, fetch, refused } = limitedHost(2, 40, '1', answerMs);

    const seconds = await requestAll(fetch, clock, 204);

    expect(seconds / 82).toBeLessThan(1.05);
    expect(refused()).toBeLessThan(20);
  },
);

it('asks up to four at a time while the host is quick, never more', async () => {
  const { clock, fetch, most } = limitedHost(1000, 1000, null);

  const seconds = await requestAll(fetch, clock, 100);

  expect(most.underWay).toBe(4);
  expect(seconds).toBeLessThan(100 * 0.06 * 0.5);
});

it('halves what it has under way when the host says "too fast"', async () => {
  let limited = false;
  const fetch: typeof globalThis.fetch = async () => {
    const answer = limited ? new Response('', { status: 429 }) : Response.json({});
    limited = false;
    return answer;
  };
  const visit = startVisit(contextFor(fetch), { robots: false });
  const address = new URL('https://shop.example/');
  for (let time = 0; time < 20; time += 1) {
    await visit.getJson(address);
  }
  const before = visit.width(address);
  limited = true;
  await visit.getJson(address);

  expect([before, visit.width(address)]).toEqual([4, 2]);
});

it('goes back to fewer when the host falls ill or its answers take longer and longer', async () => {
  for (const trouble of ['ill', 'slow'] as const) {
    const clock = fakeClock();
    let requested = 0;
    let underWay = 0;
    const later: number[] = [];
    const fetch: typeof globalThis.fetch = async (_, init) => {
      requested += 1;
      underWay += 1;
      if (requested > 60) {
        later.push(underWay);
      }
      const bad = requested > 40;
      await clock.sleep(
        bad && trouble === 'slow' ? 100 * (requested - 35) : 100,
        init?.signal ?? new AbortController().signal,
      );
      underWay -= 1;
      return bad && trouble === 'ill' && requested % 3 === 0
        ? new Response('', { status: 500 })
        : Response.json({});
    };

    await requestAll(fetch, clock, 70);

    expect(Math.max(...later)).toBeLessThanOrEqual(2);
  }
});

it('keeps a fixed pace, one at a time', async () => {
  const { clock, fetch, most } = limitedHost(1000, 1000, null);

  const seconds = await requestAll(fetch, clock, 10, 3000);

  expect(seconds).toBeGreaterThanOrEqual(27);
  expect(most.underWay).toBe(1);
});
