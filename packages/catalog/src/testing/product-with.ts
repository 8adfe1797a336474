import type { Product, Variant } from '../product.ts';
import { productDefaults, variantDefaults } from '../stored/stored-product.ts';

/**
 * Creates a complete product for a test: one variant at 10.00 USD and otherwise only the given fields. Tests create
 * their products here, so that a new product field does not have to be added to tests that do not need it.
 */
export function productWith(fields: Partial<Product> = {}): Product {
  return {
    title: 'Blue mug',
    handle: 'blue-mug',
    ...structuredClone(productDefaults),
    variants: [variantWith()],
    currency: 'USD',
    ...fields,
  };
}

/** Creates a complete variant for a test: "v1" at 10.00, without options, and otherwise only the given fields. */
export function variantWith(fields: Partial<Variant> = {}): Variant {
  return {
    id: 'v1',
    ...structuredClone(variantDefaults),
    price: '10.00',
    ...fields,
  };
}
