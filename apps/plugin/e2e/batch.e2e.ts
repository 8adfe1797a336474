import { expect, test } from '@playwright/test';
import { lamp } from '../src/testing/products.ts';
import { type ConsoleStandIn, standInConsole } from './console-stand-in.ts';
import { browserWith, type PluginBrowser } from './plugin.ts';

/** Responds with what the page itself declares: these tests check the worker, not a reader. */
const pageScript = `chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (message.type !== 'read') return false;
  answer(JSON.parse(document.getElementById('read').textContent));
});`;

let console_: ConsoleStandIn;
let browser: PluginBrowser;

test.beforeEach(async () => {
  console_ = await standInConsole();
  for (let number = 0; number < 4; number += 1) {
    put(number, { found: 'products', platform: 'shopify', url: address(number), products: [lamp(number)] });
  }
  browser = await browserWith({ console: console_.origin, speed: 1 / 20, pageScript });
  await browser.call({ type: 'pair', console: console_.origin, code: 'ABCD2345' });
});
test.afterEach(async () => {
  await browser?.close();
  await console_?.close();
});

const address = (number: number) => `${console_.origin}/products/${number}`;
const read = () => console_.heard.flatMap(({ body }) => body.products?.map(({ title }) => title) ?? []);
const start = () => browser.call({ type: 'batch', platform: 'shopify', urls: [0, 1, 2, 3].map(address) });

function put(number: number, answer: object): void {
  console_.pages.set(
    `/products/${number}`,
    `<!doctype html><title>${number}</title><script type="application/json" id="read">${JSON.stringify(answer)}</script>`,
  );
}

test('reads page after page in a background tab, pauses at a check, and continues when the person has passed it', async () => {
  const turnedAway = { found: 'nothing', platform: null, code: 'source.blocked-us' };
  put(2, turnedAway);
  const before = browser.context.pages().length;
  expect(await start()).toMatchObject({ ok: true, taken: 4 });
  await expect.poll(() => browser.context.pages().length).toBe(before + 1);

  await expect.poll(browser.badge).toBe('!');
  expect(read()).toEqual(['Paper lamp 0', 'Paper lamp 1']);
  const popup = await browser.popup();
  await expect(popup.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '4 页中已完成 2 页');
  await expect(popup.getByText('网站要求验证或登录')).toBeVisible();

  // The person passes the check in the batch's tab, and the shop redirects them to the product.
  put(2, { found: 'products', platform: 'shopify', url: address(2), products: [lamp(2)] });
  const tab = browser.context.pages().find((page) => page.url() === address(2));
  await tab?.reload();

  await expect(popup.getByText('逐页采集已完成')).toBeVisible();
  await expect(popup.getByText('已采集 4 件')).toBeVisible();
  expect(read()).toEqual([0, 1, 2, 3].map((number) => `Paper lamp ${number}`));
  expect(browser.context.pages().some((page) => page.url().startsWith(`${console_.origin}/products`))).toBe(
    false,
  );
  await popup.getByRole('button', { name: '知道了' }).click();
  await expect(popup.getByText('逐页采集')).toHaveCount(0);
});

test('shows its progress on the toolbar, and stops when asked to', async () => {
  put(1, { found: 'nothing', platform: 'shopify', code: 'source.page-not-understood' });
  // The batch stops at the third page, so that the toolbar can be read.
  console_.unanswered.add('/products/2');
  await start();
  await expect.poll(browser.badge).toBe('2/4');
  const popup = await browser.popup();
  await popup.getByRole('button', { name: '停止' }).click();

  await expect(popup.getByText('逐页采集已停止')).toBeVisible();
  await expect(popup.getByText('1 页读取失败，可在控制台查看。')).toBeVisible();
  expect(console_.heard.some(({ path, body }) => path === '/plugin/unread' && body.url === address(1))).toBe(
    true,
  );
  expect(browser.context.pages().some((page) => page.url().startsWith(`${console_.origin}/products`))).toBe(
    false,
  );
});

test("reads what a run could not, asked by the console's own page, once the shop is open to it", async () => {
  const page = await browser.context.newPage();
  await page.goto(console_.origin);
  const answer = await page.evaluate(
    ([id, urls]) => chrome.runtime.sendMessage(id, { type: 'collect', platform: 'shopify', urls }),
    [browser.id, [address(3), 'https://shop.example/products/1']] as const,
  );

  expect(answer).toMatchObject({ ok: true, taken: 2, paired: true });
  const popup = await browser.popup();
  await expect(popup.getByText('请允许插件读取 shop.example。')).toBeVisible();
  expect(read()).toEqual([]);
});
