import { expect, it } from 'vitest';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { describeCollector } from '../../testing/collector-suite.ts';
import { answerOf, type Exchange, replay } from '../../testing/replay.ts';
import { woocommerce } from '../index.ts';
import { prices, simpleGood, variableGood, variationsOf } from '../testing/pretend-products.ts';

const shop = 'https://loom.example';
const api = `${shop}/wp-json/wc/store/v1`;
const categories = [
  { id: 16, name: 'Home &amp; floor', slug: 'home-floor', parent: 0, count: 205 },
  { id: 17, name: 'Rugs', slug: 'rugs', parent: 16, count: 205 },
];
const robots: Exchange = { request: `${shop}/robots.txt`, body: 'User-agent: *\nDisallow: /*?add-to-cart=' };
const catalog = Array.from({ length: 205 }, (_, at) =>
  at % 50 === 3 ? variableGood(at + 1) : simpleGood(at + 1, at === 120 ? { prices: { price: 'dear' } } : {}),
);

function listPage(page: number, query = ''): Exchange {
  return {
    request: `${api}/products?per_page=100&page=${page}&orderby=id&order=asc${query}`,
    headers: { 'x-wp-total': '205', 'x-wp-totalpages': '3' },
    body: catalog.slice((page - 1) * 100, page * 100),
  };
}

function variations(...numbers: number[]): Exchange {
  const parents = numbers.map((number) => 7000 + number).join('%2C');
  return {
    request: `${api}/products?type=variation&parent=${parents}&per_page=100&page=1&orderby=id&order=asc`,
    headers: { 'x-wp-total': String(2 * numbers.length), 'x-wp-totalpages': '1' },
    body: numbers.flatMap(variationsOf),
  };
}

const categoryList: Exchange = {
  request: `${api}/products/categories?per_page=100&page=1`,
  body: categories,
};

describeCollector(woocommerce, {
  shop,
  recording: [
    robots,
    listPage(1),
    categoryList,
    variations(4, 54),
    listPage(2),
    variations(104, 154),
    listPage(3),
    variations(204),
  ],
  readable: 204,
  unreadable: 1,
  front: {
    headers: { link: `<${shop}/wp-json/>; rel="https://api.w.org/"` },
    body: '<!doctype html><body class="home"><p>Rugs from the north',
  },
  recognising: [
    {
      request: `${shop}/wp-json/?_fields=name%2Cnamespaces`,
      body: { name: 'Loom', namespaces: ['wc/store/v1', 'wp/v2'] },
    },
  ],
  previewing: [{ request: `${api}/products?per_page=6&page=1`, body: catalog.slice(0, 6) }, variations(4)],
  bareLists: true,
});

const collector = woocommerce.collector as NonNullable<typeof woocommerce.collector>;

function collect(
  recording: readonly Exchange[],
  scope: 'shop' | 'category' | 'product' | 'list',
  ...addresses: string[]
) {
  const { fetch, requested } = replay(recording);
  return collectAll(
    collector,
    { scope, addresses: addresses.map((address) => new URL(address)) },
    contextFor(fetch),
  ).then((collected) => ({ ...collected, requested }));
}

it('joins variations with their choices by slug, prices them, and gives them no code of their parent', async () => {
  const one: Exchange = { request: `${api}/products?slug=good-4`, body: [variableGood(4)] };

  const { products } = await collect([robots, one, variations(4)], 'product', `${shop}/product/good-4/`);

  expect(products).toMatchObject([
    {
      title: 'Good & plain 4',
      tags: ['wool & silk'],
      currency: 'EUR',
      options: [{ name: 'Colour', values: ['Sea green', 'Rust'] }],
      attributes: [{ name: 'Care', value: 'By hand' }],
      variants: [
        { optionValues: ['Sea green'], sku: 'G-4-SEA', price: '4.00', compareAtPrice: null, stock: 2 },
        { optionValues: ['Rust'], sku: null, price: '3.50', compareAtPrice: '4.00', stock: null },
      ],
    },
  ]);
});

it('puts the whole path of a category into its products', async () => {
  const inside: Exchange = { ...listPage(3, '&category=17'), headers: {}, body: catalog.slice(200) };
  inside.request = `${api}/products?per_page=100&page=1&orderby=id&order=asc&category=17`;

  const { products, events } = await collect(
    [robots, categoryList, inside, variations(204)],
    'category',
    `${shop}/product-category/home-floor/rugs/`,
  );

  expect(products).toHaveLength(5);
  expect(new Set(products.map((product) => JSON.stringify(product.categories)))).toEqual(
    new Set(['[["Home & floor","Rugs"]]']),
  );
  expect(events).toContainEqual({ kind: 'slices', slices: [{ name: 'Rugs', total: 205 }] });
});

it('lists the categories as the tree they are', async () => {
  const { fetch } = replay([robots, categoryList]);

  expect(await collector.categories(new URL(shop), contextFor(fetch))).toMatchObject([
    {
      name: 'Home & floor',
      children: [{ name: 'Rugs', promised: 205, address: `${shop}/product-category/rugs/` }],
    },
  ]);
});

