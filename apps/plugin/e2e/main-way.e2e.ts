import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pluginId } from '@bowerbird/contract/collect/plugin';
import { unzipSync } from 'fflate';
import { callsOf } from '../../console/e2e/practice.ts';
import { expect, type Product, test } from '../../console/e2e/product.ts';
import { openAs } from '../../console/e2e/sign-in.ts';
import { byJsonp, itemAnswer, itemId, itemShell, itemUrl, secrets } from './made-pages.ts';
import { overlayOf } from './overlay.ts';
import { browserIn, type PluginBrowser } from './plugin.ts';

let browser: PluginBrowser | undefined;
test.afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

/** Returns the download's files, by name. */
async function downloaded(product: Product): Promise<[string, Uint8Array][]> {
  const api = `${product.url}/shop-reptile/api`;
  const signIn = await fetch(`${api}/auth/user-name-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(product.merchant),
  });
  const { data: token } = await signIn.json();
  const zip = await fetch(`${api}/plugin/download`, { headers: { 'access-token': String(token) } });
  const files = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())));
  return files.filter(([name]) => !name.endsWith('/'));
}

/** Installs the plugin as a merchant does: unzips it into a folder and loads the folder in the browser. */
async function installed(product: Product): Promise<PluginBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-plugin-'));
  for (const [name, bytes] of await downloaded(product)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  return await browserIn(folder);
}

async function simulateAliExpress({ context }: PluginBrowser): Promise<void> {
  await context.route(/^https:\/\//, (route) => route.fulfill({ status: 404, body: '' }));
  await context.route(/www\.aliexpress\.com\/item\//, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: itemShell(byJsonp) }),
  );
  await context.route(/acs\.aliexpress\.com\/h5\//, (route) => {
    const callback = new URL(route.request().url()).searchParams.get('callback');
    return route.fulfill({ contentType: 'text/javascript', body: ` ${callback}(${itemAnswer()})` });
  });
}

test('what is handed out is what runs: no sources, no maps of them, and no code that comes from elsewhere', async ({
  product,
}) => {
  const files = await downloaded(product);
  const names = files.map(([name]) => name);

  expect(names).toEqual(
    expect.arrayContaining(['manifest.json', 'sw.js', 'popup.html', 'page.js', 'hook.js']),
  );
  expect(names.filter((name) => /\.(?:map|ts|tsx)$|test|node_modules/.test(name))).toEqual([]);
  for (const [name, bytes] of files.filter(([each]) => /\.(?:js|html)$/.test(each))) {
    const code = Buffer.from(bytes).toString('utf8');
    expect(code, name).not.toMatch(/sourceMappingURL|\beval\(|\bFunction\(|=\s*Function\b|\bimport\(/);
    expect(code, name).not.toMatch(/(?:src=|from\s*)["']https?:/);
  }
});

test('downloaded, connected with one click, and an item of AliExpress is among what was collected', async ({
  product,
}) => {
  browser = await installed(product);
  expect(browser.id).toBe(pluginId);
  await simulateAliExpress(browser);
  const console_ = await browser.context.newPage();
  await console_.setViewportSize({ width: 1440, height: 900 });
  await openAs(console_, product, product.merchant, '/collect/plugin');
  await console_.getByRole('status').getByRole('button', { name: '连接' }).click();
  await expect.poll(async () => (await browser?.state())?.paired?.console).toBe(product.url);
  await expect.poll(browser.badge).toBe('');

  const item = await browser.context.newPage();
  await item.goto(itemUrl);
  const overlay = await overlayOf(item);
  await overlay.press('collect');
  await expect.poll(overlay.text).toContain('已采集');
  await console_.goto(`${product.url}/collect/results`);

  await expect(console_.getByText('Folding paper lamp').first()).toBeVisible();
  const call = await callsOf(product);
  const results = await call<{ items: { title: string; source?: { id: string } }[] }>(
    'POST',
    '/collect/results/query',
    { filter: {} },
  );
  const text = JSON.stringify(results);
  expect(text).toContain(itemId);
  for (const secret of secrets) {
    expect(text).not.toContain(secret);
  }
});

test('an item read twice stands once; a browser revoked in the console stops, and continues when it is connected again', async ({
  product,
}) => {
  browser = await installed(product);
  await simulateAliExpress(browser);
  const call = await callsOf(product);
  const pair = async () => {
    const { code } = await call<{ code: string }>('POST', '/account/pairing');
    return await browser?.call({ type: 'pair', console: product.url, code });
  };
  expect(await pair()).toMatchObject({ ok: true });
  const item = await browser.context.newPage();
  await item.goto(itemUrl);
  const collect = async () => {
    const tabId = await browser?.worker.evaluate(
      async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id ?? -1,
      itemUrl,
    );
    return await browser?.call({ type: 'read-tab', tabId: tabId ?? -1 });
  };
  const count = async () =>
    (
      await call<{ total: number }>('POST', '/collect/results/query', {
        filter: { platforms: ['aliexpress'] },
      })
    ).total;
  const before = await count();

  expect(await collect()).toMatchObject({ ok: true, handed: { count: 1, state: 'sent' } });
  expect(await collect()).toMatchObject({ ok: true, handed: { count: 1, state: 'sent' } });
  expect(await count()).toBe(Math.max(1, before));

  const tokens = await call<{ id: string; kind: string }[]>('GET', '/account/tokens');
  for (const { id } of tokens.filter(({ kind }) => kind === 'plugin')) {
    await call('DELETE', `/account/tokens/${id}`);
  }
  expect(await collect()).toMatchObject({
    handed: { state: 'waiting' },
    state: { pairingEnded: 'auth.required' },
  });
  await expect.poll(browser.badge).toBe('!');
  expect(await pair()).toMatchObject({ ok: true, state: { waiting: 0, rejected: [] } });
  await expect.poll(browser.badge).toBe('');
});
