import { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { amount, type PretendPage, pageAddress, pretendPage } from '../testing/pretend-page.ts';
import { readPage } from './page.ts';

const offer = (price: unknown, changes: object = {}) => ({
  offers: [{ '@type': 'Offer', price, priceCurrency: 'EUR', ...changes }],
});

function read(page: PretendPage, url = pageAddress): Product {
  const [product] = readPage(pretendPage(page), url);
  expect(Product.parse(product)).toEqual(product);
  return product as Product;
}

const prices = ({ variants }: Product) =>
  variants.map(({ price, compareAtPrice }) => [price, compareAtPrice]);
const unknown = (product: Product) => product.extra.page?.unknown;

it.each([
  ['45,00', '35,00', '35.00', ['35.00', '45.00']],
  ['1.299,00', '1.199,50', '1199.50', ['1199.50', '1299.00']],
  ['1.250', '1.200', '1.200', ['1.200', '1.250']],
  ['1.250', '1.200', '1200', ['1200', '1250']],
  ['١٢٠٫٥٠', '١٠٠٫٠٠', '100', ['100', '120.50']],
])('reads the price that %s was before it became %s', (former, now, stated, expected) => {
  const price = `<del aria-hidden="true">${amount(former)}</del> <span class="screen-reader-text">Was: ${amount(former)}</span><ins>${amount(now)}</ins> <small class="woocommerce-price-suffix">without tax ${amount('1,00')}</small>`;

  expect(prices(read({ linked: offer(stated), price }))).toEqual([expected]);
});

it('reads both prices, the currency and the title where only the page itself gives them', () => {
  const product = read({
    linked: null,
    price: `<del>${amount('45,00')}</del><ins>${amount('35,00')}</ins>`,
    form: '<form class="cart"><button name="add-to-cart" value="22">Add</button></form>',
  });

  expect([product.title, product.currency, prices(product)]).toEqual(['Mug', 'EUR', [['35.00', '45.00']]]);
  expect(product.extra.page).toMatchObject({
    way: 'markup',
    fields: { title: 'markup', variants: 'markup', handle: 'address' },
  });
  expect(unknown(product)).not.toContain('variants');
});

it.each([
  [
    'another price than linked data tell',
    offer('20.00'),
    `<del>${amount('90,00')}</del><ins>${amount('80,00')}</ins>`,
  ],
  ['a range', offer('20.00'), `${amount('20,00')} &ndash; ${amount('90,00')}`],
  ['no price', offer('20.00'), undefined],
])('makes no former price of a page that shows %s', (_, linked, price) => {
  expect(prices(read({ linked, ...(price !== undefined && { price }) }))).toEqual([['20.00', null]]);
});

it.each<[string, PretendPage, string | null]>([
  ['no price at all', { linked: {}, classes: 'instock' }, null],
  ['0.00 of what cannot be bought', { linked: offer('0.00'), classes: 'instock' }, null],
  [
    '0 where nothing says that it can be bought',
    { linked: offer(0), classes: '', price: amount('0,00') },
    null,
  ],
  ['0.00 of what can be bought', { linked: offer('0.00') }, '0.00'],
  ['nothing where the block is empty', { linked: {}, classes: 'instock', price: '' }, null],
])('reads %s', (_, page, expected) => {
  expect(prices(read(page))).toEqual([[expected, null]]);
});

const posted =
  '<span class="posted_in">Categories: <a href="/product-category/home/" rel="tag">Home &amp; Bath</a>, <a href="/product-category/home/cups/" rel="tag">Cups</a>, <a href="/product-category/gifts/" rel="tag">Gifts</a></span> <span class="posted_in">Brand: <a href="/brand/mud/" rel="tag">Mud</a></span>';
const crumbs =
  '<a href="/">Start</a>&nbsp;/&nbsp;<a href="/product-category/home/">Home &amp; Bath</a>&nbsp;/&nbsp;<a href="/product-category/home/cups/">Cups</a>';
const list = (names: string[]) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'BreadcrumbList', itemListElement: names.map((name, at) => ({ position: at + 1, item: { name, '@id': at === 0 ? 'https://loom.example' : name === 'Mug' ? pageAddress : `https://loom.example/product-category/x/` } })) })}</script>`;

it.each<[string, PretendPage, string[][], string | undefined]>([
  [
    'links and breadcrumb',
    { meta: posted, crumbs },
    [['Home & Bath'], ['Home & Bath', 'Cups'], ['Gifts']],
    'markup',
  ],
  [
    'paths of another name',
    {
      meta: '<span class="posted_in"><a href="/c/home/cups/">Cups</a></span>',
      crumbs:
        '<a href="/">Start</a> / <a href="/shop/">Shop</a> / <a href="/c/home/">Home</a> / <a href="/c/home/cups/">Cups</a>',
    },
    [['Home', 'Cups']],
    'markup',
  ],
  [
    'a category of the same name as the product',
    {
      meta: '<span class="posted_in"><a href="/product-category/mug/">Mug</a></span>',
      crumbs:
        '<a href="/">Start</a> / <a href="/product-category/home/">Home</a> / <a href="/product-category/mug/">Mug</a>',
    },
    [['Home', 'Mug']],
    'markup',
  ],
  ['links alone', { meta: posted }, [['Home & Bath'], ['Cups'], ['Gifts']], 'markup'],
  ['a breadcrumb alone', { crumbs }, [['Home & Bath', 'Cups']], 'markup'],
  [
    'linked data',
    { head: list(['Start', 'Home &amp;amp; Bath', 'Cups', 'Mug']) },
    [['Home & Bath', 'Cups']],
    'linked-data',
  ],
  [
    'a category of linked data',
    { linked: { ...offer('2.00'), category: 'Home &gt; Cups' } },
    [['Home', 'Cups']],
    'linked-data',
  ],
  ['nothing', {}, [], undefined],
])('reads categories as paths from the root by %s', (_, page, expected, form) => {
  const product = read({ linked: offer('2.00'), ...page });

  expect(product.categories).toEqual(expected);
  expect(product.extra.page).toMatchObject({ fields: form === undefined ? {} : { categories: form } });
  expect(expected.length === 0).toBe((unknown(product) as string[]).includes('categories'));
});

it('reads tags, brand, weight, codes, stock and attributes as the page shows them', () => {
  const tabs = `<table class="woocommerce-product-attributes shop_attributes"><tr class="woocommerce-product-attributes-item woocommerce-product-attributes-item--weight"><th>Weight</th><td>0,42 kg</td></tr>
    <tr class="woocommerce-product-attributes-item--dimensions"><th>Size</th><td>1 x 2 cm</td></tr><tr class="woocommerce-product-attributes-item--attribute_pa_clay"><th>Clay</th><td><p><a href="/clay/red/">Red</a></p></td></tr></table>`;
  const meta = `<span class="sku_wrapper">SKU: <span class="sku">MUG-1</span></span>${posted}<span class="tagged_as">Tags: <a href="/t/a/">tea &amp; milk</a>, <a href="/t/b/">clay</a></span>`;

  const product = read({
    linked: { sku: 22, ...offer('2.00') },
    meta,
    tabs,
    form: '<p class="stock in-stock">40 in stock</p>',
  });

  expect(product).toMatchObject({
    tags: ['tea & milk', 'clay'],
    vendor: 'Mud',
    attributes: [{ name: 'Clay', value: 'Red' }],
    variants: [{ sku: 'MUG-1', stock: 40, available: true, weight: { value: '0.42', unit: 'kg' } }],
  });
});

const panel =
  '<ul><li class="description_tab"><a href="#tab-description">Beschreibung</a></li></ul><div class="woocommerce-Tabs-panel woocommerce-Tabs-panel--description" id="tab-description"><h2>Beschreibung</h2>\n<p>A <b>long</b> text.</p><img src="/a.jpg"></div>';

it.each<[string, PretendPage, string, boolean]>([
  [
    'the panel',
    { tabs: panel, short: '<p>Short.</p>', linked: { ...offer('2.00'), description: 'Short.' } },
    '<p>A <b>long</b> text.</p><img src="https://loom.example/a.jpg">',
    true,
  ],
  [
    'the panel, where a theme has a part of its own',
    { tabs: `<div class="product-description">In short.</div>${panel}` },
    '<p>A <b>long</b> text.</p><img src="https://loom.example/a.jpg">',
    true,
  ],
  ['the short one, which is all', { short: '<p>Short.</p>', linked: offer('2.00') }, '<p>Short.</p>', true],
  [
    'the short one of a page with more',
    { short: '<p>Short.</p>', tabs: '<a href="#tab-description">More</a>' },
    '<p>Short.</p>',
    false,
  ],
  [
    'linked data, which may be cut',
    { linked: { ...offer('2.00'), description: 'Told only here, and longer.' }, short: 'Stated' },
    'Told only here, and longer.',
    false,
  ],
  [
    'a page builder',
    {
      tabs: '<div class="elementor-widget elementor-widget-woocommerce-product-content"><p>Built.</p></div>',
    },
    '<p>Built.</p>',
    true,
  ],
])('reads the description from %s', (_, page, expected, isWhole) => {
  const product = read({ linked: offer('2.00'), ...page });

  expect(product.descriptionHtml).toBe(expected);
  expect((unknown(product) as string[]).includes('descriptionHtml')).toBe(!isWhole);
});

it('reads every image of the gallery at its full size, each once', () => {
  const form =
    '<div class="woocommerce-product-gallery"><div class="woocommerce-product-gallery__image"><a href="../../files/a.jpg"><img src="/a-600.jpg" alt="A" data-large_image="https://loom.example/files/a.jpg" data-large_image_width="800" data-large_image_height="600"></a></div><div class="woocommerce-product-gallery__image"><a href="../../files/b.jpg"><img src="/b-100.jpg" alt=""></a></div></div>';

  const product = read({ linked: { ...offer('2.00'), image: 'http://loom.example/files/a.jpg' }, form });

  expect(product.images).toEqual([
    { url: 'https://loom.example/files/a.jpg', alt: 'A', width: 800, height: 600 },
    { url: 'https://loom.example/files/b.jpg', alt: '', width: null, height: null },
  ]);
});

it.each([
  ['index.html', 'https://loom.example/product/mug/index.html', 'https://loom.example/product/mug/'],
  ['/product/mug/', 'https://loom.example/?p=22', 'https://loom.example/product/mug/'],
  ['https://other.example/x/', 'https://loom.example/product/mug/', 'https://loom.example/product/mug/'],
])('knows the page by its canonical address %s', (canonical, requested, expected) => {
  const product = read(
    { linked: offer('2.00'), head: `<link rel="canonical" href="${canonical}">` },
    new URL(requested),
  );

  expect([product.source?.url, product.handle]).toEqual([expected, 'mug']);
});

it("reads the currency of a sign that many share from the shop's settings", () => {
  const head =
    "<script>var wcSettings = JSON.parse( decodeURIComponent( '%7B%22currency%22%3A%7B%22code%22%3A%22MXN%22%2C%22precision%22%3A2%7D%7D' ) );</script>";

  const product = read({ linked: null, price: amount('30.00', '$'), head });

  expect([product.currency, product.extra.page?.fields]).toMatchObject(['MXN', { currency: 'shop-script' }]);
  expect(unknown(read({ linked: null, price: amount('30.00', '$') }))).toContain('currency');
});

it('takes the number of a body class whole', () => {
  const html = pretendPage({ linked: offer('2.00') }).replace('postid-22', 'postid-9-wide parent-postid-9');

  expect(readPage(html, pageAddress)[0]?.source?.id).toBe('22');
});

it('takes nothing of another product that linked data mention', () => {
  const other = `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Plate', url: 'https://loom.example/product/plate/', sku: 'P', brand: 'Other', ...offer('9.00') })}</script>`;

  const product = read({ linked: { ...offer('2.00'), brand: 'Mud' }, head: other });
  const alone = read({ linked: null, head: other, price: amount('3,00') });

  expect([product.title, product.vendor, prices(product)]).toEqual(['Mug', 'Mud', [['2.00', null]]]);
  expect([alone.title, alone.vendor, prices(alone)]).toEqual(['Mug', null, [['3.00', null]]]);
});

