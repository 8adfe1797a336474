import { expect, it } from 'vitest';
import { mapConcurrently } from './map-concurrently.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('begins no other product after a failure, and throws only when nothing is under way any more', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 1) {
      throw new Error('the store closed the connection');
    }
    await pause(20);
    ended.push(item);
  };

  await expect(mapConcurrently([0, 1, 2, 3, 4], 2, work)).rejects.toThrow('closed the connection');

  expect({ begun, ended }).toEqual({ begun: [0, 1], ended: [0] });
});

it('never does more at once than allowed, and keeps the order of the products', async () => {
  let underWay = 0;
  let most = 0;
  const results = await mapConcurrently([30, 10, 20, 0], 2, async (ms) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await pause(ms);
    underWay -= 1;
    return ms;
  });

  expect({ results, most }).toEqual({ results: [30, 10, 20, 0], most: 2 });
  expect(await mapConcurrently([], 2, () => Promise.resolve(1))).toEqual([]);
});
