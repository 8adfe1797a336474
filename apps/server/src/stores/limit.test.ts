import { expect, it } from 'vitest';
import { Limit } from './limit.ts';

/** A clock that stands still: whatever sleeps is woken by its signal alone. */
const still = {
  monotonic: () => 0,
  wall: () => 0,
  sleep: (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    }),
};

it('a request that waits for the limit goes as soon as an earlier one is known to have cost less', async () => {
  const bucket = { maximumAvailable: 1000, currentlyAvailable: 1000, restoreRate: 1 };
  const limit = new Limit(still, bucket);
  const { signal } = new AbortController();
  const gone: string[] = [];
  await limit.take(600, signal);
  const second = limit.take(600, signal).then(() => gone.push('second'));
  await new Promise((resolve) => setImmediate(resolve));
  const before = [...gone];

  limit.learn({ ...bucket, currentlyAvailable: 990 }, 600, 10);
  await second;

  expect(before).toEqual([]);
  expect(gone).toEqual(['second']);
});

it('a stop ends the wait for the limit', async () => {
  const limit = new Limit(still, { maximumAvailable: 10, currentlyAvailable: 0, restoreRate: 1 });
  const stop = new AbortController();
  const waiting = limit.take(5, stop.signal);
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort(new Error('stopped'));

  await expect(waiting).rejects.toThrow('stopped');
});
