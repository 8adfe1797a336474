import { AppError } from '@bowerbird/contract/errors';
import { platforms } from '@bowerbird/platforms/all';
import { expect, it } from 'vitest';
import { mug } from '../../testing/products/products.ts';
import { checkDelivery } from './check-delivery.ts';

/** Returns the fields that are rejected for a product stored under this shop, on one of its pages. */
function refusedOf(shop: string, path: string): string[] {
  const url = `https://kiln.example${path}/product/mug/`;
  const source = { platform: 'woocommerce', shop, id: '7', url, storeName: null };
  try {
    checkDelivery(platforms, { platform: 'woocommerce', url, products: [{ ...mug, source }] });
    return [];
  } catch (thrown) {
    return (AppError.from(thrown).issues ?? []).map((issue) => issue.path.join('.'));
  }
}

it.each([
  ['kiln.example', ''],
  ['kiln.example', '/shop2'],
  ['kiln.example/shop2', '/shop2'],
  ['kiln.example/wordpress/mill', '/wordpress/mill'],
  ['www.kiln.example/shop2', '/shop2'],
])('takes products kept under %s on a page in "%s"', (shop, path) => {
  expect(refusedOf(shop, path)).toEqual([]);
});

it.each([
  ['kiln.example/shop2', '/shop21'],
  ['kiln.example/shop2', ''],
  ['kiln.example/', ''],
  ['kiln.example/shop2/', '/shop2'],
  ['kiln.example/a/../shop2', '/shop2'],
  ['kiln.example/shop2?x', '/shop2'],
  ['kiln.example?x', ''],
  ['evil.example/shop2', '/shop2'],
  [`kiln.example/${'x'.repeat(5000)}`, `/${'x'.repeat(5000)}`],
])('refuses products kept under %s on a page in "%s"', (shop, path) => {
  expect(refusedOf(shop, path)).toContain('products.0.source.shop');
});
