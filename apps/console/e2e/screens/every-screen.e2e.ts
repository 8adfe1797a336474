import type { Page } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { callsAs, claimPracticeProducts, listPracticeProducts } from '../practice.ts';
import { expect, test } from '../product.ts';
import { guestScreens, type Screen, screensOf } from '../screens.ts';
import { signIn } from '../sign-in.ts';

test.setTimeout(600_000);

/**
 * Returns the defects of each screen: axe violations, errors on the page's console, and content that does not fit a
 * phone.
 */
async function faultsOf(page: Page, screens: readonly Screen[]): Promise<string[]> {
  const faults: string[] = [];
  let current = '';
  page.on('pageerror', (error) => faults.push(`${current}: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) {
      faults.push(`${current}: ${response.url()} answered ${response.status()}`);
    }
  });
  // Keeps one page alive at a time: axe would also check the pages of open tabs.
  await page.addInitScript(() => localStorage.setItem('multi_tab', 'false'));
  for (const [index, { name, path, nothing }] of screens.entries()) {
    current = name;
    await page.setViewportSize({ width: 1440, height: 900 });
    await (index === 0 ? page.goto(path) : goInside(page, path));
    // Waits until the data is loaded, so that the content is checked and not its skeleton.
    await expect(page.locator('.top-progress.busy'), name).toHaveCount(0);
    faults.push(...(await faultsOfAccess(page)).map((fault) => `${name}: ${fault}`));
    await expect(page.locator('.exception:visible'), name).toHaveCount(nothing ? 1 : 0);
    await page.setViewportSize({ width: 390, height: 844 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) {
      faults.push(`${name}: ${wide} pixels wider than a phone`);
    }
  }
  return faults;
}

/** Navigates within the console, as a link does; resolves once the other page's heading is shown. */
async function goInside(page: Page, path: string): Promise<void> {
  const moves = await page.evaluate((to) => {
    if (location.pathname === to) {
      return false;
    }
    for (const heading of document.querySelectorAll('h1')) {
      heading.dataset.left = '';
    }
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return true;
  }, path);
  if (moves) {
    // Polls on every frame: `expect` retries only after a third of a second, which adds up over a hundred screens.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('h1:not([data-left])')].some((heading) => heading.checkVisibility()),
    );
  }
}

test('every screen that a guest or a merchant can reach stands, is accessible and fits a phone', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  await listPracticeProducts(product);
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
