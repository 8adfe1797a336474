import { type Page, test } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { expect, type Product, startProduct } from '../product.ts';
import { openAs } from '../sign-in.ts';
import { type SimulatedShop, simulateShop } from '../simulated-shop.ts';

const products = 3000;

let shop: SimulatedShop;
let running: { product: Product; stop(): Promise<void> };

test.beforeAll(async () => {
  shop = await simulateShop(['--products', String(products), '--fault', 'slow=650*all']);
  running = await startProduct({ BOWERBIRD_ALLOWED_PRIVATE_HOSTS: new URL(shop.address).host });
});

test.afterAll(async () => {
  await running?.stop();
  await shop?.stop();
});

test('one bad address among good ones is reported in its place and does not hold up the others', async ({
  page,
}) => {
  await openCollect(page);
  const [first, second] = await productAddresses(2);
  await paste(page, [first, 'http://no-such-host.invalid/products/lamp', second]);

  await expect(
    page.getByRole('alert').filter({ hasText: '网址无法打开：找不到 no-such-host.invalid。请检查拼写。' }),
  ).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByRole('button', { name: /^采集 2 / }).click();

  await expect(page.getByText('采集完成：源站 2 件，已采集 2 件。')).toBeVisible();
});

test('collecting a whole shop is paused, outlives a reload, continues, and ends with its certificate', async ({
  page,
}) => {
  await openCollect(page);
  await paste(page, [shop.address]);
  await page.getByRole('button', { name: '开始采集', exact: true }).click();

  const got = page.locator('.figure.live');
  await expect(got).toHaveText(/^[1-9]/);
  await expect(page.getByText('进行中', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '暂停', exact: true }).click();
  await expect(page.getByRole('button', { name: '继续', exact: true })).toBeVisible();
  await expect(page.getByText('已暂停', { exact: true }).first()).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name: '继续', exact: true })).toBeVisible();
  await expect(got).toHaveText(/^[1-9]/);
  expect(numberIn(await got.innerText())).toBeLessThan(products);
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByRole('button', { name: '继续', exact: true }).click();

  await expect(page.getByText('采集完成：源站 3,000 件，已采集 3,000 件。')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载报告' }).click();
  expect((await download).suggestedFilename()).toMatch(/^certificate-.*\.json$/);
  expect(await faultsOfAccess(page)).toEqual([]);
});

async function openCollect(page: Page): Promise<void> {
  const { product } = running;
  await openAs(page, product, product.merchant, '/collect/product');
  await expect(page.getByRole('heading', { level: 1, name: '商品采集' })).toBeVisible();
}

async function paste(page: Page, addresses: (string | undefined)[]): Promise<void> {
  await page.getByRole('main').getByRole('textbox').first().fill(addresses.join('\n'));
  await page.getByRole('main').getByRole('button', { name: '识别', exact: true }).click();
}

async function productAddresses(count: number): Promise<string[]> {
  const response = await fetch(`${shop.address}/products.json?limit=${count}`);
  const { products }: { products: { handle: string }[] } = await response.json();
  return products.map(({ handle }) => `${shop.address}/products/${handle}`);
}

function numberIn(words: string): number {
  return Number(words.replaceAll(/\D/g, ''));
}
