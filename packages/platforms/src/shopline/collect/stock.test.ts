import { expect, it } from 'vitest';
import { collectAll } from '../../testing/collecting.ts';
import { simulatedShop } from '../../testing/simulated-suite.ts';
import { shopline } from '../index.ts';

const wanted = { addresses: [new URL('http://glade-home.localhost:8901/')], stock: true };
const closed = { kind: 'status', value: 404, matching: 'highFrequencyData', count: null } as const;

it('reads the stock of every variant by one more call for each product, where it is asked for', async () => {
  const { products } = await simulatedShop(shopline, 30).collect({}, wanted);

  expect(products).toHaveLength(30);
  expect(products.flatMap(({ variants }) => variants).every(({ stock }) => stock !== null)).toBe(true);
  expect(products.every(({ extra }) => extra.stock?.stated === true)).toBe(true);
});

it('asks for none where nobody wants it, and says nothing of it', async () => {
  const { products } = await simulatedShop(shopline, 30).collect();

  expect(products.flatMap(({ variants }) => variants).every(({ stock }) => stock === null)).toBe(true);
  expect(products.every(({ extra }) => extra.stock === undefined)).toBe(true);
});

it('keeps the products of a shop whose call is closed, says why, and soon asks no more', async () => {
  const { context, collector } = simulatedShop(shopline, 30, closed);
  let requested = 0;
  const fetch: typeof globalThis.fetch = (input, init) => {
    requested += String(input instanceof Request ? input.url : input).includes('highFrequencyData') ? 1 : 0;
    return context.fetch(input, init);
  };

  const { products, skipped } = await collectAll(collector, wanted, { ...context, fetch });

  expect([products.length, skipped]).toEqual([30, []]);
  expect(products.every(({ extra }) => extra.stock?.stated === false)).toBe(true);
  expect(new Set(products.map(({ extra }) => extra.stock?.because))).toEqual(new Set(['source.gone']));
  expect(requested).toBeLessThan(10);
});
