import { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { describeCollector } from '../../testing/collector-suite.ts';
import type { Exchange } from '../../testing/replay.ts';
import { simulatedShop } from '../../testing/simulated-suite.ts';
import { wordpress } from '../index.ts';
import { readPostProduct } from './schema.ts';

const site = 'https://den.example';
const api = `${site}/wp-json/wp/v2`;
const embed = '_embed=wp%3Afeaturedmedia%2Cwp%3Aterm';

function post(
  number: number,
  content: string,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    id: number,
    slug: `thing-${number}`,
    type: 'post',
    link: `${site}/thing-${number}/`,
    title: { rendered: `Thing &#8211; ${number}` },
    content: { rendered: content, protected: false },
    modified_gmt: '2026-11-20T15:51:10',
    _embedded: {
      'wp:featuredmedia': [
        {
          source_url: `${site}/files/thing-${number}.jpg`,
          alt_text: 'A thing',
          media_details: { width: 900, height: 600 },
        },
      ],
      'wp:term': [
        [{ id: 4, name: 'Lamps &amp; more', slug: 'lamps', taxonomy: 'category' }],
        [{ id: 9, name: 'oak', slug: 'oak', taxonomy: 'post_tag' }],
      ],
    },
    ...changes,
  };
}

const posts = Array.from({ length: 205 }, (_, at) =>
  at === 130
    ? post(at + 1, '', { content: { rendered: '', protected: true } })
    : post(at + 1, `<p>Price: €${at + 1},50</p>`),
);
const listPage = (page: number): Exchange => ({
  request: `${api}/posts?per_page=100&page=${page}&orderby=id&order=asc&${embed}`,
  headers: { 'x-wp-total': '205', 'x-wp-totalpages': '3' },
  body: posts.slice((page - 1) * 100, page * 100),
});
const categories: Exchange = {
  request: `${api}/categories?per_page=100&page=1`,
  body: [
    { id: 3, name: 'Home', slug: 'home', parent: 0, count: 0 },
    { id: 4, name: 'Lamps &amp; more', slug: 'lamps', parent: 3, count: 205 },
  ],
};

describeCollector(wordpress, {
  shop: site,
  recording: [
    { request: `${site}/robots.txt`, body: 'User-agent: *\nDisallow: /wp-admin/' },
    listPage(1),
    categories,
    listPage(2),
    listPage(3),
  ],
  readable: 204,
  unreadable: 1,
  front: {
    headers: { link: `<${site}/wp-json/>; rel="https://api.w.org/"` },
    body: '<!doctype html><body class="home blog">',
  },
  recognising: [],
  previewing: [
    {
      request: `${api}/posts?per_page=6&page=1&${embed}`,
      headers: { 'x-wp-total': '205' },
      body: posts.slice(0, 6),
    },
  ],
  bareLists: true,
});

const facts = { host: 'den.example', siteName: 'The Den', pathOf: (_: string, name: string) => [name] };

it('reads price, former price, code, choice and facts out of what a post says', () => {
  const product = readPostProduct(
    post(
      7,
      `<p>Black desk lamp. <strong>Price: $1,089.00</strong> <del>$1,110.00</del></p>
       <ul><li>SKU: NOIR-7</li><li>Colour: Black / White</li><li>Note: made by hand / by two people</li></ul>
       <table><tr><td>Wood</td><td>Oak</td></tr></table>
       <script>alert(1)</script><div class="sharedaddy"><p>Share this: Price: $1.00</p></div>
       <img class="lazy" src="data:image/gif;base64,x" data-src="/files/side.jpg" width="900" alt="Side" onload="x()">
       <img src="https://s.w.org/images/core/emoji/1.png"><img src="/icon.png" width="32">`,
    ),
    facts,
  );

  expect(Product.parse(product)).toEqual(product);
  expect(product).toMatchObject({
    title: 'Thing – 7',
    vendor: 'The Den',
    tags: ['oak'],
    options: [{ name: 'Colour', values: ['Black', 'White'] }],
    variants: [
      { optionValues: ['Black'], price: '1089.00', compareAtPrice: '1110.00' },
      { optionValues: ['White'], price: '1089.00' },
    ],
    attributes: [{ name: 'Wood', value: 'Oak' }],
    images: [
      { url: `${site}/files/thing-7.jpg`, width: 900 },
      { url: `${site}/files/side.jpg`, alt: 'Side' },
    ],
    status: 'active',
  });
  expect(product.descriptionHtml).not.toMatch(/script|alert|sharedaddy|onload|\$1\.00/);
});

it('passes over an image that is not shown to us, takes the widest of a lazy one, and gives terms by their name', () => {
  const product = readPostProduct(
    post(
      9,
      `<p>Price: 5 €</p><img class="lazyload" src="data:image/gif;base64,x"
        data-srcset="/files/lamp-300x300.jpg 300w, /files/lamp.jpg 1200w"><img src="/files/lamp-150x150.jpg" width="150">`,
      {
        _embedded: {
          'wp:featuredmedia': [{ code: 'rest_forbidden', data: { status: 401 } }],
          'wp:term': [
            [{ id: 9, name: 'oak &amp; ash', taxonomy: 'post_tag' }],
            [{ id: 4, name: 'Lamps', taxonomy: 'category' }],
          ],
        },
      },
    ),
    facts,
  );

  expect(product).toMatchObject({
    images: [{ url: `${site}/files/lamp.jpg` }],
    tags: ['oak & ash'],
    categories: [['Lamps']],
  });
});

it('makes a draft without a price of a post that gives none', () => {
  const product = readPostProduct(post(8, '<p>A poem about lamps, 1999.</p>'), facts);

  expect(product).toMatchObject({ status: 'draft', variants: [{ price: null }] });
});

it('collects a simulated blog whole, and by sitemap and pages when its API is closed', async () => {
  const whole = await simulatedShop(wordpress, 250).collect();
  const closed = await simulatedShop(wordpress, 30, 'feed-missing').collect();

  expect([whole.ids.length, new Set(whole.ids).size, whole.skipped]).toEqual([250, 250, []]);
  expect(whole.events).toContainEqual({ kind: 'promised', way: 'feed', count: 250 });
  expect(
    whole.products.every(({ status, variants }) => status === 'active' && Number(variants[0]?.price) > 0),
  ).toBe(true);
  expect(closed.ids.toSorted()).toEqual(whole.ids.slice(0, 30).toSorted());
});
