import { expect, type Page, test } from '@playwright/test';
import { type ConsoleStandIn, standInConsole } from './console-stand-in.ts';
import { overlayOf } from './overlay.ts';
import { browserWith, type PluginBrowser } from './plugin.ts';
import { emptyWorld } from './world.ts';

/**
 * A browser whose plugin is paired with a stand-in for the console, for all tests of a file; before each of them it
 * has no pages, and the console has heard nothing.
 */
export function pairedBrowser() {
  let console: ConsoleStandIn;
  let browser: PluginBrowser;

  test.beforeAll(async () => {
    console = await standInConsole();
    browser = await browserWith({ console: console.origin, locale: 'en-US', speed: 0.02 });
    const paired = await browser.call({ type: 'pair', console: console.origin, code: 'ABCD2345' });
    expect(paired.ok).toBe(true);
  });

  test.afterAll(async () => {
    await browser.close();
    await console.close();
  });

  test.beforeEach(async () => {
    await emptyWorld(browser.context);
    console.heard.length = 0;
  });

  test.afterEach(async () => {
    const shops = browser.context.pages().filter((page) => page.url().startsWith('http'));
    await Promise.all(shops.map((page) => page.close()));
  });

  async function opened(address: string): Promise<Page> {
    const page = await browser.context.newPage();
    await page.goto(address);
    return page;
  }

  /** Returns what the console received from the plugin's collecting. */
  const delivered = () =>
    console.heard.filter(({ path }) => path === '/plugin/collect').map(({ body }) => body);

  /** Opens a page, presses the button, and waits for what was sent to the console. */
  async function collectOn(address: string) {
    const page = await opened(address);
    const overlay = await overlayOf(page);
    await overlay.press('collect');
    await expect.poll(overlay.text).toContain('Collected');
    return { page, overlay, body: delivered()[0] };
  }

  return {
    get console() {
      return console;
    },
    get browser() {
      return browser;
    },
    get context() {
      return browser.context;
    },
    opened,
    delivered,
    collectOn,
  };
}
