import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { createShoplazzaShop } from '@bowerbird/simulators/shoplazza/shop';
import { createWooShop } from '@bowerbird/simulators/woocommerce/shop';
import { expect, type Page, test } from '@playwright/test';
import { type ConsoleStandIn, standInConsole } from './console-stand-in.ts';
import { secrets } from './made-pages.ts';
import { overlayOf } from './overlay.ts';
import { browserIn, type PluginBrowser, stampedPlugin } from './plugin.ts';
import { emptyWorld, linksOn, serve, serveShop, tabOf } from './world.ts';

let console: ConsoleStandIn;
let browser: PluginBrowser;
const products = { count: 8, seed: 11 };

test.beforeAll(async () => {
  console = await standInConsole();
  const folder = stampedPlugin({ console: console.origin, locale: 'en-US' });
  // Simulates that the person pressed the plugin's icon on each of these pages: that grants access, and a test cannot
  // do it.
  const manifest = join(folder, 'manifest.json');
  const reported = JSON.parse(readFileSync(manifest, 'utf8'));
  reported.host_permissions.push('https://*/*');
  writeFileSync(manifest, JSON.stringify(reported));
  browser = await browserIn(folder);
  await browser.call({ type: 'pair', console: console.origin, code: 'ABCD2345' });
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

/** Does what the popup's button does: our script is injected and reads the page. */
async function readOn(page: Page) {
  await page.bringToFront();
  const answer = await browser.call({ type: 'read-tab', tabId: await tabOf(browser, page) });
  return { answer, body: console.heard.find(({ path }) => path === '/plugin/collect')?.body };
}

test('a Shoplazza product of any domain is read through the tab, with every variant', async () => {
  await serveShop(
    browser.context,
    'https://lantern-house.example',
    createShoplazzaShop({ name: 'lantern', products }),
  );
  const [path = ''] = await linksOn(
    await opened('https://lantern-house.example/collections/all'),
    /\/products\//,
  );

  const { answer, body } = await readOn(await opened(`https://lantern-site.example${path}?from=mail`));

  expect(answer).toMatchObject({ ok: true, handed: { state: 'sent', count: 1 } });
  expect(body).toMatchObject({
    platform: 'shoplazza',
    products: [{ source: { shop: 'lantern-site.example' } }],
  });
});

test('a Shopify shop behind a password opens to the visitor who has it', async () => {
  const shop = createShopifyShop({ name: 'glade', products });
  const hasEntered = 'storefront_digest=opened-sesame';
  await serveShop(browser.context, 'https://closed-glade.example', shop, (url, cookies) =>
    cookies.includes(hasEntered) || url.pathname === '/password'
      ? null
      : { status: 302, headers: { location: 'https://closed-glade.example/password' } },
  );
  await browser.context.addCookies([
    { name: 'storefront_digest', value: 'opened-sesame', url: 'https://closed-glade.example' },
  ]);
  const [path = ''] = await linksOn(await opened('https://closed-glade.example/'), /\/products\//);

  const { answer, body } = await readOn(await opened(`https://closed-glade.example${path}`));

  expect(answer).toMatchObject({ ok: true, handed: { state: 'sent' } });
  expect(body).toMatchObject({ platform: 'shopify', products: [{ source: { platform: 'shopify' } }] });
  expect(JSON.stringify(body)).not.toContain('opened-sesame');
});

test('a WooCommerce product is read by what its shop answers in the tab', async () => {
  await serveShop(browser.context, 'https://oak-shop.example', createWooShop({ name: 'oak', products }));
  const [path = ''] = await linksOn(await opened('https://oak-shop.example/'), /\/product\//);

  const { answer, body } = await readOn(await opened(new URL(path, 'https://oak-shop.example').href));

  expect(answer).toMatchObject({ ok: true });
  expect(body).toMatchObject({ platform: 'woocommerce' });
});

test('a shop of nobody’s platform is read by what its page gives machines, and nothing else of it leaves', async () => {
  const reported = {
    '@type': 'Product',
    name: 'Jam',
    sku: 'J-1',
    offers: { price: '3.20', priceCurrency: 'GBP' },
  };
  await serve(
    browser.context,
    /corner\.example\/p\/jam/,
    `<!doctype html><title>Jam</title><script type="application/ld+json">${JSON.stringify(reported)}</script>
<script>window.visitor = ${JSON.stringify(secrets)};</script><h1>Jam</h1>`,
  );

  const { body } = await readOn(await opened('https://corner.example/p/jam'));

  expect(body).toMatchObject({ platform: 'unknown', products: [{ title: 'Jam', currency: 'GBP' }] });
  for (const secret of secrets) {
    expect(JSON.stringify(console.heard)).not.toContain(secret);
  }
});

test('a page of several products gives their addresses, and marks to choose them by', async () => {
  await serveShop(
    browser.context,
    'https://lantern-house.example',
    createShoplazzaShop({ name: 'lantern', products }),
  );
  const page = await opened('https://lantern-house.example/collections/all');

  const { answer } = await readOn(page);

  expect(answer).toMatchObject({ ok: true, sourceLinks: { platform: 'shoplazza' } });
  const sourceLinks = answer.ok ? (answer.sourceLinks?.urls ?? []) : [];
  expect(sourceLinks.length).toBe(8);
  expect(sourceLinks[0]).toMatch(/^https:\/\/lantern-house\.example\/products\//);
  const overlay = await overlayOf(page);
  await expect.poll(overlay.text).toContain('8 products here');
});

test('a page of no shop says so, and nothing is sent', async () => {
  await serve(browser.context, /diary\.example/, '<!doctype html><title>My diary</title><p>It rained.');

  const { answer } = await readOn(await opened('https://diary.example/today'));

  expect(answer).toMatchObject({ ok: false, code: 'plugin.nothing-here' });
  expect(console.heard).toEqual([]);
});
