import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BodyPace } from './body-pace.ts';

/** A clock that goes on only while somebody sleeps. */
function sleepers() {
  let now = 0;
  return {
    monotonic: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
}

async function* body(parts: number, bytes = 64 * 1024): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part += 1) {
    yield Buffer.alloc(bytes, part);
  }
}

function isMinor(detail: unknown): boolean {
  const { NODE_PERFORMANCE_GC_MINOR: minor } = constants;
  return typeof detail === 'object' && detail !== null && 'kind' in detail && detail.kind === minor;
}

async function all(parts: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const read: Buffer[] = [];
  for await (const part of parts) {
    read.push(part);
  }
  return read;
}

describe('large bodies', () => {
  it('of one merchant are read at 16 MB in a second, however many arrive at once', async () => {
    const clock = sleepers();
    const pace = new BodyPace(clock);
    const read = () => all(pace.read('ann', body(64)));

    const bodies = await Promise.all([read(), read(), read(), read()]);

    expect(bodies.map((parts) => Buffer.concat(parts).length)).toEqual(Array(4).fill(4 * 1024 ** 2));
    expect(clock.monotonic()).toBeGreaterThanOrEqual(1000);
  });

  it('of another merchant wait for none of them, and small ones for nobody', async () => {
    const clock = sleepers();
    const pace = new BodyPace(clock);
    await all(pace.read('ann', body(640)));
    const before = clock.monotonic();

    const parts = await all(pace.read('ben', body(1, 20_000)));

    expect(parts).toHaveLength(1);
    expect(clock.monotonic()).toBe(before);
  });

  it('are whole and in order', async () => {
    const parts = await all(new BodyPace(sleepers()).read('ann', body(5)));

    expect(parts.map((part) => part[0])).toEqual([0, 1, 2, 3, 4]);
  });

  it('leave nothing over for which the program marks its whole memory: it is collected after every 8 MB', async () => {
    let collected = 0;
    const observer = new PerformanceObserver((seen) => {
      const kinds = seen.getEntries().map((entry) => 'detail' in entry && entry.detail);
      collected += kinds.filter((detail) => isMinor(detail)).length;
    });
    observer.observe({ entryTypes: ['gc'] });
    for await (const _ of new BodyPace(sleepers()).read('ann', body(1000, 160_000))) {
      // Read and left over.
    }
    await nextTurn();
    await nextTurn();
    observer.disconnect();

    // Of twenty; the last ones may be observed after this. Without it, there is none.
    expect(collected).toBeGreaterThanOrEqual(5);
  });
});
