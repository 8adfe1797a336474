import { expect, it } from 'vitest';
import { readPage } from './page.ts';

const url = new URL('https://blog.example/black-desk-lamp/');
const words =
  '<p>A <em>lamp</em> with a port.</p><p>Price: $89.00 <del>$110.00</del></p><p>Colour: Black / White</p><p>SKU: L-1</p>';
const post = (content = words) => `<body class="single single-post postid-33"><article>
  <h1 class="entry-title">Black lamp</h1>
  <img class="wp-post-image" src="https://blog.example/wp-content/uploads/lamp.jpg" alt="Lamp" width="900" height="900">
  <div class="entry-content">${content}</div>
  <a href="https://blog.example/category/lighting/" rel="category tag">Lighting</a>
  <a href="https://blog.example/tag/lamp/" rel="tag">lamp</a></article></body>`;
const linked = (changes: object = {}) =>
  `<meta property="og:site_name" content="The blog"><script type="application/ld+json">${JSON.stringify({
    '@type': 'Product',
    name: 'Black lamp',
    description: 'A lamp with a port.',
    image: [
      'https://blog.example/wp-content/uploads/lamp.jpg',
      'https://blog.example/wp-content/uploads/side.jpg',
    ],
    offers: { price: '89.00', priceCurrency: 'CAD' },
    ...changes,
  })}</script>`;

it('completes linked data by what the post shows, field by field', () => {
  const [product] = readPage(linked() + post(), url);

  expect(product).toMatchObject({
    descriptionHtml: expect.stringContaining('<em>lamp</em>'),
    vendor: 'The blog',
    currency: 'CAD',
    options: [{ name: 'Colour', values: ['Black', 'White'] }],
    variants: [
      { price: '89.00', compareAtPrice: '110.00', optionValues: ['Black'] },
      { price: '89.00', optionValues: ['White'] },
    ],
    categories: [['Lighting']],
    tags: ['lamp'],
    productType: 'Lighting',
    source: { id: 'post:33' },
  });
  expect(product?.images.map(({ url: address, alt }) => [address, alt])).toEqual([
    ['https://blog.example/wp-content/uploads/lamp.jpg', 'Lamp'],
    ['https://blog.example/wp-content/uploads/side.jpg', ''],
  ]);
  expect(product?.extra.page).toEqual({
    way: 'linked-data',
    fields: {
      title: 'linked-data',
      handle: 'address',
      variants: 'linked-data',
      options: 'markup',
      descriptionHtml: 'markup',
      vendor: 'shop',
      productType: 'markup',
      tags: 'markup',
      categories: 'markup',
      images: 'linked-data',
      currency: 'linked-data',
    },
    unknown: ['stock', 'availability', 'weight', 'barcode', 'sku', 'imageUrl', 'seo'],
  });
});

it('takes no choice and no former price from words that state another price', () => {
  const [product] = readPage(linked({ offers: { price: '12.00', priceCurrency: 'CAD' } }) + post(), url);

  expect(product).toMatchObject({ options: [], variants: [{ price: '12.00', compareAtPrice: null }] });
  expect(product?.extra.page?.unknown).toEqual(expect.arrayContaining(['variants', 'options']));
});

it('leaves what a page shows of another post', () => {
  const [product] = readPage(linked({ name: 'Mug' }) + post(), url);

  expect(product).toMatchObject({ title: 'Mug', descriptionHtml: 'A lamp with a port.', tags: [] });
  expect(product?.extra.page).toMatchObject({ unknown: expect.arrayContaining(['tags', 'categories']) });
});

it('says of a post without linked data what its words give', () => {
  const [product] = readPage(post(words.replace(/<p>Colour.*?<\/p>/, '')), url);

  expect(product?.extra.page).toMatchObject({
    way: 'markup',
    fields: { descriptionHtml: 'markup', tags: 'markup' },
    unknown: ['vendor', 'currency', 'stock', 'availability', 'weight', 'barcode', 'seo'],
  });
});
