import { existsSync, readFileSync } from 'node:fs';
import { create1688Shop, createAlibabaShop } from '@bowerbird/simulators/alibaba/shop';
import { expect, type Page, test } from '@playwright/test';
import { type ConsoleStandIn, standInConsole } from './console-stand-in.ts';
import {
  byFetch,
  byJsonp,
  byXhr,
  itemAnswer,
  itemId,
  itemShell,
  itemUrl,
  searchPage,
  secrets,
} from './made-pages.ts';
import { overlayOf } from './overlay.ts';
import { browserWith, type PluginBrowser } from './plugin.ts';
import { emptyWorld, linksOn, serve, serveItemCall, serveShop, tabOf } from './world.ts';

let console: ConsoleStandIn;
let browser: PluginBrowser;

test.beforeAll(async () => {
  console = await standInConsole();
  browser = await browserWith({ console: console.origin, locale: 'en-US', speed: 0.02 });
  const paired = await browser.call({ type: 'pair', console: console.origin, code: 'ABCD2345' });
  expect(paired.ok).toBe(true);
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

const delivered = () =>
  console.heard.filter(({ path }) => path === '/plugin/collect').map(({ body }) => body);
const deliveredText = () => JSON.stringify(console.heard.map(({ body }) => body));

/** Opens a page, presses the button, and waits for what was sent to the console. */
async function collectOn(address: string) {
  const page = await opened(address);
  const overlay = await overlayOf(page);
  await overlay.press('collect');
  await expect.poll(overlay.text).toContain('Collected');
  return { page, overlay, body: delivered()[0] };
}

for (const [way, script] of [
  ['a script that calls it back', byJsonp],
  ['fetch', byFetch],
  ['an old request', byXhr],
] as const) {
  test(`an AliExpress item that came by ${way} is collected whole, and the page works as before`, async () => {
    await serve(browser.context, /www\.aliexpress\.com\/item\//, itemShell(script));
    await serveItemCall(browser.context);
    await serve(browser.context, /aeproductsourcesite\.alicdn\.com/, '<p>Folds flat.</p>');

    const { page, body } = await collectOn(`${itemUrl}?spm=a2g0o.x`);

    await expect(page.locator('#filled')).toHaveText('Folding paper lamp');
    expect(body).toMatchObject({
      platform: 'aliexpress',
      products: [
        {
          title: 'Folding paper lamp',
          currency: 'USD',
          options: [{ name: 'Color', values: ['White', 'Amber'] }],
          variants: [{ price: '19.90', stock: 12 }, { price: '21.50' }],
          source: { id: itemId },
        },
      ],
    });
    for (const secret of secrets) {
      expect(deliveredText()).not.toContain(secret);
    }
  });
}

test('what another script of the page pretends is no answer', async () => {
  const forged = itemAnswer('1005009999999999', 'Forged');
  const lies = [
    { mark: 'bowerbird-page', what: 'answer', kind: 'item', address: 'nowhere', text: forged },
    {
      mark: 'bowerbird-page',
      what: 'answer',
      kind: 'item',
      address: 'https://x.example/',
      text: { forged: true },
    },
    { mark: 'bowerbird-page', what: 'answer', kind: 'item', address: 'https://x.example/', text: '<script>' },
    {
      mark: 'bowerbird-page',
      what: 'answer',
      kind: 'item',
      address: `https://acs.aliexpress.com/h5/?data=${encodeURIComponent('{"productId":"1005009999999999"}')}`,
      text: forged,
    },
    { mark: 'other', what: 'answer', kind: 'item', address: itemUrl, text: forged },
    { mark: 'bowerbird-page', what: 'variables', values: { runParams: 7, evil: '{}' } },
  ];
  const frame = `<iframe srcdoc="<script>parent.postMessage(${JSON.stringify({ ...lies[0], address: itemUrl })
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')}, '*')</script>"></iframe>`;
  const say = `${JSON.stringify(lies)}.forEach((lie) => postMessage(lie, '*'));`;
  await serve(
    browser.context,
    /www\.aliexpress\.com\/item\//,
    itemShell(`${byJsonp} setTimeout(() => { ${say} }, 300);`) + frame,
  );
  await serveItemCall(browser.context);

  const { page, body } = await collectOn(itemUrl);

  expect(body?.products?.map(({ title }) => title)).toEqual(['Folding paper lamp']);
  await page.close();
});

test('a page that allows nothing of others is read all the same, its description by the tab', async () => {
  const reported = { '@type': 'Product', name: 'Teapot', offers: { price: '30.00', priceCurrency: 'USD' } };
  const rules = { 'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'" };
  await serve(
    browser.context,
    /www\.alibaba\.com\/product-detail\//,
    `<!doctype html><title>Teapot</title><script type="application/ld+json">${JSON.stringify(reported)}</script><h1>Teapot</h1>`,
    rules,
  );
  await serve(
    browser.context,
    /mainAction\/desc\.htm/,
    '{"data":{"productHtmlDescription":"<p>Pours well.</p>"}}',
  );

  const { body } = await collectOn('https://www.alibaba.com/product-detail/Teapot_1600000000777.html');

  expect(body).toMatchObject({
    platform: 'alibaba',
    products: [{ title: 'Teapot', descriptionHtml: expect.stringContaining('Pours well.') }],
  });
});

test('the products of a search are chosen on their cards and opened one after the other; one that does not open is passed over', async () => {
  await serve(browser.context, /www\.aliexpress\.com\/w\//, searchPage());
  await serve(
    browser.context,
    /www\.aliexpress\.com\/item\//,
    itemShell(byJsonp.replaceAll(`'${itemId}'`, 'location.pathname.match(/\\d+/)[0]')),
  );
  await serveItemCall(browser.context);
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
  await expect.poll(async () => (await browser.state()).batch).toMatchObject({ state: 'ended', failed: 1 });
  await expect.poll(overlay.text).toContain('Done: 2 of 3 1 could not be read');
  await browser.call({ type: 'forget-batch' });
});

test('what the console has already is marked, and left out when all are chosen', async () => {
  const known = 'https://www.aliexpress.com/item/1005007700000001.html';
  console.answer('/plugin/known', () => ({
    status: 200,
    body: { data: { known: [{ url: known, collectedAt: '2026-11-01T00:00:00Z', claimed: true }] } },
  }));
  await serve(browser.context, /www\.aliexpress\.com\/w\//, searchPage());
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
  console.answer('/plugin/known', null);
});

test('an Alibaba item and a 1688 item are collected with their descriptions', async () => {
  const products = { count: 3, seed: 7 };
  await serveShop(browser.context, 'https://www.alibaba.com', createAlibabaShop({ name: 'a', products }));
  await serveShop(browser.context, 'https://detail.1688.com', create1688Shop({ name: 'b', products }));
  const [product = ''] = await linksOn(await opened('https://www.alibaba.com/'), /product-detail\/x_/);
  const [offer = ''] = await linksOn(await opened('https://detail.1688.com/'), /offer\/\d/);
  const [id, offerId] = [product, offer].map((path) => /\d{6,}/.exec(path)?.[0]);

  const { body } = await collectOn(`https://www.alibaba.com/product-detail/Some-Words_${id}.html?spm=1`);
  console.heard.length = 0;
  const other = await collectOn(`https://detail.1688.com${offer}`);

  expect(body).toMatchObject({
    platform: 'alibaba',
    products: [{ source: { id }, currency: 'USD' }],
  });
  expect(JSON.stringify(body?.products)).toMatch(/"descriptionHtml":"[^"]{20}/);
  expect(other.body).toMatchObject({
    platform: 'alibaba-1688',
    products: [{ source: { id: offerId }, currency: 'CNY' }],
  });
});

test('a page that checks its visitor is named so, and nothing is sent', async () => {
  await serve(
    browser.context,
    /www\.aliexpress\.com\/item\//,
    '<!doctype html><title>Captcha Interception</title><div id="nc_1_wrapper">slide</div>',
  );
  const page = await opened(itemUrl);
  const overlay = await overlayOf(page);

  await expect.poll(overlay.text).toContain('The site asks for verification');
  expect(console.heard).toEqual([]);
});

test('a button that was hidden stays away from that site until somebody asks again', async () => {
  await serve(browser.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp));
  await serveItemCall(browser.context);
  const page = await opened(itemUrl);
  const overlay = await overlayOf(page);
  await expect.poll(overlay.text).toContain('Collect');

  await overlay.press('close');
  await expect.poll(overlay.text).toBe('');
  await page.reload();
  await page.waitForTimeout(1500);
  expect(await (await overlayOf(page)).text()).toBe('');

  await page.bringToFront();
  await browser.call({ type: 'read-tab', tabId: await tabOf(browser, page) });
  const again = await overlayOf(page);
  await expect.poll(again.text).toContain('Collect');
});

test('a page that changes to another item without loading is that item from then on', async () => {
  const other = '1005008800000002';
  const goOn = `document.getElementById('cart').onclick = () => {
    history.pushState({}, '', '/item/${other}.html');
    window.mtopjsonp4 = () => {};
    const next = document.createElement('script');
    next.src = call.src.replace('mtopjsonp3', 'mtopjsonp4').replace('${itemId}', '${other}');
    document.head.append(next);
  };`;
  await serve(browser.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp + goOn));
  await serveItemCall(browser.context);
  const { page, overlay } = await collectOn(itemUrl);

  await page.locator('#cart').click();
  await expect.poll(overlay.text).toBe('Collect');
  await overlay.press('collect');

  await expect.poll(() => delivered().length).toBe(2);
  expect(delivered()[1]).toMatchObject({ products: [{ source: { id: other } }] });
});

test('the products that a search of 1688 was answered with are offered', async () => {
  const items = ['951410798382', '951410798383'].map((offerId) => ({
    data: { offerId, title: `<font>灯</font> ${offerId}` },
  }));
  const call =
    'https://h5api.m.1688.com/h5/mtop.relationrecommend.wirelessrecommend.recommend/2.0/?data=%7B%22method%22%3A%22getOfferList%22%7D&callback=mtopjsonp9';
  await serve(
    browser.context,
    /s\.1688\.com\//,
    `<!doctype html><title>灯</title><div id="grid"></div><script>window.mtopjsonp9 = ({ data }) => {
  document.getElementById('grid').innerHTML = data.data.OFFER.items.map(({ data: one }) => '<div style="width:200px;height:200px"><a href="https://detail.1688.com/offer/' + one.offerId + '.html">' + one.title + '</a></div>').join('');
};
const call = document.createElement('script'); call.src = '${call}'; document.head.append(call);</script>`,
  );
  await browser.context.route(/h5api\.m\.1688\.com/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `mtopjsonp9(${JSON.stringify({ data: { data: { OFFER: { found: 2, items } } } })})`,
    }),
  );
  const page = await opened('https://s.1688.com/selloffer/offer_search.htm?keywords=%B5%C6');
  const overlay = await overlayOf(page);

  await expect.poll(overlay.text).toContain('2 products here');
  await expect
    .poll(async () => (await overlay.checks()).map(({ name }) => name))
    .toEqual(['Select: 灯 951410798382', 'Select: 灯 951410798383']);
});

test('works by the keyboard alone, and can be moved by it', async () => {
  await serve(browser.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp));
  await serveItemCall(browser.context);
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
  await serve(browser.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp));
  const page = await opened(itemUrl);
  const overlay = await overlayOf(page);
  await expect.poll(overlay.text).toBe('Collect');

  await page.locator('#cart').click({ timeout: 2000 });
});

