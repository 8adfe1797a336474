import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

/** A red pixel, as a PNG. */
const red = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('an image from disk is uploaded in the editor, saved, shown again, and is nobody else’s', async ({
  page,
  product,
  browser,
}) => {
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const { items } = await call<{ items: { id: string }[] }>('POST', '/products/query', { filter: {} });
  const id = items[0]?.id ?? '';
  const images = async () =>
    (await call<{ product: { images: { url: string }[] } }>('GET', `/products/${id}`)).product.images;
  const before = (await images()).length;
  await openAs(page, product, product.merchant, `/products/${id}`);

  await page.getByRole('button', { name: '添加图片' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '从电脑上传' }).first().click();
  await (await chooser).setFiles([
    { name: 'red.png', mimeType: 'image/png', buffer: red },
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  ]);

  await expect(page.locator('.editor-image')).toHaveCount(before + 1);
  await expect(page.locator('.image-uploads-failed li').filter({ hasText: 'drawing.svg' })).toBeVisible();
  const image = page.locator('.editor-image img').last();
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveJSProperty('naturalWidth', 1);
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await images()).length).toBe(before + 1);
  await page.reload();
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveJSProperty('naturalWidth', 1);

  const source = await image.getAttribute('src');
  const unmanaged = await browser.newContext();
  const answer = await unmanaged.request.get(`${product.url}${source}`);
  expect(answer.status()).toBe(401);
  await unmanaged.close();
});
