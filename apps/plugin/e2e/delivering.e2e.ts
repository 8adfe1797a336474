import { expect, test } from '@playwright/test';
import { collectedLamp } from '../src/testing/products.ts';
import { type ConsoleStandIn, refusal, standInConsole } from './console-stand-in.ts';
import { browserWith, type PluginBrowser } from './plugin.ts';

let console_: ConsoleStandIn;
let browser: PluginBrowser;

test.beforeEach(async () => {
  console_ = await standInConsole();
  // A thirtieth of a second instead of a second: 30 s become 1.
  browser = await browserWith({ console: console_.origin, speed: 1 / 30 });
  await browser.call({ type: 'pair', console: console_.origin, code: 'ABCD2345' });
});
test.afterEach(async () => {
  await browser?.close();
  await console_?.close();
});

const deliveries = () => console_.heard.filter(({ path }) => path === '/plugin/collect');

test('twenty products read at the same moment arrive as twenty, each once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) => browser.call(collectedLamp(number))),
  );

  expect(answers.map((answer) => answer.ok && answer.handed?.state)).toEqual(Array(20).fill('sent'));
  expect(new Set(deliveries().map(({ body }) => body.products?.[0]?.title)).size).toBe(20);
  expect(deliveries()).toHaveLength(20);
  expect(deliveries().every(({ token }) => token === 'bbp_of_this_browser')).toBe(true);
  expect(await browser.badge()).toBe('');
});

test('a console that is away gets what was read when it is back, once', async () => {
  console_.answer('/plugin/collect', () => refusal(503, 'server.stopping'));
  await browser.call(collectedLamp(1));
  expect(await browser.badge()).toBe('1');
  console_.answer('/plugin/collect', () => 'cut');
  await expect.poll(() => deliveries().length).toBeGreaterThan(1);
  expect(await browser.badge()).toBe('1');

  console_.answer('/plugin/collect', null);
  await expect.poll(browser.badge).toBe('');

  const well = deliveries().length;
  expect(new Set(deliveries().map(({ body }) => body.id)).size).toBe(1);
  await browser.call({ type: 'send-now' });
  expect(deliveries()).toHaveLength(well);
});

test('a browser that was revoked says so with a red mark and keeps what it read', async () => {
  console_.answer('/plugin/collect', () => refusal(401, 'auth.required'));
  await browser.call(collectedLamp(1));

  expect(await browser.badge()).toBe('!');
  const colour = await browser.worker.evaluate(() => chrome.action.getBadgeBackgroundColor({}));
  expect([...colour]).toEqual([194, 43, 51, 255]);
  const popup = await browser.popup();
  await expect(popup.getByText('这个浏览器的连接已在控制台撤销或过期。请重新连接。')).toBeVisible();
  await expect(popup.getByText('1 件商品待发送')).toBeVisible();

  console_.answer('/plugin/collect', null);
  await popup.getByLabel('配对码').fill('abcd2345'.toUpperCase());
  await popup.getByRole('button', { name: '连接', exact: true }).click();

  await expect(popup.getByText('已连接，采集到 林晓 的账号')).toBeVisible();
  await expect.poll(browser.badge).toBe('');
  expect(deliveries()).toHaveLength(2);
});

test('what the console refuses stays with its reason until the person sends it again or removes it', async () => {
  console_.answer('/plugin/collect', () => refusal(422, 'quota.exceeded'));
  await browser.call(collectedLamp(1));
  await browser.call(collectedLamp(2));
  const popup = await browser.popup();
  await expect(popup.getByText('2 件商品未被接收')).toBeVisible();
  const second = popup.getByRole('listitem').filter({ hasText: 'Paper lamp 2' });
  await expect(second).toContainText('已达到您套餐的上限');

  await second.getByRole('button', { name: '移除' }).click();
  await expect(popup.getByText('1 件商品未被接收')).toBeVisible();
  console_.answer('/plugin/collect', null);
  await popup.getByRole('button', { name: '重试' }).click();

  await expect(popup.getByText('未被接收')).toHaveCount(0);
  expect(deliveries().at(-1)?.body.products?.[0]?.title).toBe('Paper lamp 1');
  await expect.poll(browser.badge).toBe('');
});
