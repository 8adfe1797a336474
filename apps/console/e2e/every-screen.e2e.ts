import type { Page } from '@playwright/test';
import { faultsOfAccess } from './access.ts';
import { callsAs, claimPracticeGoods, listPracticeGoods } from './practice.ts';
import { expect, type Product, type SignIn, test } from './product.ts';
import { guestScreens, type Screen, screensOf } from './screens.ts';

async function signIn(page: Page, { url }: Product, { username, password }: SignIn): Promise<void> {
  const answer = await page.request.post(`${url}/shop-reptile/api/auth/user-name-login`, {
    data: { username, password },
  });
  expect(answer.ok()).toBe(true);
}

/** What is wrong with each screen: what axe finds, what the page's own code complains of, and what does not fit a phone. */
async function faultsOf(page: Page, screens: readonly Screen[]): Promise<string[]> {
  const faults: string[] = [];
  let current = '';
  page.on('pageerror', (error) => faults.push(`${current}: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) {
      faults.push(`${current}: ${response.url()} answered ${response.status()}`);
    }
  });
  for (const { name, path } of screens) {
    current = name;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    faults.push(...(await faultsOfAccess(page)).map((fault) => `${name}: ${fault}`));
    await expect(page.locator('.exception'), name).toHaveCount(name.startsWith('exception-') ? 1 : 0);
    await page.setViewportSize({ width: 390, height: 844 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) {
      faults.push(`${name}: ${wide} pixels wider than a phone`);
    }
  }
  return faults;
}

test('every screen that a guest or a merchant can reach stands, is accessible and fits a phone', async ({
  page,
  product,
}) => {
  await claimPracticeGoods(product);
  await listPracticeGoods(product);
  const screens = await screensOf(await callsAs(product, product.merchant));
  expect(screens.length).toBeGreaterThan(25);

  const guests = await faultsOf(page, guestScreens);
  await signIn(page, product, product.merchant);
  expect([...guests, ...(await faultsOf(page, screens))]).toEqual([]);
});

test('every screen that an administrator can reach stands, is accessible and fits a phone', async ({
  page,
  product,
}) => {
  const screens = await screensOf(await callsAs(product, product.administrator));
  expect(screens.length).toBeGreaterThan(15);

  await signIn(page, product, product.administrator);
  expect(await faultsOf(page, screens)).toEqual([]);
});