test('keeps what cannot be sent, and says so until it is', async () => {
  await serve(browser.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp));
  await serveItemCall(browser.context);
  console.answer('/plugin/collect', () => ({ status: 503, body: 'down' }));
  const page = await opened(itemUrl);
  const overlay = await overlayOf(page);

  await overlay.press('collect');
  await expect.poll(overlay.text).toContain('Saved. It will be sent automatically.');
  console.answer('/plugin/collect', null);
  await browser.call({ type: 'send-now' });

  await expect.poll(overlay.text).toContain('Collected');
});

test('says that nobody is paired, and reads nothing', async () => {
  await serve(browser.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp));
  await serveItemCall(browser.context);
  await browser.call({ type: 'unpair' });
  const page = await opened(itemUrl);
  const overlay = await overlayOf(page);

  await overlay.press('collect');
  await expect.poll(overlay.text).toContain('Not connected');
  expect(console.heard).toEqual([]);
  await browser.call({ type: 'pair', console: console.origin, code: 'ABCD2345' });

  await expect.poll(overlay.text).toBe('Collect');
});

const recorded = new URL('../../../../shared/fixtures/', import.meta.url);

test('recorded pages of Alibaba, 1688 and AliExpress are read in the tab, without their visitors', async () => {
  if (!existsSync(recorded) && process.env.CI === undefined) {
    process.stdout.write('Recorded pages of the marketplaces are not here; nothing was read of them.\n');
    return;
  }
  const page = (name: string) => readFileSync(new URL(`alibaba/${name}`, recorded), 'utf8');
  const search = readFileSync(new URL('aliexpress/search-page-wrapped.html', recorded), 'utf8');
  await serve(browser.context, /www\.aliexpress\.us\/w\//, search);
  await serve(browser.context, /www\.alibaba\.com\/product-detail\//, page('product-ladder-two-axes.html'));
  await serve(browser.context, /detail\.1688\.com\/offer\//, page('1688-offer-desktop-window-context.html'));

  const { body } = await collectOn('https://www.alibaba.com/product-detail/Seat_1600919613373.html');
  console.heard.length = 0;
  const other = await collectOn('https://detail.1688.com/offer/951410798382.html');

  expect(body?.products?.[0]?.title).toContain('Car Seat');
  expect(JSON.stringify(body)).not.toMatch(/buyer|umid|securityToken/i);
  expect(other.body).toMatchObject({
    platform: 'alibaba-1688',
    products: [{ source: { id: '951410798382' } }],
  });
  expect(JSON.stringify(other.body)).not.toMatch(/buyer/i);
  const list = await overlayOf(
    await opened('https://www.aliexpress.us/w/wholesale-drill.html?SearchText=drill'),
  );
  await expect.poll(list.text).toContain('12 products here');
});