it('finds the API of a shop in a folder, and behind plain links', async () => {
  const missing = (request: string): Exchange => ({ request, status: 404, body: 'Not Found' });
  const requested = '/products?per_page=100&page=1&orderby=id&order=asc';
  const folder = await collect(
    [
      robots,
      missing(`${api}${requested}`),
      {
        request: `${shop}/`,
        headers: { link: `<${shop}/shop/wp-json/>; rel="https://api.w.org/"` },
        body: '<p>Hello',
      },
      { request: `${shop}/shop/wp-json/wc/store/v1${requested}`, body: [simpleGood(1, { categories: [] })] },
    ],
    'shop',
    shop,
  );
  const plain = await collect(
    [
      robots,
      missing(`${api}${requested}`),
      { request: `${shop}/`, body: '<p>Hello' },
      {
        request: `${shop}/?rest_route=%2Fwc%2Fstore%2Fv1%2Fproducts&per_page=100&page=1&orderby=id&order=asc`,
        body: [simpleGood(2, { categories: [] })],
      },
    ],
    'shop',
    shop,
  );

  expect([folder.ids, plain.ids]).toEqual([['7001'], ['7002']]);
});

it.each([
  [0, '1400', '1400'],
  [2, '1400', '14.00'],
  [3, '1400', '1.400'],
  [2, '5', '0.05'],
])('reads a price of a currency with %s decimals', async (decimals, minor, price) => {
  const good = simpleGood(1, {
    categories: [],
    prices: prices(0, { price: minor, regular_price: minor, currency_minor_unit: decimals }),
  });
  const { products } = await collect(
    [robots, { request: `${api}/products?slug=good-1`, body: [good] }],
    'product',
    `${shop}/product/good-1/`,
  );

  expect(products[0]?.variants[0]).toMatchObject({ price, compareAtPrice: null });
});

it('stands every value for a variation that the shop left open', async () => {
  const open = {
    ...variableGood(4),
    variations: [{ id: 70041, attributes: [{ name: 'Colour', value: null }] }],
  };
  const [first] = variationsOf(4);
  const one: Exchange = { request: `${api}/products?slug=good-4`, body: [open] };

  const { products } = await collect(
    [robots, one, { ...variations(4), body: [first] }],
    'product',
    `${shop}/product/good-4/`,
  );

  expect(products[0]?.variants.map(({ id, optionValues }) => [id, optionValues])).toEqual([
    ['70041-1', ['Sea green']],
    ['70041-2', ['Rust']],
  ]);
});

it('reads a shop whose API is closed by its sitemap and pages, and prices nothing by guess', async () => {
  const page = (number: number, price: string, form = '') =>
    `<html><body class="single-product postid-${7000 + number}"><script type="application/ld+json">${JSON.stringify(
      {
        '@graph': [
          {
            '@type': 'Product',
            name: `Good ${number}`,
            sku: `G-${number}`,
            offers: [{ '@type': 'Offer', price, priceCurrency: 'EUR' }],
          },
        ],
      },
    )}</script>${form}</body></html>`;
  const pages: Record<string, string> = {
    '/wp-sitemap.xml': `<sitemapindex><sitemap><loc>${shop}/wp-sitemap-posts-product-1.xml</loc></sitemap><sitemap><loc>${shop}/wp-sitemap-posts-page-1.xml</loc></sitemap></sitemapindex>`,
    '/wp-sitemap-posts-product-1.xml': `<urlset>${[1, 2, 3].map((n) => `<url><loc>${shop}/things/good-${n}/</loc></url>`).join('')}</urlset>`,
    '/things/good-1/': page(1, '1.00'),
    '/things/good-2/': page(
      2,
      '2.00',
      '<form class="variations_form cart" data-product_id="7002" data-product_variations="false">',
    ),
    '/things/good-3/': page(
      3,
      '3.00',
      `<form class="variations_form" data-product_variations="${JSON.stringify([
        {
          variation_id: 9,
          attributes: { attribute_pa_size: 'l' },
          display_price: 2.5,
          display_regular_price: 3,
          sku: 'G-3-L',
          is_in_stock: true,
          max_qty: 4,
        },
      ]).replaceAll('"', '&quot;')}">`,
    ),
  };
  const fetch = async (input: string | URL | Request) => {
    const { pathname } = new URL(String(input));
    return pathname.startsWith('/wp-json/')
      ? answerOf({ status: 401, body: { code: 'rest_disabled' } })
      : answerOf({ status: pages[pathname] ? 200 : 404, body: pages[pathname] ?? '' });
  };

  const { ids, skipped, products } = await collectAll(
    collector,
    { addresses: [new URL(shop)] },
    contextFor(fetch),
  );

  expect([ids, skipped]).toEqual([['7001', '7002', '7003'], []]);
  expect(products[1]?.extra.page?.unknown).toEqual(expect.arrayContaining(['variants', 'options']));
  expect(products[2]).toMatchObject({
    options: [{ name: 'Size', values: ['l'] }],
    variants: [{ sku: 'G-3-L', price: '2.5', compareAtPrice: '3', stock: 4 }],
  });
});

it('reads an answer behind the notices of a talkative PHP', async () => {
  const notices =
    '<br />\n<b>Warning</b>:  Undefined array key "x" in <b>/srv/a.php</b> on line <b>3</b><br />\n';
  const good = JSON.stringify([simpleGood(1, { categories: [] })]);
  const requested = `${api}/products?slug=good-1`;

  const { products } = await collect(
    [robots, { request: requested, body: notices + notices + good }],
    'product',
    `${shop}/product/good-1/`,
  );

  expect(products).toMatchObject([{ source: { id: '7001' } }]);
});

it('holds a page of WordPress without WooCommerce for none of its shops', async () => {
  const recognised = await collector.recognise(
    {
      url: new URL(shop),
      status: 200,
      headers: new Headers({ link: `<${shop}/wp-json/>; rel="https://api.w.org/"` }),
      body: '<!doctype html><body class="home blog">',
    },
    contextFor(
      replay([{ request: `${shop}/wp-json/?_fields=name%2Cnamespaces`, body: { namespaces: ['wp/v2'] } }])
        .fetch,
    ),
  );

  expect(recognised.confidence).toBe(0);
});
