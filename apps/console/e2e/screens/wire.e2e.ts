import { expect, test } from '../product.ts';
import { loadedBySignIn, watchWire } from '../wire.ts';

/** What the first page after a sign-in may cost a merchant on a slow line. */
const requestsMost = 40;
const bytesMost = 150_000;

test('a sign-in brings at most 40 requests and 150 kB over the wire, and a second visit no file again', async ({
  page,
  product,
}) => {
  const wire = await watchWire(page);

  const loaded = await loadedBySignIn(page, wire, product);

  // The texts of other pages must not come with it.
  expect(loaded.length).toBeLessThanOrEqual(requestsMost);
  expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(bytesMost);
  wire.forget();
  await page.reload();
  await page.waitForTimeout(3000);
  expect(wire.loaded().filter(({ url, bytes }) => url.includes('/assets/') && bytes > 0)).toEqual([]);
});
