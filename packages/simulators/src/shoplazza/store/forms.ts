import { uuidOf } from '../forms.ts';
import type { StoredCollection, StoredProduct, StoredVariant } from './ledger.ts';
import type { StoreSettings, Version } from './settings.ts';

/**
 * Returns a product as the API sends it in a version (`shoplazza/readme.md`, Versions and answers; recorded examples of
 * 2022-01).
 */
export function productForm(product: StoredProduct, version: Version): object {
  const old = version === '2022-01';
  const list = (words: readonly string[]) => (old ? words.join(',') : words);
  const images = product.images.map((image, at) => ({
    id: uuidOf('image', image.id),
    ...(old && { product_id: uuidOf('product', product.id) }),
    position: at + 1,
    ...imageForm(image.source, image.alt),
    ...(old && { created_at: timeOf(product.createdAt), updated_at: timeOf(product.updatedAt) }),
  }));
  const [first] = product.images;
  return {
    id: uuidOf('product', product.id),
    title: product.title,
    brief: product.brief,
    description: product.description,
    published: product.published,
    requires_shipping: product.requiresShipping,
    taxable: product.taxable,
    tags: list(product.tags),
    vendor: product.vendor,
    vendor_url: '',
    inventory_quantity: product.variants.reduce((sum, { quantity }) => sum + quantity, 0),
    published_at: product.publishedAt === null ? null : timeOf(product.publishedAt),
    created_at: timeOf(product.createdAt),
    updated_at: timeOf(product.updatedAt),
    note: product.note,
    seo_title: product.seo.title,
    seo_description: product.seo.description,
    seo_keywords: list(product.seo.keywords),
    handle: product.handle,
    has_only_default_variant: product.onlyDefaultVariant,
    inventory_tracking: product.inventoryTracking,
    inventory_policy: product.inventoryPolicy,
    need_variant_image: product.needVariantImage,
    spu: product.spu,
    fake_sales: 0,
    display_fake_sales: false,
    [old ? 'image' : 'primary_image']: first
      ? { ...imageForm(first.source, first.alt), path: pathOf(first.source) }
      : null,
    images,
    options: product.options.map(({ id, name, values }, at) => ({
      id: uuidOf('option', id),
      ...(old && { product_id: uuidOf('product', product.id) }),
      position: at + 1,
      name,
      values,
    })),
    variants: product.variants.map((variant, at) => variantForm(variant, at, product, version)),
    ...(!old && { product_type: product.productType, url: `/products/${product.handle}` }),
  };
}

export function variantForm(
  variant: StoredVariant,
  at: number,
  product: StoredProduct,
  version: Version,
): object {
  const amount = (decimal: string) => (version === '2022-01' ? decimal : Number(decimal));
  const [option1 = '', option2 = '', option3 = ''] = variant.values;
  const image = product.images.find(({ source }) => source === variant.image);
  return {
    id: uuidOf('variant', variant.id),
    product_id: uuidOf('product', product.id),
    image_id: image ? uuidOf('image', image.id) : '',
    created_at: timeOf(variant.createdAt),
    updated_at: timeOf(variant.updatedAt),
    title: variant.values.join('-'),
    option1,
    option2,
    option3,
    image: variant.image === null ? null : imageForm(variant.image, ''),
    position: at + 1,
    compare_at_price: amount(cents(variant.compareAtPrice)),
    price: amount(cents(variant.price)),
    sku: variant.sku,
    barcode: variant.barcode,
    note: '',
    inventory_quantity: variant.quantity,
    weight: amount(variant.weight),
    weight_unit: variant.weightUnit,
    cost_price: amount(cents(variant.cost)),
  };
}

export function collectionForm({ id, title, handle, createdAt }: StoredCollection, version: Version): object {
  const old = version === '2022-01';
  return {
    id: uuidOf('collection', id),
    title,
    description: '',
    handle,
    smart: false,
    image: { src: '', width: 0, height: 0, alt: '', path: '' },
    seo_title: '',
    seo_description: '',
    seo_keywords: old ? '' : [],
    sort_order: 'manual',
    created_at: timeOf(createdAt),
    updated_at: timeOf(createdAt),
  };
}

export function shopForm({ id, name, currency, timezone }: StoreSettings, host: string): object {
  return {
    id,
    name,
    email: 'keeper@practice.example',
    domain: host,
    address1: '',
    address2: '',
    zip: '',
    city: '',
    phone: '',
    primary_locale: 'en-US',
    created_at: timeOf(Date.UTC(2026, 0, 5)),
    updated_at: timeOf(Date.UTC(2026, 0, 5)),
    country_code: 'US',
    province_code: '',
    currency,
    customer_email: 'keeper@practice.example',
    timezone,
    shop_owner: 'Keeper',
    account: 'keeper@practice.example',
    icon: { alt: '', src: '', path: '' },
    root_url: '',
    system_domain: host,
  };
}

/**
 * Images are copied to the store's own address, named after their source; the size is given once the image is fetched.
 */
function imageForm(source: string, alt: string): { src: string; width: number; height: number; alt: string } {
  return { src: `//cdn.shoplazza.com/${pathOf(source)}`, width: 100, height: 100, alt };
}

/** Returns the name of the store's own copy of an image. */
export function pathOf(source: string): string {
  let hash = 0;
  for (const letter of source) {
    hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 0xffff_ffff;
  }
  return `${hash.toString(16).padStart(32, '0')}.jpg`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

function cents(decimal: string): string {
  return Number(decimal).toFixed(2);
}
