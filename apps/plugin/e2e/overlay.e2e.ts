import { expect, test } from '@playwright/test';
import { byJsonp, itemId, itemShell, itemUrl, searchPage } from './made-pages.ts';
import { overlayOf } from './overlay.ts';
import { pairedBrowser } from './paired-browser.ts';
import { serve, serveItemCall, tabOf } from './world.ts';

const paired = pairedBrowser();
const { opened, delivered } = paired;

test('the products of a search are chosen on their cards and opened one after the other; one that does not open is passed over', async () => {
  await serve(paired.context, /www\.aliexpress\.com\/w\//, searchPage());
  await serve(
    paired.context,
    /www\.aliexpress\.com\/item\//,
    itemShell(byJsonp.replaceAll(`'${itemId}'`, 'location.pathname.match(/\\d+/)[0]')),
  );
  await serveItemCall(paired.context);
  const page = await opened('https://www.aliexpress.com/w/wholesale-lamp.html?SearchText=lamp');
  const overlay = await overlayOf(page);
  await expect.poll(overlay.text).toContain('6 products here');
  await expect.poll(async () => (await overlay.checks()).length).toBe(6);

  for (const id of ['1005007700000001', '1005007700000002', '1005007700000005']) {
    await overlay.check(id);
  }
  await expect.poll(overlay.text).toContain('3 selected');
  await page.bringToFront();
  await overlay.press('batch');

  await expect.poll(() => delivered().length).toBe(2);
  expect(delivered().map(({ url }) => url)).toEqual([
    'https://www.aliexpress.com/item/1005007700000002.html',
    'https://www.aliexpress.com/item/1005007700000005.html',
  ]);
  // The first page of a tab that the plugin opens comes from the network, which is not available.
  await expect
    .poll(async () => (await paired.browser.state()).batch)
    .toMatchObject({ state: 'ended', failed: 1 });
  await expect.poll(overlay.text).toContain('Done: 2 of 3 1 could not be read');
  await paired.browser.call({ type: 'forget-batch' });
});

test('what the console has already is marked, and left out when all are chosen', async () => {
  const known = 'https://www.aliexpress.com/item/1005007700000001.html';
  paired.console.answer('/plugin/known', () => ({
    status: 200,
    body: { data: { known: [{ url: known, collectedAt: '2026-11-01T00:00:00Z', claimed: true }] } },
  }));
  await serve(paired.context, /www\.aliexpress\.com\/w\//, searchPage());
  const page = await opened('https://www.aliexpress.com/w/wholesale-lamp.html?SearchText=lamp');
  const overlay = await overlayOf(page);
  await expect.poll(async () => (await overlay.checks())[0]?.name).toContain('(Collected)');

  await overlay.press('all');

  await expect.poll(overlay.text).toContain('Collect 5');
  expect((await overlay.checks()).map(({ checked }) => checked)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  paired.console.answer('/plugin/known', null);
});

test('a button that was hidden stays away from that site until somebody asks again', async () => {
  await serve(paired.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp));
  await serveItemCall(paired.context);
  const page = await opened(itemUrl);
  const overlay = await overlayOf(page);
  await expect.poll(overlay.text).toContain('Collect');

  await overlay.press('close');
  await expect.poll(overlay.text).toBe('');
  await page.reload();
  await page.waitForTimeout(1500);
  expect(await (await overlayOf(page)).text()).toBe('');

  await page.bringToFront();
  await paired.browser.call({ type: 'read-tab', tabId: await tabOf(paired.browser, page) });
  const again = await overlayOf(page);
  await expect.poll(again.text).toContain('Collect');
});

test('works by the keyboard alone, and can be moved by it', async () => {
  await serve(paired.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp));
  await serveItemCall(paired.context);
  const page = await opened(itemUrl);
  const overlay = await overlayOf(page);
  await expect.poll(overlay.text).toBe('Collect');

  await page.locator('#cart').focus();
  await page.keyboard.press('Tab');
  const before = await overlay.top();
  await page.keyboard.press('ArrowUp');
  expect(await overlay.top()).toBe(before - 16);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expect.poll(overlay.text).toContain('Collected');
  expect(delivered().length).toBe(1);
});

test('does not lie over what the page itself keeps in that corner', async () => {
  await serve(paired.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp));
  const page = await opened(itemUrl);
  const overlay = await overlayOf(page);
  await expect.poll(overlay.text).toBe('Collect');

  await page.locator('#cart').click({ timeout: 2000 });
});

test('keeps what cannot be sent, and says so until it is', async () => {
  await serve(paired.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp));
  await serveItemCall(paired.context);
  paired.console.answer('/plugin/collect', () => ({ status: 503, body: 'down' }));
  const page = await opened(itemUrl);
  const overlay = await overlayOf(page);

  await overlay.press('collect');
  await expect.poll(overlay.text).toContain('Saved. It will be sent automatically.');
  paired.console.answer('/plugin/collect', null);
  await paired.browser.call({ type: 'send-now' });

  await expect.poll(overlay.text).toContain('Collected');
});

test('says that nobody is paired, and reads nothing', async () => {
  await serve(paired.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp));
  await serveItemCall(paired.context);
  await paired.browser.call({ type: 'unpair' });
  const page = await opened(itemUrl);
  const overlay = await overlayOf(page);

  await overlay.press('collect');
  await expect.poll(overlay.text).toContain('Not connected');
  expect(paired.console.heard).toEqual([]);
  await paired.browser.call({ type: 'pair', console: paired.console.origin, code: 'ABCD2345' });

  await expect.poll(overlay.text).toBe('Collect');
});
