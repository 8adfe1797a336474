import { type Page, test } from '@playwright/test';
import type { Product, SignIn } from './product.ts';
import { signIn } from './sign-in.ts';

/** One signed-in page that the tests of a file share, so that a screen does not cost a sign-in. */
export interface SharedPage {
  /** Returns the page, navigated to the given address of the console. */
  at(path: string): Promise<Page>;
}

/**
 * Opens one page for all tests of the file that calls it.
 * @param start returns who signs in, and where; called once, before the first test.
 */
export function sharePage(start: () => Promise<{ product: Product; person: SignIn }>): SharedPage {
  let page: Page;
  let product: Product;
  test.beforeAll(async ({ browser }) => {
    const begun = await start();
    product = begun.product;
    const context = await browser.newContext({
      locale: 'zh-CN',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      baseURL: product.url,
    });
    page = await context.newPage();
    await signIn(page, product, begun.person);
  });
  test.afterAll(() => page?.context().close());
  return {
    async at(path) {
      await page.goto(`${product.url}${path}`);
      return page;
    },
  };
}
