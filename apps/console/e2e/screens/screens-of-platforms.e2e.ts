import { type Page, test } from '@playwright/test';
import { sharePage } from '../one-page.ts';
import { callsOf } from '../practice.ts';
import { expect, type Product, startProduct } from '../product.ts';
import { reaching, type SimulatedStores, simulateStores } from '../simulated-stores.ts';

const platforms = [
  'shopify',
  'shoplazza',
  'shopline',
  'aliexpress',
  'alibaba',
  'wordpress',
  'shopyy',
  'woocommerce',
] as const;
type Platform = (typeof platforms)[number];

test.setTimeout(300_000);

let simulated: SimulatedStores;
let running: { product: Product; stop(): Promise<void> };
let call: Awaited<ReturnType<typeof callsOf>>;

/** One simulated shop of each platform, three of its products collected and added to the products. */
const { at } = sharePage(async () => {
  simulated = await simulateStores(platforms);
  running = await startProduct(reaching(platforms.map((platform) => ({ address: hostOf(platform) }))));
  call = await callsOf(running.product);
  for (const platform of platforms) {
    await call('POST', '/collect/runs', { platform, scope: 'shop', addresses: [shopOf(platform)] });
  }
  for (const platform of platforms) {
    await expect.poll(() => collected(platform), { timeout: 120_000, message: platform }).toBe(3);
  }
  const { items } = await call<{ items: { id: string }[] }>('POST', '/collect/results/query', {
    filter: { state: 'unclaimed' },
    limit: 100,
  });
  await call('POST', '/collect/results/claim', { selection: { ids: items.map(({ id }) => id) } });
  return { product: running.product, person: running.product.merchant };
});

test.afterAll(async () => {
  await running?.stop();
  await simulated?.stop();
});

test('Shopify: a shop is collected from the group [2.shopify-group.product-collect]', () =>
  collects('shopify', 'product-collect'));
test('Shopify: categories are read and one is collected [2.shopify-group.category-collect]', () =>
  collectsCategory('shopify', 'category-collect'));
test('Shopify: the list holds the products of Shopify shops alone [2.shopify-group.list]', () =>
  listsItsOwn('shopify'));
test('Shopify: a product is opened from the list and edited [2.shopify-group.details]', () =>
  edits('shopify', 'details'));

test('Shoplazza: a shop is collected from the group [2.shoplazza-group.product-collect]', () =>
  collects('shoplazza', 'product-collect'));
test('Shoplazza: collections are read and one is collected [2.shoplazza-group.by-collections]', () =>
  collectsCategory('shoplazza', 'by-collections'));
test('Shoplazza: the list holds the products of Shoplazza shops alone [2.shoplazza-group.list]', () =>
  listsItsOwn('shoplazza'));
test('Shoplazza: a product is opened from the list and edited [2.shoplazza-group.details]', () =>
  edits('shoplazza', 'details'));
test('Shoplazza: the browser plugin is downloaded [2.shoplazza-group.plugin-download]', () =>
  handsOutThePlugin('shoplazza'));

test('Shopline: a shop is collected from the group [2.shopline-group.product-collection]', () =>
  collects('shopline', 'product-collect'));
test('Shopline: categories are read and one is collected [2.shopline-group.to-category]', () =>
  collectsCategory('shopline', 'to-category'));
test('Shopline: the list holds the products of Shopline shops alone [2.shopline-group.list]', () =>
  listsItsOwn('shopline'));
test('Shopline: a product is opened from the list and edited [2.shopline-group.details]', () =>
  edits('shopline', 'details'));

test('AliExpress: the list holds the products of AliExpress alone [2.aliexpress-group.list]', () =>
  listsItsOwn('aliexpress'));
test('AliExpress: a product is opened from the list and edited [2.aliexpress-group.edit]', () =>
  edits('aliexpress', 'edit'));
test('AliExpress: the browser plugin is downloaded [2.aliexpress-group.plugin-download]', () =>
  handsOutThePlugin('aliexpress'));

test('Alibaba: a store is collected from the group [2.alibaba-group.AlibabaProductGet]', () =>
  collects('alibaba', 'product-get'));
test('Alibaba: categories are read and one is collected [2.alibaba-group.AlibabaCategoryGather]', () =>
  collectsCategory('alibaba', 'category-gather'));

test('WordPress: posts are collected from the group [2.wordpress-group.WordpressProductSourcing]', () =>
  collects('wordpress', 'product-sourcing'));
test('WordPress: categories are read and one is collected [2.wordpress-group.WordpressCategoryGather]', () =>
  collectsCategory('wordpress', 'category-gather'));

