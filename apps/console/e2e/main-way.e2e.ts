import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { faultsOfAccess } from './access.ts';
import { claimPracticeProducts } from './practice.ts';
import { expect, type SignIn, test } from './product.ts';
import { openAs } from './sign-in.ts';

async function signIn(page: Page, { username, password }: SignIn): Promise<void> {
  await page.getByLabel('账号名或邮箱').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

test('a newcomer goes the whole way: collect, claim and price, list, and finds everything once [2.dashboard-screens.Workplace]', async ({
  page,
  product,
}) => {
  await page.goto('/products/list');
  await expect(page).toHaveURL(/\/user\/login\?redirect=/);
  await expect(page.getByLabel('账号名或邮箱')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);

  await signIn(page, { ...product.merchant, password: 'not the password' });
  await expect(page.getByRole('alert').filter({ hasText: '账户或密码错误' }).first()).toBeVisible();
  await signIn(page, product.merchant);
  await expect(page).toHaveURL(/\/products\/list$/);

  await page.getByRole('link', { name: '工作台' }).first().click();
  await expect(page.getByText('两分钟，刊登第一批商品')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);

  await page.getByRole('main').locator('ol').getByRole('button', { name: '采集', exact: true }).click();
  await expect(page.getByText(/采集报告：24 \/ 24/)).toBeVisible();

  await page.getByRole('button', { name: '预览价格' }).click();
  await page.getByRole('button', { name: '认领 24 件' }).click();
  await expect(page.getByText('已认领并定价 24 件。')).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: '刊登', exact: true }).click();
  await expect(page.getByText('已刊登 24 / 24 件，没有重复。')).toBeVisible();

  await page.getByText('查看结果').click();
  await expect(page.getByText('Aster Practice').first()).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
});

test('an export is built, kept, and downloads as the file that was promised', async ({ page, product }) => {
  await claimPracticeProducts(product);
  await openAs(page, product, product.merchant, '/products/export');

  await page.getByRole('button', { name: '导出 24 件' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: '下载' }).first().click();
  const text = readFileSync(await (await download).path(), 'utf8');

  expect(text.startsWith('Handle,Title,Body (HTML)')).toBe(true);
  expect(
    new Set(
      text
        .split('\n')
        .slice(1)
        .flatMap((line) => /^[a-z0-9-]+(?=,)/.exec(line) ?? []),
    ).size,
  ).toBe(24);
  expect(await faultsOfAccess(page)).toEqual([]);
});

test('a product is found as one types and edited, and another editor is warned and not overwritten [2.product-screens.ProductList] [2.product-screens.ProductDetials]', async ({
  page,
  product,
  context,
}) => {
  await claimPracticeProducts(product);
  await openAs(page, product, product.merchant, '/products/list');
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder('搜索标题、SKU、条码、标签'))
    .first()
    .fill('birch');
  const row = page.getByRole('row').filter({ hasText: 'Birch Scented Candle' });
  await expect(row).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await row.click();

  const title = page.getByLabel('标题', { exact: true });
  await expect(title).toHaveValue('Birch Scented Candle');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByLabel('标题', { exact: true })).toHaveValue('Birch Scented Candle');

  await title.fill('Birch Candle, hand poured');
  await page.getByRole('button', { name: /保存/ }).first().click();
  await expect(page.getByText('Birch Candle, hand poured').first()).toBeVisible();

  await other.getByLabel('标题', { exact: true }).fill('Birch Candle of the other tab');
  await other.getByRole('button', { name: /保存/ }).first().click();
  await expect(other.getByText(/林晓 保存了这件商品/).first()).toBeVisible();
  await page.reload();
  await expect(title).toHaveValue('Birch Candle, hand poured');
  expect(await faultsOfAccess(page)).toEqual([]);
});
