import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { callsOf } from '../practice.ts';
import { expect, type Product, startProduct } from '../product.ts';
import { openAs } from '../sign-in.ts';
import { type SimulatedShop, simulateShop } from '../simulated-shop.ts';

let shop: SimulatedShop;
let running: { product: Product; stop(): Promise<void> };

test.beforeAll(async () => {
  shop = await simulateShop(['--products', '12', '--fault', 'odd-products']);
  running = await startProduct({ BOWERBIRD_ALLOWED_PRIVATE_HOSTS: new URL(shop.address).host });
});

test.afterAll(async () => {
  await running?.stop();
  await shop?.stop();
});

/** Saves a screenshot to the folder named by LOOK_FOLDER; does nothing if that is not set. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.LOOK_FOLDER;
  if (folder === undefined) {
    return;
  }
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a product without a price is collected as a draft, reported to have none, and neither exported nor listed', async ({
  page,
}) => {
  const { product } = running;
  await openAs(page, product, product.merchant, '/collect/product');
  await page.getByRole('main').getByRole('textbox').first().fill(shop.address);
  await page.getByRole('main').getByRole('button', { name: '识别', exact: true }).click();
  await look(page, 'collect');
  await page.getByRole('checkbox', { name: /库存/ }).check();
  await page.getByRole('button', { name: '开始采集', exact: true }).click();
  await expect(page.getByText(/已采集 20 \/ 23 件/)).toBeVisible();
  await look(page, 'certificate');
  expect(await faultsOfAccess(page)).toEqual([]);

  const call = await callsOf(product);
  const { items } = await call<{ items: { id: string; title: string; price: string | null }[] }>(
    'POST',
    '/collect/results/query',
    { filter: {} },
  );
  const unpriced = items.find(({ price }) => price === null);
  expect(unpriced).toBeDefined();
  const { productIds } = await call<{ productIds: string[] }>('POST', '/collect/results/claim', {
    selection: { ids: items.map(({ id }) => id) },
    edits: [{ kind: 'price-from-cost', by: '2.5' }],
  });
  const ours = await call<{ items: { id: string; price: string | null }[] }>('POST', '/products/query', {
    filter: {},
  });
  const own = ours.items.find(({ price }) => price === null);
  expect(productIds).toContain(own?.id);

  await page.goto(`${product.url}/products/list`);
  await expect(page.getByRole('row').filter({ hasText: unpriced?.title ?? '?' })).toBeVisible();
  await look(page, 'products');
  await page.goto(`${product.url}/products/${own?.id}`);
  await expect(page.getByLabel('标题', { exact: true })).toHaveValue(unpriced?.title ?? '?');
  await expect(page.getByText('1 个规格没有价格。填上价格之前，不会刊登，也不会导出。')).toBeVisible();
  await page.getByText('1 个规格没有价格').scrollIntoViewIfNeeded();
  await look(page, 'editor');
  expect(await faultsOfAccess(page)).toEqual([]);

  await page.goto(`${product.url}/products/export`);
  await expect(page.getByText('未写入：所有规格都没有价格')).toBeVisible();
  await look(page, 'export');
  await page.getByRole('button', { name: `导出 ${items.length} 件` }).click();
  await page.getByRole('button', { name: /条提示/ }).click();
  await expect(page.getByRole('dialog').getByText('未写入：所有规格都没有价格')).toBeVisible();
  await look(page, 'export-notices');
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: '下载' }).first().click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text).not.toContain('price-empty');
});
