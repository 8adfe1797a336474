import type { Product } from '@bowerbird/catalog/product';
import { productAddress } from '../../collecting/links/handle-address.ts';
import { readGallery } from '../../collecting/pages/gallery.ts';
import { unreadable } from '../../collecting/pages/unreadable.ts';
import { type RowDialect, readVariants, weightOf } from '../../collecting/pages/variant-rows.ts';
import { withAbsoluteAddresses } from '../../net/addresses.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { withUnstated } from '../../reading/page-fields.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';

/** What a product takes from the shop it was read in. */
export interface ShopFacts {
  root: string;
  shop: string;
  storeName: string | null;
  currency: string | null;
}

/** Images that stand for "no image" (`readme.md`). */
const placeholders = /\/(c6d4207f5b6190aad3f445b8c6f71e8e\.jpeg|loading\.png|shirt[^/]*\.png)(?:[?#]|$)/;

const rows: RowDialect = {
  stockOf(variant, product) {
    if (product.inventory_tracking === false) {
      return null;
    }
    return wholeOf(variant.available_quantity) ?? wholeOf(variant.inventory_quantity);
  },
  weightOf(variant) {
    const amount = Number(textOf(variant.weight) ?? variant.weight);
    const unit = textOf(variant.weight_unit) ?? 'kg';
    return Number.isFinite(amount) &&
      amount > 0 &&
      (unit === 'kg' || unit === 'g' || unit === 'lb' || unit === 'oz')
      ? weightOf(amount, unit)
      : null;
  },
  hasNoChoice: (product) => product.has_only_default_variant === true,
};

export function identityOf(sent: unknown): { id: string | null; key: string | null } {
  return isObject(sent) ? { id: idOf(sent.id), key: textOf(sent.handle) } : { id: null, key: null };
}

/**
 * Converts a product from the shop's own calls or its page (`readme.md`). `description` is given separately
 * when it was found elsewhere: the JSON in a page leaves it out.
 */
export function readProduct(
  sent: unknown,
  facts: ShopFacts,
  categories: string[][] = [],
  description: string | null = null,
): Product {
  if (!isObject(sent)) {
    throw unreadable('product', null);
  }
  const { id, key: handle } = identityOf(sent);
  const title = plainText(textOf(sent.title) ?? '');
  if (handle === null || id === null || title === '') {
    throw unreadable(handle === null ? 'handle' : id === null ? 'id' : 'title', handle);
  }
  const url = productAddress(facts.root, handle);
  const gallery = readGallery(withoutPlaceholders(sent), url, originalOf);
  const { options, variants } = readVariants(sent, handle, gallery, rows);
  return {
    title,
    handle,
    descriptionHtml: withAbsoluteAddresses(description ?? textOf(sent.description) ?? '', url),
    vendor: textOf(sent.vendor),
    productType: textOf(sent.product_type),
    tags: tagsOf(sent.tags),
    options,
    variants,
    images: gallery.all,
    categories,
    seo: {
      title: textOf(sent.meta_title) ?? textOf(sent.seo_title),
      description: textOf(sent.meta_description) ?? textOf(sent.seo_description),
    },
    status: sent.published === false ? 'draft' : 'active',
    currency: facts.currency,
    attributes: [],
    priceTiers: [],
    source: { platform: 'shoplazza', shop: facts.shop, id, url, storeName: facts.storeName },
    extra: { shoplazza: extraOf(sent) },
  };
}

/**
 * Returns a product marked with the list that it was `sent` in: lists name no collections and leave fields out
 * (`readme.md`).
 */
export function withListMark(product: Product, sent: unknown): Product {
  const hasType = isObject(sent) && sent.product_type !== undefined;
  return withUnstated(product, 'feed', {
    lacks: [...(hasType ? [] : ['productType' as const]), 'stock', 'availability', 'seo', 'currency'],
    never: ['categories'],
  });
}

/** Returns the full-size address: `{width}` and `_640x` name smaller sizes (`readme.md`). */
export function originalOf(address: string): string {
  return address
    .replace(/_\{width\}x?(?=\.\w+(?:[?#]|$))/, '')
    .replace(/_\d{2,5}x(?:\d{2,5})?(?=\.\w+(?:[?#]|$))/, '');
}

function withoutPlaceholders(sent: UnreadObject): UnreadObject {
  const isPlaceholder = (image: unknown) =>
    placeholders.test(textOf(isObject(image) ? image.src : image) ?? '');
  return {
    ...sent,
    images: itemsOf(sent.images).filter((image) => !isPlaceholder(image)),
    variants: itemsOf(sent.variants).map((variant) =>
      isObject(variant) && isPlaceholder(variant.image) ? { ...variant, image: null } : variant,
    ),
  };
}

function tagsOf(sent: unknown): string[] {
  const list = typeof sent === 'string' ? sent.split(',') : itemsOf(sent);
  return [...new Set(list.flatMap((tag) => textOf(tag) ?? []))];
}

function extraOf(sent: UnreadObject): Record<string, unknown> {
  const kept = Object.fromEntries(
    (['spu', 'brief', 'meta_keyword', 'inventory_policy'] as const).flatMap((key) => {
      const value = textOf(sent[key]);
      return value === null ? [] : [[key, value]];
    }),
  );
  return sent.need_variant_image === true ? { ...kept, need_variant_image: true } : kept;
}