it('reads the product that a page of linked data is about', () => {
  const about = {
    '@type': 'ItemPage',
    mainEntity: { '@type': 'Product', name: 'Mug', brand: 'Mud', ...offer('6.00') },
  };
  const head = `<script type="application/ld+json">${JSON.stringify(about)}</script>`;

  expect(read({ linked: null, head })).toMatchObject({ vendor: 'Mud', variants: [{ price: '6.00' }] });
});

it('reads microdata and Open Graph where linked data are missing', () => {
  const microdata =
    '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Mug</b><span itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="4.00"><meta itemprop="priceCurrency" content="CHF"></span></div>';
  const openGraph =
    '<meta property="og:title" content="Mug"><meta property="product:price:amount" content="5.00"><meta property="product:price:currency" content="SEK"><meta property="og:image" content="/m.jpg">';

  const [first, second] = [read({ linked: null, after: microdata }), read({ linked: null, head: openGraph })];

  expect([first.currency, prices(first), first.extra.page?.way]).toEqual([
    'CHF',
    [['4.00', null]],
    'microdata',
  ]);
  expect([second.currency, prices(second), second.extra.page?.way]).toEqual([
    'SEK',
    [['5.00', null]],
    'open-graph',
  ]);
  expect(unknown(second)).toEqual(
    expect.arrayContaining(['descriptionHtml', 'images', 'categories', 'vendor']),
  );
});