test('WordPress to Shopify: the guided copy takes a WordPress site and offers Shopify stores alone [2.wordpress-group.wordpress-to-shopify]', async () => {
  const page = await at('/platform/wordpress/wordpress-to-shopify');
  const main = page.getByRole('main');
  await main.getByRole('textbox').first().fill(shopOf('wordpress'));
  await main.getByRole('textbox').first().press('Enter');
  await expect(main.getByRole('checkbox', { name: 'Aster Practice' })).toBeVisible();
});

test('Shopyy: collected products show SPU and language [2.product-screens.Shopyy]', () =>
  showsColumns('shopyy', ['SPU', '站点语言', '属性']));
test('WooCommerce: collected products show type, sale and attributes [2.product-screens.WooCommerce]', () =>
  showsColumns('woocommerce', ['商品类型', '促销中', '属性']));

/** Pastes the shop's address, starts, and waits until the run has read the shop again. */
async function collects(platform: Platform, screen: string): Promise<void> {
  const page = await at(`/platform/${platform}/${screen}`);
  const runs = await runsOf(platform);
  const main = page.getByRole('main');
  await main.getByRole('textbox').first().fill(shopOf(platform));
  await main.getByRole('textbox').first().press('Enter');
  await main.getByRole('button', { name: '开始采集', exact: true }).click();
  await expect(page).toHaveURL(/run=[\da-f-]{36}/);
  await expect.poll(() => runsOf(platform)).toBe(runs + 1);
  await expect(main.getByText(/3 件/).first()).toBeVisible();
}

/** Loads the shop's categories, ticks the first and starts collecting it. */
async function collectsCategory(platform: Platform, screen: string): Promise<void> {
  const page = await at(`/platform/${platform}/${screen}?address=${encodeURIComponent(shopOf(platform))}`);
  const runs = await runsOf(platform);
  const first = page.getByRole('treeitem').first();
  await expect(first).toBeVisible();
  await first.getByRole('checkbox').check();
  await page.getByRole('main').getByRole('button', { name: '采集商品', exact: true }).click();
  await expect(page).toHaveURL(/run=[\da-f-]{36}/);
  expect(await runsOf(platform)).toBe(runs + 1);
}

async function listsItsOwn(platform: Platform): Promise<void> {
  const page = await at(`/platform/${platform}/list`);
  await expect(rowsOf(page)).toHaveCount(3);
}

/** Opens the first product of the list, changes its title and saves it. */
async function edits(platform: Platform, screen: string): Promise<void> {
  const page = await at(`/platform/${platform}/list`);
  await rowsOf(page).first().click();
  await expect(page).toHaveURL(new RegExp(`/platform/${platform}/${screen}/[\\da-f-]{36}$`));
  const title = page.getByLabel('标题', { exact: true });
  const better = `${await title.inputValue()} (${platform})`;
  await title.fill(better);
  await page.getByRole('button', { name: /^保存/ }).click();
  await expect.poll(() => titles(platform)).toContain(better);
}

async function handsOutThePlugin(platform: Platform): Promise<void> {
  const page = await at(`/platform/${platform}/plugin-download`);
  const download = page.waitForEvent('download');
  await page.locator('a[download]').click();
  expect((await download).suggestedFilename()).toMatch(/^bowerbird-plugin-.*\.zip$/);
}

async function showsColumns(platform: Platform, columns: readonly string[]): Promise<void> {
  const page = await at(`/platform/${platform}/results`);
  await page.getByRole('tab', { name: /^全部/ }).click();
  await page.getByTitle('表格', { exact: true }).click();
  for (const name of columns) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await page.getByTitle('卡片', { exact: true }).click();
}

/** Returns the product rows of a page. */
function rowsOf(page: Page) {
  return page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^选择 / }) });
}

async function collected(platform: Platform): Promise<number> {
  const { counts } = await call<{ counts: { all: number } }>('POST', '/collect/results/query', {
    filter: { platforms: [platform] },
  });
  return counts.all;
}

async function titles(platform: Platform): Promise<string[]> {
  const { items } = await call<{ items: { title: string }[] }>('POST', '/products/query', {
    filter: { platforms: [platform] },
  });
  return items.map(({ title }) => title);
}

async function runsOf(platform: Platform): Promise<number> {
  const uses = await call<{ id: string; collectRuns: number }[]>('GET', '/platforms/use');
  return uses.find(({ id }) => id === platform)?.collectRuns ?? 0;
}

function hostOf(platform: Platform): string {
  const port = simulated.stores[0]?.address.split(':')[1];
  return `${platform === 'shopify' ? 'glade-home' : `glade-home-${platform}`}.localhost:${port}`;
}

function shopOf(platform: Platform): string {
  return `http://${hostOf(platform)}/`;
}
