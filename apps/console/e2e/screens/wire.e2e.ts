import { expect, test } from '../product.ts';

/** Goals of issue 18: what the first page after a sign-in may cost a merchant on a slow line. */
const requestsMost = 40;
const bytesMost = 150_000;

test('a sign-in brings at most 40 requests and 150 kB over the wire, and a second visit no file again', async ({
  page,
  product,
}) => {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Network.enable');
  const urls = new Map<string, string>();
  let loaded: { url: string; bytes: number }[] = [];
  inspector.on(
    'Network.requestWillBeSent',
    ({ requestId, request }) => void urls.set(requestId, request.url),
  );
  inspector.on('Network.requestServedFromCache', ({ requestId }) => void urls.delete(requestId));
  inspector.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url !== undefined) {
      loaded.push({ url, bytes: encodedDataLength });
    }
  });
  await page.goto(`${product.url}/user/login`);
  await page.waitForLoadState('networkidle');
  loaded = [];

  await page.locator('[name=username]').fill(product.merchant.username);
  await page.locator('[name=password]').fill(product.merchant.password);
  await page.locator('form [type=submit]').click();
  await page.waitForURL('**/dashboard/workplace');
  // What comes later than the page itself: the texts of other pages must not.
  await page.waitForTimeout(3000);

  expect(loaded.length).toBeLessThanOrEqual(requestsMost);
  expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(bytesMost);
  loaded = [];
  await page.reload();
  await page.waitForTimeout(3000);
  expect(loaded.filter(({ url, bytes }) => url.includes('/assets/') && bytes > 0)).toEqual([]);
});
