import { budgets } from '../../build/budgets.ts';
import { expect, test } from '../product.ts';

test('the sign-in page loads no more script over the wire than its budget', async ({ page }) => {
  const scripts: Promise<{ url: string; encoding: string | undefined; bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') {
      scripts.push(
        Promise.all([request.sizes(), request.response()]).then(async ([sizes, response]) => ({
          url: request.url(),
          encoding: (await response?.allHeaders())?.['content-encoding'],
          bytes: sizes.responseBodySize,
        })),
      );
    }
  });

  await page.goto('/user/login', { waitUntil: 'networkidle' });
  const loaded = await Promise.all(scripts);

  expect(loaded.length).toBeGreaterThan(1);
  expect(loaded.filter(({ encoding, bytes }) => encoding !== 'br' && bytes > 1000)).toEqual([]);
  const kilobytes = loaded.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  expect(kilobytes).toBeGreaterThan(50);
  expect(kilobytes).toBeLessThanOrEqual(budgets.login);
});
