import { expect, type Page, test } from '@playwright/test';
import { lamp } from '../src/testing/products.ts';
import { type ConsoleStandIn, refusal, standInConsole } from './console-stand-in.ts';
import { browserWith, type PluginBrowser } from './plugin.ts';

/** Responds with what the page itself declares, and shows what a page's script can see of our storage. */
const pageScript = `chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (message.type !== 'read') return false;
  answer(JSON.parse(document.getElementById('read').textContent));
});
chrome.storage.local.get(null).then(
  (all) => document.title = 'stored: ' + JSON.stringify(all),
  (error) => document.title = 'refused: ' + error.message);`;

let console_: ConsoleStandIn;
let browser: PluginBrowser;

test.beforeEach(async () => {
  console_ = await standInConsole();
  browser = await browserWith({ console: console_.origin, pageScript, speed: 1 / 30 });
  await browser.call({ type: 'pair', console: console_.origin, code: 'ABCD2345' });
});
test.afterEach(async () => {
  await browser?.close();
  await console_?.close();
});

/** Opens a shop's page in a tab, and the popup as it opens over it. */
async function popupOver(answer: object): Promise<{ shop: Page; popup: Page }> {
  console_.pages.set(
    '/shop',
    `<!doctype html><title>Shop</title><script type="application/json" id="read">${JSON.stringify(answer)}</script>`,
  );
  const shop = await browser.context.newPage();
  await shop.goto(`${console_.origin}/shop`);
  const tab = await browser.worker.evaluate(async (url) => {
    const found = (await chrome.tabs.query({})).find((each) => each.url === url);
    return { id: found?.id, url };
  }, shop.url());
  const popup = await browser.context.newPage();
  await popup.setViewportSize({ width: 360, height: 560 });
  // In a tab of its own, the popup would find itself as the active tab.
  await popup.addInitScript((shown) => {
    Object.assign(chrome.tabs, { query: async () => [shown] });
  }, tab);
  await popup.goto(`chrome-extension://${browser.id}/popup.html`);
  return { shop, popup };
}

test('one click collects the product before the person', async () => {
  const { shop, popup } = await popupOver({
    found: 'products',
    platform: 'shopify',
    url: `${console_.origin}/shop`,
    products: [lamp(1)],
  });
  await expect(popup.getByText('127.0.0.1:').first()).toBeVisible();
  await popup.getByRole('button', { name: '采集这个页面' }).click();

  await expect(popup.getByRole('status')).toHaveText('已采集 1 件，可在控制台查看。');
  expect(console_.heard.at(-1)?.body.products).toHaveLength(1);
  // The token is in our storage, which no content script can read.
  await expect(shop).toHaveTitle(/^refused: /);
});

test('says at once that it is saved when the console cannot be reached, and why when it is rejected', async () => {
  const { popup } = await popupOver({
    found: 'products',
    platform: 'shopify',
    url: `${console_.origin}/shop`,
    products: [lamp(1), lamp(2)],
  });
  console_.answer('/plugin/collect', () => 'cut');
  await popup.getByRole('button', { name: '采集这个页面' }).click();
  await expect(popup.getByText('已采集 2 件，稍后自动发送到控制台。')).toBeVisible();
  await expect(popup.getByText(/^暂时无法连接控制台。/)).toBeVisible();

  console_.answer('/plugin/collect', () => refusal(422, 'quota.exceeded'));
  await popup.getByRole('button', { name: '立即发送' }).click();
  await expect(popup.getByText('1 件商品未被接收')).toBeVisible();
});

test('on a list it offers to read what is listed, page by page', async () => {
  const urls = Array.from({ length: 60 }, (_, number) => `https://shop.example/p/${number}`);
  const { popup } = await popupOver({ found: 'sourceLinks', platform: 'shopify', urls });
  await popup.getByRole('button', { name: '采集这个页面' }).click();

  await expect(popup.getByText('这一页列出 60 件商品。')).toBeVisible();
  await popup.getByRole('button', { name: '逐页采集 50 件' }).click();

  await expect(popup.getByText('0 / 50')).toBeVisible();
  await expect(popup.getByText('请允许插件读取 shop.example。')).toBeVisible();
});

test('says what is the matter with a page that cannot be read', async () => {
  const { popup } = await popupOver({ found: 'nothing', platform: null, code: 'plugin.nothing-here' });
  await popup.getByRole('button', { name: '采集这个页面' }).click();

  await expect(popup.getByRole('alert')).toHaveText('这一页没有找到商品。');
});
