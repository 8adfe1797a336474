import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type FakeChrome,
  fakeChrome,
  fakeConsole,
  pairedAs,
  refused,
  taken,
} from '../testing/fake-chrome.ts';
import { lamp } from '../testing/products.ts';
import { hear } from './hear.ts';

let browser: FakeChrome;
beforeEach(() => {
  browser = fakeChrome();
  pairedAs(browser);
});
afterEach(() => vi.unstubAllGlobals());

const popup = { id: 'plugin', url: 'chrome-extension://plugin/popup.html' };
const pageAt = (url: string) => ({ id: 'plugin', url });
const shop = pageAt('https://www.shop.example/products/lamp');
const collected = (url: string) => ({ type: 'collected', platform: 'shopify', url, products: [lamp(1)] });

describe('a script beside a page', () => {
  it.each([
    ['a product of another shop', collected('https://other.example/products/lamp')],
    [
      'a product of a shop that only looks like its own',
      collected('https://shop.example.evil.example/products/a'),
    ],
    [
      'an unread page of elsewhere',
      { type: 'unread', platform: 'shopify', url: 'https://bank.example/', code: 'x' },
    ],
    [
      'addresses of elsewhere to be opened, among its own',
      {
        type: 'batch',
        platform: 'shopify',
        urls: ['https://shop.example/products/1', 'https://bank.example/pay'],
      },
    ],
    [
      'what is known of another shop',
      { type: 'known', platform: 'shopify', urls: ['https://other.example/a'] },
    ],
    ['what only the popup may', { type: 'pair', console: 'https://evil.example', code: 'ABCD2345' }],
  ])('is not heard with %s', async (_what, message) => {
    const heard = fakeConsole(() => taken());

    expect(await hear(message, shop)).toMatchObject({ ok: false, code: 'plugin.message-wrong' });
    expect(heard).toEqual([]);
    expect(browser.tabs.size).toBe(0);
  });

  it("is heard with what its own site shows, under each of a marketplace's hosts", async () => {
    const heard = fakeConsole(({ path }) =>
      path === '/plugin/known' ? Response.json({ data: { known: [] } }) : taken(),
    );
    const urls = ['https://pt.aliexpress.com/item/1005000000001.html'];

    expect(await hear(collected('https://shop.example/products/lamp?variant=1'), shop)).toMatchObject({
      ok: true,
    });
    const requested = await hear(
      { type: 'known', platform: 'aliexpress', urls },
      pageAt('https://www.aliexpress.us/w/wholesale-lamp.html'),
    );

    expect(requested).toMatchObject({ ok: true });
    expect(heard.map(({ path }) => path)).toEqual(['/plugin/collect', '/plugin/known']);
  });

  it('learns neither who collects, nor for which console, nor what was read elsewhere', async () => {
    fakeConsole(() => refused(422, 'quota.exceeded'));
    await hear(collected('https://shop.example/products/lamp'), shop);

    const reported = [
      await hear({ type: 'state' }, pageAt('https://other.example/')),
      await hear({ type: 'nonsense' }, pageAt('https://other.example/')),
    ];
    const shown = await hear({ type: 'state' }, popup);

    expect(shown.state).toMatchObject({ paired: { person: 'Ann' }, rejected: [{ code: 'quota.exceeded' }] });
    expect(reported.map(({ state }) => state.paired !== null)).toEqual([true, true]);
    expect(JSON.stringify(reported)).not.toMatch(/Ann|console\.example|shop\.example|Paper lamp/);
  });

  it('is no script of ours where the browser says otherwise [asvs 3.5.5]', async () => {
    const message = { type: 'unpair' };

    expect(await hear(message, { id: 'another', url: popup.url })).toMatchObject({ ok: false });
    expect(await hear(message, pageAt('https://shop.example/?chrome-extension://plugin/'))).toMatchObject({
      ok: false,
    });
    expect((await hear({ type: 'state' }, popup)).state.paired).not.toBeNull();
  });
});

describe('a description', () => {
  const requesting = { type: 'document', url: 'https://desc.alicdn.com/item.html' };
  const answeredAt = (url: string) => {
    const answer = new Response('<p>Words</p>', { headers: { 'content-type': 'text/html' } });
    Object.defineProperty(answer, 'url', { value: url });
    fakeConsole(() => taken());
    vi.stubGlobal('fetch', () => Promise.resolve(answer));
  };

  it('is read from where its source keeps it', async () => {
    answeredAt('https://desc2.alicdn.com/item.html');

    expect(await hear(requesting, shop)).toMatchObject({ ok: true, document: { text: '<p>Words</p>' } });
  });

  it.each([
    'https://console.example/shop-reptile/api/console/settings',
    'http://127.0.0.1/',
    'http://desc.alicdn.com/item.html',
  ])('is not read where it is sent on to %s', async (url) => {
    answeredAt(url);

    expect(await hear(requesting, shop)).toMatchObject({ ok: false });
  });
});
