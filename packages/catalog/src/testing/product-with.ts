import type { Product, Variant } from '../product.ts';

/**
 * A whole product for a test, with one variant at 10.00 USD and nothing else but what is named. Tests get their products here, so
 * that a new field of a product is added to no test that does not care.
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
    pictures: [],
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

/** A whole variant for a test: "v1" at 10.00, without options, and nothing else but what is named. */
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
    pictureUrl: null,
    requiresShipping: true,
    taxable: true,
    ...fields,
  };
}
