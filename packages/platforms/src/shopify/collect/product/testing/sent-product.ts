import type { Product, Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { readProduct } from '../../schema.ts';

const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: 'Shop', currency: 'EUR' };

/** The only variant of `sent`, as the feed sends it. */
export const variant = {
  id: 90_001,
  option1: 'Default Title',
  option2: null,
  option3: null,
  sku: 'A-1',
  requires_shipping: true,
  taxable: true,
  featured_image: null,
  available: true,
  price: '10.00',
  grams: 250,
  compare_at_price: null,
};

/** A product as the feed sends it. */
export const sent = {
  id: 7001,
  title: ' Mug ',
  handle: 'mug',
  body_html: '<p>Mug</p>',
  published_at: '2025-03-08T21:09:19+01:00',
  created_at: '2025-03-08T21:07:45+01:00',
  updated_at: '2025-09-29T11:55:34+02:00',
  vendor: "Annie's ",
  product_type: '',
  tags: ['a', ' b ', ''],
  variants: [variant],
  images: [] as unknown[],
  options: [{ name: 'Title', position: 1, values: ['Default Title'] }] as unknown[],
};

/** Reads `sent` with these fields changed. */
export function read(changes: Record<string, unknown>): Product {
  return readProduct({ ...sent, ...changes }, facts);
}

/** Reads `sent` with these fields of its variant changed; returns the variant. */
export function readVariant(changes: Record<string, unknown>): Variant | undefined {
  return read({ variants: [{ ...variant, ...changes }] }).variants[0];
}

/** Returns the code and the parameters of the error that `work` throws, or what it returns. */
export function codeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    const { code, params } = AppError.from(thrown);
    return { code, ...params };
  }
}
