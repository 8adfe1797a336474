import type { Simulation } from '@bowerbird/simulators/simulation';
import type { BrowserContext, Page } from '@playwright/test';
import { itemAnswer } from './made-pages.ts';
import type { PluginBrowser } from './plugin.ts';

/** Blocks every internet address until it is served. */
export async function emptyWorld(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.route(/^https:\/\//, (route) => route.fulfill({ status: 404, body: '' }));
}

/** Serves a page at these addresses. */
export async function serve(
  context: BrowserContext,
  address: RegExp,
  body: string,
  headers: Record<string, string> = {},
): Promise<void> {
  await context.route(address, (route) =>
    route.fulfill({ headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body }),
  );
}

/** Serves the call by which an AliExpress page requests its item, in whatever form. */
export async function serveItemCall(context: BrowserContext): Promise<void> {
  await context.route(/acs\.aliexpress\.com\/h5\//, (route) => {
    const requested = new URL(route.request().url()).searchParams;
    const callback = requested.get('callback');
    const { productId }: { productId?: string } = JSON.parse(requested.get('data') ?? '{}');
    const answer = itemAnswer(productId);
    return route.fulfill({
      headers: {
        'access-control-allow-origin': 'https://www.aliexpress.com',
        'content-type': callback === null ? 'application/json' : 'text/javascript',
      },
      body: callback === null ? answer : ` ${callback}(${answer})`,
    });
  });
}

/** Serves a simulated shop under a real host name; `admit` may reject a request. */
export async function serveShop(
  context: BrowserContext,
  origin: string,
  shop: Simulation,
  admit: (url: URL, cookies: string) => { status: number; headers: Record<string, string> } | null = () =>
    null,
): Promise<void> {
  await context.route(`${origin}/**`, async (route) => {
    const request = route.request();
    const refusal = admit(new URL(request.url()), (await request.allHeaders()).cookie ?? '');
    if (refusal !== null) {
      await route.fulfill(refusal);
      return;
    }
    const answer = await shop.answer(new Request(request.url()));
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
}

/** Returns the paths that a page links to, if they match. */
export async function linksOn(page: Page, pattern: RegExp): Promise<string[]> {
  const hrefs = await page
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(hrefs.filter((href) => pattern.test(href)))];
}

/** Returns the browser's id of the tab that shows this page. */
export async function tabOf({ worker }: PluginBrowser, page: Page): Promise<number> {
  return await worker.evaluate(async (url) => {
    const tabs = await chrome.tabs.query({ url: `${new URL(url).origin}/*` });
    return tabs.find((tab) => tab.url === url)?.id ?? -1;
  }, page.url());
}
