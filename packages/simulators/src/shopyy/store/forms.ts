import type { ShopyyLedger } from './ledger.ts';
import type { StoredProduct, StoredVariant } from './record.ts';

/** The shop as its answers name it. */
export interface ShopForm {
  origin: string;
  storeId: number;
  ledger: ShopyyLedger;
}

/**
 * Returns a product as `GET /products/{id}` sends it: complete; amounts are texts, times are seconds
 * (`shopyy/readme.md`, Product fields).
 */
export function detailForm(product: StoredProduct, shop: ShopForm): object {
  return {
    ...commonForm(product, shop),
    body_html: product.bodyHtml,
    meta_keywords: product.metaKeywords,
    created_at: seconds(product.createdAt),
    updated_at: seconds(product.updatedAt),
    options: product.options.map(({ id, name, values }, position) => ({
      id,
      option_name: name,
      position,
      values: values.map((value, at) => ({
        id: value.id,
        option_id: id,
        option_value: value.name,
        position: at,
      })),
    })),
    variants: product.variants.map((variant, position) => ({
      ...variantForm(product, variant, position),
      price: variant.price,
      compare_at_price: variant.compareAtPrice,
      weight: variant.weight,
    })),
    images: product.images.map(({ id, src, alt }, position) => ({ image_id: id, src, alt, position })),
    collections: product.collections.map((id) => ({
      id: id * 10 + (product.id % 10),
      collection_id: id,
      title: shop.ledger.collections.get(id)?.title ?? '',
    })),
  };
}

/**
 * Returns a product as lists send it: amounts are numbers, times are texts, and the description is always empty
 * (`shopyy/readme.md`, Public endpoints; Product fields).
 */
export function listForm(product: StoredProduct, shop: ShopForm): object {
  const prices = product.variants.map(({ price }) => Number(price));
  return {
    ...commonForm(product, shop),
    body_html: '',
    meta_keywords: product.metaKeywords.join(','),
    created_at: instant(product.createdAt),
    updated_at: instant(product.updatedAt),
    variant_price_min: Math.min(...prices),
    variant_price_max: Math.max(...prices),
    options: product.options.map(({ id, name, values }, position) => ({
      id,
      position,
      option_name: name,
      values: values.map((value, at) => ({ option_value: value.name, id: value.id, position: at })),
    })),
    variants: product.variants.map((variant, position) => ({
      ...variantForm(product, variant, position),
      price: Number(variant.price),
      compare_at_price: Number(variant.compareAtPrice),
      weight: Number(variant.weight),
      created_at: seconds(product.createdAt),
      updated_at: seconds(product.updatedAt),
    })),
    images: product.images.map(({ src, alt }, position) => ({ src, alt, position })),
    collections: product.collections.map((id) => ({
      id,
      title: shop.ledger.collections.get(id)?.title ?? '',
    })),
    collection_ids: product.collections,
  };
}

function commonForm(product: StoredProduct, { origin, storeId }: ShopForm): object {
  return {
    id: product.id,
    _id: `${storeId}-${product.id}`,
    store_id: storeId,
    title: product.title,
    subtitle: product.subtitle,
    handle: product.handle,
    detail_url: `${origin}/products/detail/${product.id}`,
    spu: product.spu,
    status: product.status,
    spec_mode: product.specMode,
    mini_detail: product.miniDetail,
    inner_title: product.innerTitle,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags,
    meta_title: product.metaTitle,
    meta_descript: product.metaDescript,
    inventory_tracking: product.inventoryTracking,
    inventory_policy: product.inventoryPolicy,
    taxable: product.taxable,
    free_shipping: product.freeShipping,
    virtual_sale_count: 0,
    available: 1,
    src: product.images[0]?.src ?? '',
    image_id: product.images[0]?.id ?? 0,
  };
}

function variantForm(product: StoredProduct, variant: StoredVariant, position: number): object {
  const at = (place: number) => product.options[place - 1];
  const valueAt = (place: number) =>
    at(place)?.values.find(({ name }) => name === variant.values[place - 1])?.id ?? 0;
  const places = [1, 2, 3];
  const code = [product.id, ...places.flatMap((place) => [at(place)?.id ?? 0, valueAt(place)])].join('-');
  return {
    id: variant.id,
    title: [product.title, variant.values.join('/')].filter(Boolean).join(' '),
    ...Object.fromEntries(
      places.flatMap((place) => [
        [`option${place}`, at(place)?.id ?? 0],
        [`option${place}_value`, valueAt(place)],
        [`option${place}_title`, at(place)?.name ?? ''],
        [`option${place}_value_title`, variant.values[place - 1] ?? ''],
      ]),
    ),
    // A variant without a SKU gets one made of the store's own numbers (`shopyy/readme.md`, Product fields).
    sku: variant.sku || `${product.spu}-${code}`,
    sku_code: code,
    sku_value: product.options.map(({ name }, place) => `${name}:${variant.values[place] ?? ''}`).join(';'),
    barcode: variant.barcode,
    inventory_quantity: variant.quantity,
    image_id: product.images.find(({ src }) => src === variant.src)?.id ?? 0,
    src: variant.src,
    available: 1,
    ext1: '',
    ext2: '',
    position,
  };
}

function seconds(at: number): number {
  return Math.floor(at / 1000);
}

function instant(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00');
}
