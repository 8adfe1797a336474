import { expect, it } from 'vitest';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { describeCollector } from '../../testing/collector-suite.ts';
import { type Exchange, replay } from '../../testing/replay.ts';
import { shoplazza } from '../index.ts';
import { originalOf } from './schema.ts';

const shop = 'https://fern.example';
const allId = '0c000000-0000-4000-8000-000000000000';

function good(number: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: `0a000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    title: `Good ${number}`,
    handle: `good-${number}`,
    url: `/products/good-${number}`,
    published: true,
    vendor: 'Fern',
    tags: 'plant, green',
    spu: `S-${number}`,
    inventory_tracking: true,
    has_only_default_variant: true,
    images: [{ src: `//img.staticdj.com/${number}_{width}.png`, width: 8, height: 8, alt: '' }],
    options: [],
    variants: [
      {
        id: `v${number}`,
        option1: '',
        price: `${number}.50`,
        compare_at_price: '0.00',
        sku: `F-${number}`,
        weight: '0.5',
        weight_unit: 'kg',
        available: true,
        available_quantity: number,
        image: null,
      },
    ],
    ...changes,
  };
}

const catalog = Array.from({ length: 100 }, (_, at) =>
  good(at + 1, at === 60 ? { variants: [{ id: 'v', price: '12,50' }] } : {}),
);
const page = (number: number): Exchange => {
  const products = catalog.slice((number - 1) * 48, number * 48);
  return {
    request: `${shop}/api/collections/${allId}/products?page=${number}&limit=48`,
    body: { state: 0, data: { count: 100, has_more: number < 3 ? 1 : 0, products } },
  };
};
const whole = (number: number): Exchange => {
  const products = catalog.slice((number - 1) * 48, number * 48);
  const ids = products.map(({ id }) => `ids%5B%5D=${id}`).join('&');
  return {
    request: `${shop}/api/product/list?${ids}&limit=${products.length}&page=1`,
    body: { data: { list: products.map((one) => ({ ...one, description: `<p>${one.title}</p>` })) } },
  };
};
const robots: Exchange = { request: `${shop}/robots.txt`, body: 'User-agent: *\nDisallow: /cart' };
const everything: Exchange = {
  request: `${shop}/collections/all`,
  body: `<html><head><meta property="og:site_name" content="Fern"></head><script>window.C_SETTINGS = {"meta":{"page":{"resource_id":"${allId}"},"shop":{"currency":"EUR"}}};
    $.collectionDetail({collection_id:'${allId}',handle:'all',limit:48,pages:3,products_count:100})</script></html>`,
};

describeCollector(shoplazza, {
  shop,
  recording: [robots, everything, page(1), whole(1), page(2), whole(2), page(3), whole(3)],
  readable: 99,
  unreadable: 1,
  front: {
    body: '<html><head><link rel="dns-prefetch" href="//static.staticdj.com"></head><body class="dj_skin_bg dj_skin_body">',
  },
  recognising: [
    {
      request: `${shop}/api/search?type=product&keyword=&page=1&limit=1`,
      body: { state: 0, data: { total: 100, has_more: 1, products: catalog.slice(0, 1) } },
    },
  ],
  previewing: [
    {
      request: `${shop}/api/search?type=product&keyword=&page=1&limit=6`,
      body: { state: 0, data: { total: 100, has_more: 1, products: catalog.slice(0, 6) } },
    },
  ],
});

const collector = shoplazza.collector as NonNullable<typeof shoplazza.collector>;

it('reads a product from its page: JSON inside a call, the description from what a shopper reads', async () => {
  const inPage = good(3, {
    title: 'Fern &amp; "friends" {not a brace}',
    has_only_default_variant: false,
    options: [{ name: 'Pot', values: ['Clay', 'None'] }],
    variants: [
      {
        id: 'a',
        option1: 'Clay',
        price: '9.00',
        compare_at_price: '12.00',
        available_quantity: 4,
        image: { src: '//img.staticdj.com/clay_640x.jpg' },
      },
      { id: 'b', option1: 'None', price: '7.00', compare_at_price: '7.00', inventory_quantity: 0 },
    ],
  });
  const html = `<html><head><script id="product-json" data-id="${inPage.id}"></script></head>
    <div class="product-info__desc-tab product-info__desc"><div class="product-info__label_tabs">Description</div><p>Green &amp; <b>tall</b></p><img data-src="//img.staticdj.com/big_{width}.jpg"></div>
    <script>$(".p").product_detail({section_id:"1",default_img:"//x/y.jpg",product:${JSON.stringify(inPage)}, initialSlide: 0});</script></html>`;
  const { fetch } = replay([robots, { request: `${shop}/products/good-3`, body: html }]);

  const { products } = await collectAll(
    collector,
    { scope: 'product', addresses: [new URL(`${shop}/products/good-3`)] },
    contextFor(fetch),
  );

  expect(products).toMatchObject([
    {
      title: 'Fern & "friends" {not a brace}',
      descriptionHtml: '<p>Green &amp; <b>tall</b></p><img src="https://img.staticdj.com/big.jpg">',
      tags: ['plant', 'green'],
      options: [{ name: 'Pot', values: ['Clay', 'None'] }],
      variants: [
        { price: '9.00', compareAtPrice: '12.00', stock: 4, imageUrl: 'https://img.staticdj.com/clay.jpg' },
        { price: '7.00', compareAtPrice: null, stock: 0 },
      ],
    },
  ]);
});

it('gives no stock for what is not counted, no image for what stands for none, and leaves out what is not shown', async () => {
  const products = [
    good(1, {
      inventory_tracking: false,
      description: '',
      images: [{ src: '//cdn.shoplazza.com/c6d4207f5b6190aad3f445b8c6f71e8e.jpeg' }],
    }),
    good(2, { published: false, description: '' }),
  ];
  const { fetch } = replay([
    robots,
    everything,
    { request: page(1).request, body: { data: { count: 2, has_more: false, products } } },
    { request: `${shop}/sitemap.xml`, status: 404, body: '' },
  ]);

  const collected = await collectAll(collector, { addresses: [new URL(shop)] }, contextFor(fetch));

  expect(collected.products).toMatchObject([{ handle: 'good-1', images: [], variants: [{ stock: null }] }]);
});

it.each([
  ['//cdn.shoplazza.com/a_{width}.png', '//cdn.shoplazza.com/a.png'],
  ['//cdn.shoplazza.com/a_640x.png?v=1', '//cdn.shoplazza.com/a.png?v=1'],
  ['//cdn.shoplazza.com/a_640x480.webp', '//cdn.shoplazza.com/a.webp'],
  ['//cdn.shoplazza.com/a_b_2x.png', '//cdn.shoplazza.com/a_b_2x.png'],
])('finds the full size of %s', (address, full) => {
  expect(originalOf(address)).toBe(full);
});
