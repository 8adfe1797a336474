import type { Page } from '@playwright/test';
import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

interface Held {
  id: string;
  revision: number;
  product: { title: string };
}

let prepared: ReturnType<typeof callsOf> | undefined;

/** Returns the merchant's API calls, once there are products. */
function callsWithProducts(product: Product): ReturnType<typeof callsOf> {
  prepared ??= claimPracticeProducts(product).then(() => callsOf(product));
  return prepared;
}

/** Returns one of the merchant's products, with another title if one is given. */
async function oneProduct(product: Product, title?: string): Promise<Held> {
  const call = await callsWithProducts(product);
  const { items } = await call<{ items: { id: string }[] }>('POST', '/products/query', {
    filter: {},
    limit: 1,
  });
  const id = items[0]?.id ?? '';
  const held = await call<Omit<Held, 'id'>>('GET', `/products/${id}`);
  if (title !== undefined) {
    await call('PUT', `/products/${id}`, {
      revision: held.revision,
      product: { ...held.product, title },
    });
  }
  return { id, ...held, product: { ...held.product, title: title ?? held.product.title } };
}

const titleOf = (page: Page) => page.getByLabel('标题', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^保存/ }).click();

test('edits that were not saved are offered again after a reload', async ({ page, product }) => {
  const { id } = await oneProduct(product);
  await openAs(page, product, product.merchant, `/products/${id}`);
  await titleOf(page).fill('Not saved yet');
  page.on('dialog', (dialog) => void dialog.accept());
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })))
    .toContain('Not saved yet');
  await page.reload();

  await page.getByRole('button', { name: '恢复修改' }).click();
  await expect(titleOf(page)).toHaveValue('Not saved yet');
  await save(page);
  await page.reload();
  await expect(titleOf(page)).toHaveValue('Not saved yet');
});

test('offline in the middle of a save: it says so, keeps the edit, and saves it when asked again', async ({
  page,
  product,
  context,
}) => {
  const { id } = await oneProduct(product);
  await openAs(page, product, product.merchant, `/products/${id}`);
  await titleOf(page).fill('Written offline');
  await context.setOffline(true);
  await save(page);
  await expect(page.getByText('离线：改动会留在此页')).toBeVisible();
  await expect(titleOf(page)).toHaveValue('Written offline');

  await context.setOffline(false);
  await save(page);
  await page.reload();
  await expect(titleOf(page)).toHaveValue('Written offline');
});

test('a sign-in that ends while a drawer is open leads to the login page, and nothing is written', async ({
  page,
  product,
  context,
}) => {
  await oneProduct(product);
  await openAs(page, product, product.merchant, '/products/list');
  await page.getByRole('button', { name: '列', exact: true }).or(page.getByTitle('列')).first().click();
  const cookies = await context.cookies();
  await page.request.post(`${product.url}/shop-reptile/api/auth/logout`, {
    headers: { 'access-token': cookies.find(({ name }) => /token/i.test(name))?.value ?? '' },
  });
  const login = /\/user\/login\?redirect=/;
  const search = page.getByRole('searchbox').or(page.getByPlaceholder('搜索标题、SKU、条码、标签')).first();
  // The page also makes calls of its own, and may redirect to the login page before anything is typed.
  await Promise.race([search.fill('birch'), page.waitForURL(login)]);
  await expect(page).toHaveURL(login);
});

test('a title of two thousand characters is named as too long, and what was typed stays', async ({
  page,
  product,
}) => {
  const { id } = await oneProduct(product);
  await openAs(page, product, product.merchant, `/products/${id}`);
  const long = 'Long '.repeat(400).trim();
  await titleOf(page).fill(long);
  await save(page);
  await expect(page.getByText('太长了：1,999 个字符，最多 1,000 个。').first()).toBeVisible();
  await expect(titleOf(page)).toHaveValue(long);
});

for (const [what, title] of [
  ['a thousand characters, the most there may be,', 'Long '.repeat(200).trim()],
  ['right to left', 'كرسي خشبي (Oak) 2024 — مقعد'],
] as const) {
  test(`a title of ${what} stands in the lists without breaking them`, async ({ page, product }) => {
    const { id } = await oneProduct(product, title);
    await openAs(page, product, product.merchant, '/products/list');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/products/list', `/products/${id}`, '/listing/state']) {
        await page.goto(path);
        await expect(page.locator('.top-progress.busy')).toHaveCount(0);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });
}
