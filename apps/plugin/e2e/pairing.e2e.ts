import { expect, test } from '@playwright/test';
import { type ConsoleStandIn, standInConsole } from './console-stand-in.ts';
import { browserWith, type PluginBrowser } from './plugin.ts';

let console_: ConsoleStandIn;
let browser: PluginBrowser;

test.beforeEach(async () => {
  console_ = await standInConsole();
  browser = await browserWith({ console: console_.origin });
});
test.afterEach(async () => {
  await browser?.close();
  await console_?.close();
});

/** Sends a message to the plugin from a web page, as the console's own page does. */
async function requestFrom(address: string, message: object): Promise<unknown> {
  const page = await browser.context.newPage();
  await page.goto(address);
  return await page.evaluate(([id, requested]) => chrome.runtime.sendMessage(id, requested), [
    browser.id,
    message,
  ] as const);
}

test('by the code of the console, after an error was shown at a wrong one', async () => {
  await expect.poll(browser.badge).toBe('!');
  const popup = await browser.popup();
  await expect(popup.getByLabel('控制台地址')).toHaveValue(console_.origin);
  await popup.getByLabel('配对码').fill('WRONG234');
  await popup.getByLabel('配对码').press('Enter');
  await expect(popup.getByRole('alert')).toHaveText('配对码不正确或已过期。请在控制台重新生成。');
  await expect(popup.getByLabel('配对码')).toHaveValue('WRONG234');

  await popup.getByLabel('配对码').fill('ABCD2345');
  await popup.getByRole('button', { name: '连接', exact: true }).click();

  await expect(popup.getByText('已连接，采集到 林晓 的账号')).toBeVisible();
  expect(console_.heard.at(-1)?.body).toMatchObject({
    code: 'ABCD2345',
    name: expect.stringContaining('Chrom'),
  });
  await expect.poll(browser.badge).toBe('');

  await popup.getByRole('button', { name: '断开连接' }).click();
  await popup.getByRole('button', { name: '断开', exact: true }).click();
  await expect(popup.getByLabel('配对码')).toBeVisible();
});

test("by one click on the console's page, which hears who and which version", async () => {
  expect(await requestFrom(console_.origin, { type: 'ping' })).toEqual({
    version: '0.1.0',
    paired: false,
    ok: true,
  });

  const paired = await requestFrom(console_.origin, { type: 'pair', code: 'ABCD2345', language: 'pt-BR' });

  expect(paired).toEqual({ version: '0.1.0', paired: true, ok: true, person: '林晓' });
  const popup = await browser.popup();
  await expect(popup.getByText('Conectado, coletando para 林晓')).toBeVisible();
  expect(JSON.stringify(await browser.state())).not.toContain('bbp_');
});

test('not by a page of another program on the same host, and not by a page of a shop', async () => {
  const other = await standInConsole();
  try {
    const answer = await requestFrom(other.origin, { type: 'pair', code: 'ABCD2345' });

    expect(answer).toMatchObject({ ok: false, code: 'plugin.other-console', paired: false });
    expect(other.heard).toEqual([]);
  } finally {
    await other.close();
  }
  const page = await browser.context.newPage();
  await browser.context.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }),
  );
  await page.goto('https://shop.example/');
  const reaches = await page.evaluate(
    () => typeof chrome === 'object' && 'runtime' in chrome && !!chrome.runtime?.sendMessage,
  );
  expect(reaches).toBe(false);
  expect((await browser.state()).paired).toBeNull();
});

test('not with an address that is none', async () => {
  const popup = await browser.popup();
  await popup.getByLabel('控制台地址').fill('tools');
  await popup.getByLabel('配对码').fill('ABCD2345');
  await popup.getByLabel('配对码').press('Enter');

  await expect(popup.getByRole('alert')).toContainText('这不是网址');
});
