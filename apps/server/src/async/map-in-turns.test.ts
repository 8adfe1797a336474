import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapInTurns } from './map-in-turns.ts';

it('lets other work go on while a page of products is mapped, and keeps their order', async () => {
  const products = Array.from({ length: 500 }, (_, at) => at);
  let mapped = 0;
  const seen: number[] = [];

  const mapping = mapInTurns(products, (each) => {
    mapped += 1;
    return each * 2;
  });
  while (mapped < products.length) {
    seen.push(mapped);
    await setImmediate();
  }

  expect(await mapping).toEqual(products.map((each) => each * 2));
  expect(seen.length).toBeGreaterThan(10);
});

it('ends with what a product throws', async () => {
  const mapping = mapInTurns([1, 2], () => {
    throw new Error('No more codes.');
  });

  await expect(mapping).rejects.toThrow('No more codes.');
});

it('answers wait for one turn, however many pages are mapped at once', async () => {
  const products = Array.from({ length: 300 }, (_, at) => at);
  let mapped = 0;
  const turns: number[] = [];

  const mapping = Promise.all(
    Array.from({ length: 4 }, () =>
      mapInTurns(products, () => {
        mapped += 1;
      }),
    ),
  );
  // The first turn of each began at once.
  for (let seen = mapped; mapped < 4 * products.length; seen = mapped) {
    await setImmediate();
    turns.push(mapped - seen);
  }
  await mapping;

  expect(Math.max(...turns)).toBe(25);
});
