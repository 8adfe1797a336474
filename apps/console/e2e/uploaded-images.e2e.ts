import { callsOf, claimPracticeGoods } from './practice.ts';
import { expect, test } from './product.ts';
import { openAs } from './sign-in.ts';

/** A red point, as a PNG. */
const red = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('an image from disk is uploaded in the editor, saved, shown again, and is nobody else’s', async ({
  page,
  product,
  browser,
}) => {
  await claimPracticeGoods(product);
  const call = await callsOf(product);
  const { items } = await call<{ items: { id: string }[] }>('POST', '/products/query', { filter: {} });
  const id = items[0]?.id ?? '';
  const pictures = async () =>
    (await call<{ product: { pictures: { url: string }[] } }>('GET', `/products/${id}`)).product.pictures;
  const before = (await pictures()).length;
  await openAs(page, product, product.merchant, `/products/${id}`);

  await page.getByRole('button', { name: '添加图片' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '从电脑上传' }).first().click();
  await (await chooser).setFiles([
    { name: 'red.png', mimeType: 'image/png', buffer: red },
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  ]);

  await expect(page.locator('.editor-picture')).toHaveCount(before + 1);
  await expect(page.locator('.image-uploads-failed li').filter({ hasText: 'drawing.svg' })).toBeVisible();
  const image = page.locator('.editor-picture img').last();
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveJSProperty('naturalWidth', 1);
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await pictures()).length).toBe(before + 1);
  await page.reload();
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveJSProperty('naturalWidth', 1);

  const source = await image.getAttribute('src');
  const stranger = await browser.newContext();
  const answer = await stranger.request.get(`${product.url}${source}`);
  expect(answer.status()).toBe(401);
  await stranger.close();
});
