import type { Page } from '@playwright/test';
import { expect, type Product, type SignIn } from './product.ts';

/** Signs this browser in with the API call that the form makes; the form itself is tested in `account/sign-in.e2e.ts`. */
export async function signIn(page: Page, { url }: Product, { username, password }: SignIn): Promise<void> {
  const answer = await page.request.post(`${url}/shop-reptile/api/auth/user-name-login`, {
    data: { username, password },
  });
  expect(answer.ok(), 'signing in').toBe(true);
}

/** Opens a screen as this person. */
export async function openAs(page: Page, product: Product, person: SignIn, path: string): Promise<void> {
  await signIn(page, product, person);
  await page.goto(`${product.url}${path}`);
}
