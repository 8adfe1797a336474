import { expect, it } from 'vitest';
import { readProduct } from './schema.ts';

const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: null, currency: 'USD' };
const sent = (changes: object, variant: object = {}) => ({
  id: 13576711,
  handle: 'pan',
  title: 'Pan &amp; Lid',
  spec_mode: 1,
  variants: [{ id: 1, price: '119.99', ...variant }],
  ...changes,
});
const first = (variant: object, product: object = {}) =>
  readProduct(sent(product, variant), facts).variants[0];

it.each([
  ['119.99', '119.99'],
  [119.9, '119.9'],
])('reads the price %j, of either kind', (price, read) => {
  expect(first({ price })?.price).toBe(read);
});

it('takes a former price of 0 for none, and a weight of 0 for not known', () => {
  expect(first({ compare_at_price: 0, weight: '0.0000' })).toMatchObject({
    compareAtPrice: null,
    weight: null,
  });
  expect(first({ compare_at_price: '149.99', weight: '0.5' })).toMatchObject({
    compareAtPrice: '149.99',
    weight: { value: '0.5', unit: 'kg' },
  });
});

it('counts stock only where it is tracked', () => {
  expect(first({ inventory_quantity: 7 }, { inventory_tracking: 1 })?.stock).toBe(7);
  expect(first({ inventory_quantity: 7 }, { inventory_tracking: 0 })?.stock).toBeNull();
});

it('takes no code that the platform made by itself for the merchant’s', () => {
  const code = '10208020-0-0-0-0-0-0';

  expect(first({ sku: `673229796699668482-${code}`, sku_code: code })?.sku).toBeNull();
  expect(first({ sku: 'PAN-26', sku_code: code })?.sku).toBe('PAN-26');
});

it('keeps a hidden product a draft, its images in their order, and the platform’s own spelling of its words', () => {
  const product = readProduct(
    sent({
      status: 0,
      meta_title: 'Pan',
      meta_descript: 'A pan.',
      mini_detail: '<p>Short</p>',
      body_html: '',
      images: [
        { src: 'https://c.example/2.jpg', position: 1 },
        { src: 'https://c.example/1.jpg', position: 0 },
      ],
    }),
    facts,
  );

  expect(product).toMatchObject({
    title: 'Pan & Lid',
    status: 'draft',
    descriptionHtml: '<p>Short</p>',
    seo: { title: 'Pan', description: 'A pan.' },
    images: [{ url: 'https://c.example/1.jpg' }, { url: 'https://c.example/2.jpg' }],
  });
});

it('gives a variant the image of its number', () => {
  const images = [
    { image_id: 1, src: 'https://c.example/1.jpg' },
    { image_id: 2, src: 'https://c.example/2.jpg' },
  ];

  expect(first({ image_id: 2, src: '' }, { images })?.imageUrl).toBe('https://c.example/2.jpg');
});
