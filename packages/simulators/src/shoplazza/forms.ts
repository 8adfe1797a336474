import type { CatalogProduct, CatalogVariant } from '../storefront/catalog.ts';

/** Returns a UUID made from a number: the same for the same number. */
export function uuidOf(
  kind: 'product' | 'variant' | 'collection' | 'image' | 'option',
  number: number,
): string {
  const marks = { product: '0a', variant: '0b', collection: '0c', image: '0d', option: '0e' }[kind];
  return `${marks}000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Returns the number from which such a UUID was made; null for any other. */
export function numberOf(uuid: string): number | null {
  const digits = /^0[a-e]000000-0000-4000-8000-([0-9a-f]{12})$/.exec(uuid)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

/**
 * Returns the product without its description, as lists and pages send it (`shoplazza/readme.md`, Product fields);
 * `whole` includes it.
 */
export function productForm(product: CatalogProduct, origin: string, { whole }: { whole: boolean }): object {
  const prices = product.variants.map(({ price }) => price);
  const single = hasNoChoice(product);
  return {
    id: uuidOf('product', product.id),
    title: product.title,
    brief: '',
    handle: product.handle,
    url: `/products/${product.handle}`,
    published: true,
    published_at: product.publishedAt,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    vendor: product.vendor,
    tags: product.tags,
    spu: `SPU-${product.id}`,
    available: product.variants.some(({ available }) => available),
    price: prices[0],
    price_min: prices.toSorted((one, other) => Number(one) - Number(other))[0],
    price_max: prices.toSorted((one, other) => Number(other) - Number(one))[0],
    compare_at_price: product.variants[0]?.compareAtPrice ?? '0.00',
    inventory_tracking: true,
    inventory_policy: 'deny',
    inventory_quantity: product.variants.reduce((sum, { quantity }) => sum + quantity, 0),
    sales: 0,
    has_only_default_variant: single,
    need_variant_image: !single,
    image: imageForm(product, 0, origin),
    images: product.images.map((_, place) => ({
      id: `i${place + 1}`,
      ...imageForm(product, place, origin),
    })),
    options: single
      ? []
      : product.options.map(({ name, values }, place) => ({
          id: `o${place + 1}`,
          name,
          position: place + 1,
          values,
        })),
    variants: product.variants.map((variant) => variantForm(product, variant, origin, single)),
    ...(whole && {
      description: product.bodyHtml ?? '',
      meta_title: product.title,
      meta_description: '',
      meta_keyword: product.tags.join(),
    }),
  };
}

function variantForm(
  product: CatalogProduct,
  variant: CatalogVariant,
  origin: string,
  single: boolean,
): object {
  const [one = '', two = '', three = ''] = single ? [] : variant.optionValues;
  return {
    id: uuidOf('variant', variant.id),
    product_id: uuidOf('product', product.id),
    title: [one, two, three].filter(Boolean).join('-'),
    option1: one,
    option2: two,
    option3: three,
    price: variant.price,
    compare_at_price: variant.compareAtPrice ?? '0.00',
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    weight: String(variant.grams / 1000),
    weight_unit: 'kg',
    available: variant.available,
    available_quantity: variant.quantity,
    image: variant.image === null ? null : imageForm(product, variant.image, origin),
  };
}

function imageForm(
  product: CatalogProduct,
  place: number,
  origin: string,
): { src: string; width: number; height: number; alt: string } {
  const image = product.images[place];
  const file = image?.path.split('/').at(-1)?.split('?')[0] ?? '';
  return {
    // Protocol-relative and with a size placeholder, like real ones.
    src: `${origin.replace(/^https?:/, '')}/files/${file.replace(/(\.\w+)$/, '_{width}$1')}`,
    width: image?.width ?? 0,
    height: image?.height ?? 0,
    alt: image?.alt ?? '',
  };
}

function hasNoChoice({ options, variants }: CatalogProduct): boolean {
  return variants.length === 1 && (options.length === 0 || options[0]?.name === 'Title');
}
