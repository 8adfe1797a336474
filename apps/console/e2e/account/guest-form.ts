import type { Locator, Page } from '@playwright/test';
import type { Product, SignIn } from '../product.ts';

/** Fills the sign-in form and sends it. */
export async function signIn(page: Page, { username, password }: SignIn): Promise<void> {
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await page.locator('form [type=submit]').click();
}

/** Shows the console in English from the next page on. */
export async function inEnglish(page: Page, product: Product): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: 'en-US', url: product.url }]);
}

/** Returns the field of this name. */
export function field(page: Page, name: string): Locator {
  return page.locator(`input[name="${name}"]`);
}

/** Presses the button that sends the form. */
export async function submit(page: Page): Promise<void> {
  await page.locator('form [type=submit]').click();
}

/** Returns what stands under the fields that are wrong. */
export function errors(page: Page): Locator {
  return page.locator('.field-error');
}
