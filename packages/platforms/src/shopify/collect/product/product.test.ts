import { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { codeOf, read, readVariant, sent, variant } from './testing/sent-product.ts';

it('reads a product of the feed whole', () => {
  const product = read({});

  expect(Product.parse(product)).toEqual(product);
  expect(product).toMatchObject({
    title: 'Mug',
    handle: 'mug',
    descriptionHtml: '<p>Mug</p>',
    vendor: "Annie's",
    productType: null,
    tags: ['a', 'b'],
    status: 'active',
    currency: 'EUR',
    source: {
      platform: 'shopify',
      shop: 'shop.example',
      id: '7001',
      url: 'https://shop.example/products/mug',
      storeName: 'Shop',
    },
  });
  expect(product.variants).toEqual([
    {
      id: '90001',
      sku: 'A-1',
      barcode: null,
      optionValues: [],
      price: '10.00',
      compareAtPrice: null,
      cost: null,
      stock: null,
      available: true,
      weight: { value: '250', unit: 'g' },
      imageUrl: null,
      requiresShipping: true,
      taxable: true,
    },
  ]);
});

it('is the same product when only the time of its last change is another', () => {
  expect(read({ updated_at: '2026-01-01T00:00:00Z' })).toEqual(read({}));
});

it('keeps the dates we have no field for', () => {
  expect(read({}).extra.shopify).toEqual({ published_at: sent.published_at, created_at: sent.created_at });
});

describe('options', () => {
  const options = [
    { name: 'Colour', values: ['Red', 'Blue', 'Never made'] },
    { name: 'Cut', values: [] },
    { name: 'Size', values: ['S', 'L'] },
  ];

  it('keeps its place to a value behind one that is missing', () => {
    const product = read({
      options,
      variants: [
        { ...variant, option1: 'Red', option2: null, option3: 'L' },
        { ...variant, id: 90_002, option1: 'Green', option2: null, option3: 'S' },
      ],
    });

    expect(product.options).toEqual([
      { name: 'Colour', values: ['Red', 'Blue', 'Never made', 'Green'] },
      { name: 'Cut', values: [] },
      { name: 'Size', values: ['S', 'L'] },
    ]);
    expect(product.variants.map(({ optionValues }) => optionValues)).toEqual([
      ['Red', '', 'L'],
      ['Green', '', 'S'],
    ]);
  });

  it('keeps an only option that says something', () => {
    const product = read({
      options: [{ name: 'Size', values: ['One size'] }],
      variants: [{ ...variant, option1: 'One size' }],
    });

    expect(product.options).toEqual([{ name: 'Size', values: ['One size'] }]);
  });

  it('keeps 2,048 variants', () => {
    const variants = Array.from({ length: 2048 }, (_, at) => ({
      ...variant,
      id: at + 1,
      option1: `Size ${at}`,
    }));

    const product = read({ options: [{ name: 'Size', values: [] }], variants });

    expect(product.variants).toHaveLength(2048);
    expect(product.options[0]?.values).toHaveLength(2048);
  });

  it('distinguishes variants that share an id', () => {
    const product = read({
      variants: [variant, { ...variant, option1: 'B' }, { ...variant, id: null, option1: 'C' }],
    });

    expect(product.variants.map(({ id }) => id)).toEqual(['90001', 'v2', 'v3']);
  });
});

describe('images', () => {
  const image = (src: string, more = {}) => ({
    id: 1,
    src,
    width: 800,
    height: 600,
    variant_ids: [],
    ...more,
  });

  it('keeps one file once, whatever its version, and addresses without a scheme', () => {
    const product = read({
      images: [
        image('//cdn.shopify.com/a.jpg?v=1'),
        image('https://cdn.shopify.com/a.jpg?v=2', { alt: 'Mug' }),
        image('/b.jpg'),
        image(''),
      ],
    });

    expect(product.images).toEqual([
      { url: 'https://cdn.shopify.com/a.jpg?v=1', alt: 'Mug', width: 800, height: 600 },
      { url: 'https://shop.example/b.jpg', alt: '', width: 800, height: 600 },
    ]);
  });

  it("gives a variant one of the product's images, by its own data or the image's", () => {
    const product = read({
      images: [
        image('https://c.example/a.jpg?v=1'),
        image('https://c.example/b.jpg', { id: 2, variant_ids: [90_002] }),
      ],
      variants: [
        { ...variant, featured_image: { src: 'https://c.example/a.jpg?v=7', alt: 'Side' } },
        { ...variant, id: 90_002 },
        { ...variant, id: 90_003, featured_image: { src: 'https://c.example/only-here.jpg' } },
        { ...variant, id: 90_004, image_id: 2 },
        { ...variant, id: 90_005 },
      ],
    });

    expect(product.variants.map(({ imageUrl }) => imageUrl)).toEqual([
      'https://c.example/a.jpg?v=1',
      'https://c.example/b.jpg',
      'https://c.example/only-here.jpg',
      'https://c.example/b.jpg',
      null,
    ]);
    expect(product.images.map(({ url, alt }) => [url, alt])).toEqual([
      ['https://c.example/a.jpg?v=1', 'Side'],
      ['https://c.example/b.jpg', ''],
      ['https://c.example/only-here.jpg', ''],
    ]);
  });
});

describe('descriptions', () => {
  it('makes addresses absolute so that images and links work elsewhere', () => {
    const body_html =
      '<img src="//cdn.shopify.com/a.jpg" srcset="//cdn.shopify.com/a.jpg 1x, /b.jpg 2x"><a href=\'/pages/care\'>Care</a><a href="#x">x</a>';

    expect(read({ body_html }).descriptionHtml).toBe(
      '<img src="https://cdn.shopify.com/a.jpg" srcset="https://cdn.shopify.com/a.jpg 1x, https://shop.example/b.jpg 2x"><a href=\'https://shop.example/pages/care\'>Care</a><a href="#x">x</a>',
    );
  });

  it('is empty for null, and keeps a megabyte whole', () => {
    const long = `<p>${'long '.repeat(200_000)}<img src="//c.example/a.jpg"></p>`;

    expect(read({ body_html: null }).descriptionHtml).toBe('');
    expect(read({ body_html: long }).descriptionHtml).toHaveLength(long.length + 'https:'.length);
  });
});

describe('the single form', () => {
  it('gives what the feed does not', () => {
    const product = read({
      tags: 'a, b',
      variants: [
        {
          ...variant,
          available: undefined,
          weight: 0.35,
          weight_unit: 'kg',
          price_currency: 'GBP',
          inventory_management: 'shopify',
          inventory_quantity: -82,
          inventory_policy: 'continue',
          fulfillment_service: 'manual',
        },
      ],
    });

    expect(product.tags).toEqual(['a', 'b']);
    expect(product.currency).toBe('GBP');
    expect(product.variants[0]).toMatchObject({
      weight: { value: '0.35', unit: 'kg' },
      stock: -82,
      available: null,
    });
    expect(product.extra.shopify?.variants).toEqual({ 90001: { inventory_policy: 'continue' } });
  });

  it('does not take the figure of an untracked product for its stock', () => {
    expect(readVariant({ inventory_management: null, inventory_quantity: 0 })?.stock).toBeNull();
  });
});

it.each([
  [{ title: '' }, 'title'],
  [{ title: 7 }, 'title'],
  [{ handle: null }, 'handle'],
  [{ handle: 'caf\uFFFD' }, 'handle'],
  [{ id: 2 ** 53 }, 'id'],
  [{ variants: [] }, 'variants'],
  [{ variants: 'none' }, 'variants'],
  [{ variants: [null] }, 'variants.0'],
])('names the field of a product it cannot read: %j', (changes, field) => {
  expect(codeOf(() => read(changes))).toEqual({ code: 'source.product-unreadable', field });
});

it('passes over odd fields that do not matter', () => {
  const product = read({
    tags: [1, null, 'x'],
    images: [null, 5, { src: 'javascript:alert(1)' }],
    vendor: 5,
    options: 'odd',
    published_at: 3,
  });

  expect(Product.safeParse(product).success).toBe(true);
  expect([product.tags, product.images, product.vendor]).toEqual([['1', 'x'], [], null]);
});

it('writes a Chinese handle into its address so that it can be asked for', () => {
  expect(read({ handle: '灯-1' }).source?.url).toBe('https://shop.example/products/%E7%81%AF-1');
});

it('keeps tags that are numbers', () => {
  expect(read({ tags: [2024, '90', ' b ', null] }).tags).toEqual(['2024', '90', 'b']);
});
