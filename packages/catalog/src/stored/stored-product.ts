import type { Product, Variant } from '../product.ts';

/**
 * The value of each field of a product whose field does not say. A product stored before a field existed is read with
 * it, so a new field needs a line here: the compiler names it.
 */
export const productDefaults: Readonly<Omit<Product, 'title' | 'handle' | 'variants'>> = {
  descriptionHtml: '',
  vendor: null,
  productType: null,
  tags: [],
  options: [],
  images: [],
  categories: [],
  seo: { title: null, description: null },
  status: 'active',
  currency: null,
  attributes: [],
  priceTiers: [],
  source: null,
  extra: {},
};

/** The same for a variant. */
export const variantDefaults: Readonly<Omit<Variant, 'id'>> = {
  sku: null,
  barcode: null,
  optionValues: [],
  price: null,
  compareAtPrice: null,
  cost: null,
  stock: null,
  available: null,
  weight: null,
  imageUrl: null,
  requiresShipping: true,
  taxable: true,
};

/**
 * Returns a stored value as it is read: a product gets the fields that did not exist when it was stored, every other
 * value and a complete product are returned unchanged. A product is recognised by the fields that every version had.
 */
export function withDefaults(stored: unknown): unknown {
  if (!isStoredProduct(stored)) {
    return stored;
  }
  const complete = stored.variants.every((variant) => isObject(variant) && hasAll(variant, variantDefaults));
  const variants = complete
    ? stored.variants
    : stored.variants.map((variant) =>
        isObject(variant) ? { ...structuredClone(variantDefaults), ...variant } : variant,
      );
  return complete && hasAll(stored, productDefaults)
    ? stored
    : { ...structuredClone(productDefaults), ...stored, variants };
}

function isStoredProduct(value: unknown): value is { variants: unknown[] } {
  return (
    isObject(value) &&
    typeof value.title === 'string' &&
    typeof value.handle === 'string' &&
    Array.isArray(value.variants) &&
    typeof value.extra === 'object'
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasAll(value: object, defaults: object): boolean {
  return Object.keys(defaults).every((name) => name in value);
}
