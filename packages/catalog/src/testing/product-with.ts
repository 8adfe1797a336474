import type { Product, Variant } from '../product.ts';

/**
 * Creates a complete product for a test: one variant at 10.00 USD and otherwise only the given fields. Tests create
 * their products here, so that a new product field does not have to be added to tests that do not need it.
 */
export function productWith(fields: Partial<Product> = {}): Product {
  return {
    title: 'Blue mug',
    handle: 'blue-mug',
    descriptionHtml: '',
    vendor: null,
    productType: null,
    tags: [],
    options: [],
    variants: [variantWith()],
    images: [],
    categories: [],
    seo: { title: null, description: null },
    status: 'active',
    currency: 'USD',
    attributes: [],
    priceTiers: [],
    source: null,
    extra: {},
    ...fields,
  };
}

/** Creates a complete variant for a test: "v1" at 10.00, without options, and otherwise only the given fields. */
export function variantWith(fields: Partial<Variant> = {}): Variant {
  return {
    id: 'v1',
    sku: null,
    barcode: null,
    optionValues: [],
    price: '10.00',
    compareAtPrice: null,
    cost: null,
    stock: null,
    available: null,
    weight: null,
    imageUrl: null,
    requiresShipping: true,
    taxable: true,
    ...fields,
  };
}
