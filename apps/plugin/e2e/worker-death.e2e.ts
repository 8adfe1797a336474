import { expect, test } from '@playwright/test';
import { collectedLamp, lamp } from '../src/testing/products.ts';
import { type ConsoleStandIn, refusal, standInConsole } from './console-stand-in.ts';
import { browserWith, type PluginBrowser } from './plugin.ts';

const pageScript = `chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (message.type !== 'read') return false;
  answer(JSON.parse(document.getElementById('read').textContent));
});`;

let console_: ConsoleStandIn;
let browser: PluginBrowser;

test.beforeEach(async () => {
  console_ = await standInConsole();
  browser = await browserWith({
    console: console_.origin,
    speed: 1 / 6,
    pageScript,
    // Each worker reports its start to the console.
    workerScript: `fetch('${console_.origin}/shop-reptile/api/born', { method: 'POST', body: '{}' });`,
  });
  await browser.call({ type: 'pair', console: console_.origin, code: 'ABCD2345' });
});
test.afterEach(async () => {
  await browser?.close();
  await console_?.close();
});

const births = () => console_.heard.filter(({ path }) => path === '/born').length;
const deliveries = () => console_.heard.filter(({ path }) => path === '/plugin/collect');

/** Ends the worker as the browser does with an idle one. */
async function endWorker(): Promise<void> {
  const page = await browser.context.newPage();
  await page.goto(`chrome-extension://${browser.id}/icons/16.png`);
  const session = await browser.context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await page.close();
}

test('what one worker could not deliver, another one does that an alarm wakes', async () => {
  console_.answer('/plugin/collect', () => refusal(503, 'server.stopping'));
  await browser.call(collectedLamp(1));
  await endWorker();
  console_.answer('/plugin/collect', null);
  const before = births();

  await expect.poll(() => deliveries().length).toBe(2);

  expect(births()).toBeGreaterThan(before);
  expect(new Set(deliveries().map(({ body }) => body.id)).size).toBe(1);
  expect((await browser.state()).waiting).toBe(0);
});

test('a batch continues in another worker, at the page where it was', async () => {
  const urls = [0, 1, 2].map((number) => `${console_.origin}/products/${number}`);
  for (const [number, url] of urls.entries()) {
    const answer = { found: 'products', platform: 'shopify', url, products: [lamp(number)] };
    console_.pages.set(
      `/products/${number}`,
      `<!doctype html><script type="application/json" id="read">${JSON.stringify(answer)}</script>`,
    );
  }
  await browser.call({ type: 'batch', platform: 'shopify', urls });
  await expect.poll(() => deliveries().length).toBe(1);
  const before = births();
  await endWorker();

  // A delivery in progress when the worker ended is sent once more, with the same id.
  const delivered = () => [
    ...new Map(deliveries().map(({ body }) => [body.id, body.products?.[0]?.title])).values(),
  ];
  await expect.poll(delivered).toEqual(['Paper lamp 0', 'Paper lamp 1', 'Paper lamp 2']);

  expect(births()).toBeGreaterThan(before);
});
