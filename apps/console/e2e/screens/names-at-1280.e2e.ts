import { claimPracticeProducts, listPracticeProducts } from '../practice.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

/** The width that `--name-width` reserves, less the padding of a cell. */
const nameMin = 200;

test('names of products keep their width at 1280 in Portuguese, and a column’s width is remembered', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await claimPracticeProducts(product);
  await listPracticeProducts(product);
  await page.context().addCookies([{ name: 'lang', value: 'pt-BR', url: product.url }]);
  for (const path of ['/products/list', '/listing/state']) {
    await openAs(page, product, product.merchant, path);
    const names = page
      .getByRole('grid')
      .locator('.data-table-row .data-table-cell')
      .filter({
        has: page.locator('.product-cell'),
      });
    await expect(names.first()).toBeVisible();
    const width = (await names.first().boundingBox())?.width ?? 0;
    expect(width, path).toBeGreaterThanOrEqual(nameMin);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  }

  await openAs(page, product, product.merchant, '/products/list');
  const head = page
    .getByRole('columnheader')
    .filter({ has: page.getByRole('separator') })
    .first();
  const handle = head.getByRole('separator');
  const wide = async () => (await head.boundingBox())?.width ?? 0;
  const before = await wide();
  const grip = await handle.boundingBox();
  await page.mouse.move((grip?.x ?? 0) + 4, (grip?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((grip?.x ?? 0) - 56, (grip?.y ?? 0) + 8, { steps: 4 });
  await page.mouse.up();
  await expect.poll(wide).toBeCloseTo(before - 60, -1);
  await page.reload();
  await expect.poll(wide).toBeCloseTo(before - 60, -1);
});
