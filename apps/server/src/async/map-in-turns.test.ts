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
