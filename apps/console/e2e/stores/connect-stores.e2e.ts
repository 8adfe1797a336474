import { type Page, test } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { expect, type Product, startProduct } from '../product.ts';
import { openAs } from '../sign-in.ts';
import { reaching, type SimulatedStores, simulateStores } from '../simulated-stores.ts';

let simulated: SimulatedStores;
let running: { product: Product; stop(): Promise<void> };

test.beforeAll(async () => {
  simulated = await simulateStores();
  running = await startProduct(reaching(simulated.stores));
});

test.afterAll(async () => {
  await running?.stop();
  await simulated?.stop();
});

test('a store of each platform is connected in the drawer, and its card reports what is known of it [2.template-screens.CardList]', async ({
  page,
}) => {
  const { product } = running;
  await openAs(page, product, product.merchant, '/list/card');

  for (const store of simulated.stores) {
    await page.getByRole('button', { name: '连接店铺' }).click();
    const drawer = page.getByRole('dialog', { name: '连接店铺' });
    await drawer.locator(`input[name=platform][value=${store.platform}]`).check();
    await next(page);
    await drawer.getByRole('textbox', { name: '店铺地址' }).fill(store.address);
    await drawer.getByRole('textbox', { name: '店铺备注名' }).fill(`店 ${store.platform}`);
    await next(page);
    // The last connection option of each platform: application passwords, or the app that the shop itself grants access
    // to.
    const way = store.ways.at(-1) ?? { connection: '', credentials: {} };
    if (store.ways.length > 1) {
      await drawer.locator(`input[name=connection][value=${way.connection}]`).check();
    }
    await expect(drawer.locator('.find li').first()).toBeVisible();
    if (store.platform === 'shopline') {
      expect(await faultsOfAccess(page)).toEqual([]);
      await fill(page, { token: 'not-the-token' });
      await drawer.getByRole('button', { name: '连接并检查' }).click();
      await expect(drawer.getByText('店铺不接受这份授权信息')).toBeVisible();
      await expect(drawer.locator('input[name=token]')).toHaveAttribute('aria-invalid', 'true');
    }
    await fill(page, way.credentials);
    await drawer.getByRole('button', { name: /^(连接并检查|前往店铺)$/ }).click();
    await expect(drawer.getByText(`“店 ${store.platform}”已连接`)).toBeVisible();
    await drawer.getByRole('button', { name: '完成' }).click();
    await expect(drawer).toBeHidden();
  }

  const reports: Record<string, string> = {
    shopify: '防重复：店铺拒绝重复商品',
    woocommerce: '防重复：先存草稿',
    wordpress: '防重复：先存草稿',
    shopline: '防重复：先存草稿',
    shoplazza: '防重复：先核实再重发',
    shopyy: '防重复：先核实再重发',
  };
  for (const { platform, address } of simulated.stores) {
    const card = page.getByRole('article', { name: `店 ${platform}` });
    await expect(card).toContainText(address);
    await expect(card).toContainText('已连接');
    await expect(card).toContainText(reports[platform] ?? '?');
  }

  await page.getByRole('article', { name: '店 shopline' }).getByRole('button', { name: '防重复' }).click();
  await page.getByRole('button', { name: '开始检测' }).click();
  await expect(page.getByText('检测结果：')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
});

async function next(page: Page): Promise<void> {
  await page.getByRole('button', { name: '下一步' }).click();
}

async function fill(page: Page, credentials: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(credentials)) {
    await page.locator(`input[name=${name}]`).fill(value);
  }
}
