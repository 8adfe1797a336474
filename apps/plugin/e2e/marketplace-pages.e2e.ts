import { existsSync, readFileSync } from 'node:fs';
import { create1688Shop, createAlibabaShop } from '@bowerbird/simulators/alibaba/shop';
import { expect, test } from '@playwright/test';
import { byFetch, byJsonp, byXhr, itemAnswer, itemId, itemShell, itemUrl, secrets } from './made-pages.ts';
import { overlayOf } from './overlay.ts';
import { pairedBrowser } from './paired-browser.ts';
import { linksOn, serve, serveItemCall, serveShop } from './world.ts';

const paired = pairedBrowser();
const { opened, delivered, collectOn } = paired;

for (const [way, script] of [
  ['a script that calls it back', byJsonp],
  ['fetch', byFetch],
  ['an old request', byXhr],
] as const) {
  test(`an AliExpress item that came by ${way} is collected whole, and the page works as before`, async () => {
    await serve(paired.context, /www\.aliexpress\.com\/item\//, itemShell(script));
    await serveItemCall(paired.context);
    await serve(paired.context, /aeproductsourcesite\.alicdn\.com/, '<p>Folds flat.</p>');

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
      expect(JSON.stringify(paired.console.heard.map(({ body: sent }) => sent))).not.toContain(secret);
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
    paired.context,
    /www\.aliexpress\.com\/item\//,
    itemShell(`${byJsonp} setTimeout(() => { ${say} }, 300);`) + frame,
  );
  await serveItemCall(paired.context);

  const { page, body } = await collectOn(itemUrl);

  expect(body?.products?.map(({ title }) => title)).toEqual(['Folding paper lamp']);
  await page.close();
});

test('a page that allows nothing of others is read all the same, its description by the tab', async () => {
  const reported = { '@type': 'Product', name: 'Teapot', offers: { price: '30.00', priceCurrency: 'USD' } };
  const rules = { 'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'" };
  await serve(
    paired.context,
    /www\.alibaba\.com\/product-detail\//,
    `<!doctype html><title>Teapot</title><script type="application/ld+json">${JSON.stringify(reported)}</script><h1>Teapot</h1>`,
    rules,
  );
  await serve(
    paired.context,
    /mainAction\/desc\.htm/,
    '{"data":{"productHtmlDescription":"<p>Pours well.</p>"}}',
  );

  const { body } = await collectOn('https://www.alibaba.com/product-detail/Teapot_1600000000777.html');

  expect(body).toMatchObject({
    platform: 'alibaba',
    products: [{ title: 'Teapot', descriptionHtml: expect.stringContaining('Pours well.') }],
  });
});

test('an Alibaba item and a 1688 item are collected with their descriptions', async () => {
  const products = { count: 3, seed: 7 };
  await serveShop(paired.context, 'https://www.alibaba.com', createAlibabaShop({ name: 'a', products }));
  await serveShop(paired.context, 'https://detail.1688.com', create1688Shop({ name: 'b', products }));
  const [product = ''] = await linksOn(await opened('https://www.alibaba.com/'), /product-detail\/x_/);
  const [offer = ''] = await linksOn(await opened('https://detail.1688.com/'), /offer\/\d/);
  const [id, offerId] = [product, offer].map((path) => /\d{6,}/.exec(path)?.[0]);

  const { body } = await collectOn(`https://www.alibaba.com/product-detail/Some-Words_${id}.html?spm=1`);
  paired.console.heard.length = 0;
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
    paired.context,
    /www\.aliexpress\.com\/item\//,
    '<!doctype html><title>Captcha Interception</title><div id="nc_1_wrapper">slide</div>',
  );
  const page = await opened(itemUrl);
  const overlay = await overlayOf(page);

  await expect.poll(overlay.text).toContain('The site asks for verification');
  expect(paired.console.heard).toEqual([]);
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
  await serve(paired.context, /www\.aliexpress\.com\/item\//, itemShell(byJsonp + goOn));
  await serveItemCall(paired.context);
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
    paired.context,
    /s\.1688\.com\//,
    `<!doctype html><title>灯</title><div id="grid"></div><script>window.mtopjsonp9 = ({ data }) => {
  document.getElementById('grid').innerHTML = data.data.OFFER.items.map(({ data: one }) => '<div style="width:200px;height:200px"><a href="https://detail.1688.com/offer/' + one.offerId + '.html">' + one.title + '</a></div>').join('');
};
const call = document.createElement('script'); call.src = '${call}'; document.head.append(call);</script>`,
  );
  await paired.context.route(/h5api\.m\.1688\.com/, (route) =>
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

const recorded = new URL('../../../../shared/fixtures/', import.meta.url);

test('recorded pages of Alibaba, 1688 and AliExpress are read in the tab, without their visitors', async () => {
  if (!existsSync(recorded) && process.env.CI === undefined) {
    process.stdout.write('Recorded pages of the marketplaces are not here; nothing was read of them.\n');
    return;
  }
  const page = (name: string) => readFileSync(new URL(`alibaba/${name}`, recorded), 'utf8');
  const search = readFileSync(new URL('aliexpress/search-page-wrapped.html', recorded), 'utf8');
  await serve(paired.context, /www\.aliexpress\.us\/w\//, search);
  await serve(paired.context, /www\.alibaba\.com\/product-detail\//, page('product-ladder-two-axes.html'));
  await serve(paired.context, /detail\.1688\.com\/offer\//, page('1688-offer-desktop-window-context.html'));

  const { body } = await collectOn('https://www.alibaba.com/product-detail/Seat_1600919613373.html');
  paired.console.heard.length = 0;
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
