import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { faultsOfAccess } from '../access.ts';
import { callsOf } from '../practice.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

test('the plugin is handed out as proven, paired by code, and what it collects is marked', async ({
  page,
  product,
}) => {
  await openAs(page, product, product.merchant, '/collect/plugin');
  await expect(page.getByText('正在等待插件…')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '下载插件' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^bowerbird-plugin-\d+\.\d+\.\d+\.zip$/);
  const sha256 = createHash('sha256')
    .update(readFileSync(await download.path()))
    .digest('hex');
  await expect(page.getByText(sha256)).toBeVisible();

  await page.getByRole('button', { name: '显示配对码' }).click();
  const code = await page.locator('.plugin-code').innerText();
  const api = `${product.url}/shop-reptile/api`;
  const send = async <Data>(path: string, body: object, token = ''): Promise<Data> => {
    const answer = await fetch(api + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'access-token': token },
      body: JSON.stringify(body),
    });
    return (await answer.json()).data as Data;
  };
  const { token } = await send<{ token: string }>('/plugin/pair', { code, name: 'Chrome · Linux' });
  await expect(page.getByText('Chrome · Linux', { exact: true })).toBeVisible();

  await send('/plugin/unread', unread('1005002000000010'), token);
  await page.goto(`${product.url}/list/query-list`);
  await expect(page.getByTitle('在浏览器里由插件采集').first()).toBeVisible();

  // Without the plugin in this browser, the link leads to the plugin's page.
  await page.goto(`${product.url}/collect/results`);
  await page.getByRole('tab', { name: /失败/ }).click();
  await page.getByRole('button', { name: /^用插件采集/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '浏览器插件' })).toBeVisible();

  await page.getByRole('button', { name: '撤销 Chrome · Linux' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click();
  await expect(page.getByText('还没有配对的浏览器。')).toBeVisible();
  const call = await callsOf(product);
  expect(await call('GET', '/account/tokens')).toEqual([]);
});

function unread(item: string) {
  return {
    id: crypto.randomUUID(),
    platform: 'aliexpress',
    url: `https://www.aliexpress.com/item/${item}.html`,
    code: 'source.blocked-us',
    pluginVersion: '0.1.0',
  };
}