it('names what is grouped or sold elsewhere, and prices no group', () => {
  const grouped = read({
    type: 'grouped',
    linked: { offers: { '@type': 'AggregateOffer', lowPrice: '1', highPrice: '9', priceCurrency: 'EUR' } },
    form: '<form class="cart grouped_form"><input name="quantity[31]"><input name="quantity[32]"></form>',
  });
  const external = read({
    type: 'external',
    classes: 'instock',
    linked: offer('8.00'),
    form: '<p class="cart"><a class="single_add_to_cart_button" href="https://other.example/buy">Buy</a></p>',
  });

  expect([grouped.extra.woocommerce, prices(grouped)]).toEqual([
    { type: 'grouped', groupedProducts: ['31', '32'] },
    [[null, null]],
  ]);
  expect([external.extra.woocommerce, prices(external)]).toEqual([
    { type: 'external', externalUrl: 'https://other.example/buy' },
    [['8.00', null]],
  ]);
});

it.each(['woocommerce-page home', 'single-product-1 home', 'tax-product_cat archive'])(
  'finds no product on a page of the classes %s',
  (classes) => {
    const html = pretendPage({ linked: null, price: amount('3,00') }).replace(
      /<body class="[^"]*"/,
      `<body class="${classes}"`,
    );

    expect(readPage(html, new URL('https://loom.example/'))).toEqual([]);
  },
);
