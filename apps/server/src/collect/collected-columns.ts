import { hash } from 'node:crypto';
import { fingerprintOf } from '@bowerbird/catalog/fingerprint';
import type { Product, Source } from '@bowerbird/catalog/product';
import { indexBigrams } from '@bowerbird/catalog/search-words';
import { AppError } from '@bowerbird/contract/errors';
import { columnText, jsonText } from '../db/json-text.ts';
import { priceRange, titleOrder } from '../products/rows.ts';
import { boxSearchText } from './search-text.ts';

/** A product as it was read, with what tells whether it is new, changed or the same. */
export interface Reading {
  product: Product;
  source: Source;
  /** The product as JSON text, on one line. */
  content: string;
  contentHash: string;
}

export function readingOf(product: Product): Reading {
  if (product.source === null) {
    throw new AppError('unexpected', 'a collector gave a product without its source');
  }
  const content = jsonText(product);
  return {
    product,
    source: product.source,
    content,
    contentHash: hash('sha256', withoutCategories(content, product), 'base64url'),
  };
}

/** Which category a product was met in depends on what was collected; it makes no other product of it. */
function withoutCategories(content: string, { categories }: Product): string {
  return categories.length === 0
    ? content
    : content.replace(`"categories":${jsonText(categories)}`, '"categories":[]');
}

/** Names a source product inside a run: shop and the source's own id. */
export function sourceKey({ shop, id }: Pick<Source, 'shop' | 'id'>): string {
  return columnText(`${shop} ${id}`);
}

/** The columns of a collected row that follow from what was read; `content` is one more. */
export function columnsOf({ product, source, contentHash }: Reading) {
  const { low, high } = priceRange(product.variants);
  const search = boxSearchText(product.title, source.url);
  const category = product.categories[0]?.join(' / ');
  return {
    shop: source.shop,
    source_id: columnText(source.id),
    url: columnText(source.url),
    title: columnText(product.title),
    title_order: titleOrder(product.title),
    content_hash: contentHash,
    price_min: low,
    price_max: high,
    currency: product.currency,
    variant_count: product.variants.length,
    picture_count: product.pictures.length,
    picture_url: product.pictures[0] ? columnText(product.pictures[0].url) : null,
    category: category === undefined ? null : columnText(category),
    fingerprint: fingerprintOf(product),
    search,
    bigrams: indexBigrams(search),
  };
}
export type CollectedColumns = ReturnType<typeof columnsOf>;
