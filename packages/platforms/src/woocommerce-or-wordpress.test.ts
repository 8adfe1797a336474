import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Collector, Seen } from './collecting/collector.ts';
import { contextFor } from './testing/collecting.ts';
import { answerOf, type Exchange } from './testing/replay.ts';
import { woocommerce } from './woocommerce/index.ts';
import { wordpress } from './wordpress/index.ts';

const shop = 'https://loom.example';
const collectors = [woocommerce.collector, wordpress.collector] as [Collector, Collector];

/** Returns a site with only these answers. */
function site(...answers: Exchange[]) {
  const requested: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const address = String(input);
    requested.push(address);
    const found = answers.find(({ request }) => address.startsWith(request));
    return answerOf(found ?? { status: 404, body: 'Not Found' });
  };
  return { context: contextFor(fetch), requested };
}

function seen(body: string, path = '/', headers: Record<string, string> = {}): Seen {
  return { url: new URL(path, shop), status: 200, headers: new Headers(headers), body };
}

/** Returns how each of the two platforms scores a page. */
async function recognised(page: Seen, ...answers: Exchange[]) {
  const { context, requested } = site(...answers);
  const [woo, plain] = await Promise.all(collectors.map((one) => one.recognise(page, context)));
  return {
    woo: woo?.confidence ?? 0,
    plain: plain?.confidence ?? 0,
    scopes: [woo?.scope, plain?.scope],
    requested,
  };
}

const classes = (text: string) => `<html><body class="${text}"><p>Rugs from the north</body></html>`;
const front =
  '<meta name="generator" content="WordPress 7.0"><img src="https://loom.example/wp-content/a.jpg">';
const namespaces = (root: string): Exchange => ({
  request: `${root}/wp-json/?_fields=`,
  body: { name: 'Loom', namespaces: ['wp/v2', 'wc/store/v1'] },
});

describe('the scope of a page, by the classes of its body', () => {
  it.each([
    ['home page page-id-10846 woocommerce-active product-style-1 single-product-1', '/', ['shop', 'shop']],
    [
      'archive post-type-archive-product woocommerce-shop woocommerce single-product-1',
      '/shop/',
      ['shop', 'product'],
    ],
    ['not-single-product', '/', ['shop', 'shop']],
    ['single single-product postid-7 woocommerce', '/things/rug/', ['product', 'product']],
    ['archive tax-product_cat-2', '/', ['shop', 'shop']],
    ['archive tax-product_cat term-rugs', '/things/', ['category', 'product']],
    ['home blog has-category-menu single-sidebar', '/', ['shop', 'shop']],
    ['archive category category-rugs', '/rugs/', ['shop', 'category']],
    ['page page-id-7 single-column', '/about/', ['shop', 'product']],
  ])('is said of %s', async (text, path, scopes) => {
    expect((await recognised(seen(classes(text), path))).scopes).toEqual(scopes);
  });
});

describe('a shop whose front page shows little', () => {
  it.each<[string, Seen, Exchange[]]>([
    [
      'names its API',
      seen(front, '/', { link: `<${shop}/wp-json/>; rel="https://api.w.org/"` }),
      [namespaces(shop)],
    ],
    ['hides its API', seen(front), [namespaces(shop)]],
    ['hides its API, in a folder', seen(front, '/shop2/'), [namespaces(`${shop}/shop2`)]],
    [
      'closes its API',
      seen(front, '/', { link: `<${shop}/wp-json/>; rel="https://api.w.org/"` }),
      [
        { request: `${shop}/wp-json/`, status: 401, body: { code: 'rest_disabled' } },
        {
          request: `${shop}/wp-sitemap.xml`,
          body: `<sitemapindex><sitemap><loc>${shop}/wp-sitemap-posts-product-1.xml</loc></sitemap></sitemapindex>`,
        },
      ],
    ],
    ['tells it in a script alone', seen(`${front}<script>var wc_add_to_cart_params = {}</script>`), []],
    ['tells it in a class alone', seen(front + classes('home woocommerce-no-js')), []],
    ['tells it in a cookie alone', seen(front, '/', { 'set-cookie': 'wp_woocommerce_session_1=a' }), []],
  ])('is no plain WordPress where it %s', async (_, page, answers) => {
    const { woo, plain } = await recognised(page, ...answers);

    expect(woo).toBeGreaterThanOrEqual(plain);
    expect(woo).toBeGreaterThanOrEqual(50);
  });

  it('is WordPress where nothing of a shop is found', async () => {
    const plainSite = { request: `${shop}/wp-json/`, body: { namespaces: ['wp/v2'] } };

    const { woo, plain } = await recognised(seen(front + classes('home no-woocommerce')), plainSite);

    expect([woo, plain]).toEqual([0, 100]);
  });

  it('asks a page that is none of WordPress for nothing', async () => {
    expect((await recognised(seen('<body class="single-product">Hello'))).requested).toEqual([]);
  });
});

const folder = new URL('../../../../shared/fixtures/woocommerce/html/', import.meta.url);
const traps = [
  ['bildblatt-front-body-class-single-product-1.html.gz', 'https://bildblatt.de/'],
  ['bildblatt-shop-body-class-single-product-1.html.gz', 'https://bildblatt.de/shop/'],
] as const;

describe.runIf(existsSync(folder))('recorded pages that are no product', () => {
  it.each(traps)('takes %s for a whole shop', async (name, address) => {
    const body = gunzipSync(readFileSync(new URL(name, folder))).toString();
    const { context } = site();

    const { scope, confidence } = await collectors[0].recognise(
      { url: new URL(address), status: 200, headers: new Headers(), body },
      context,
    );

    expect([scope, confidence]).toEqual(['shop', 100]);
  });
});
