import { hash } from 'node:crypto';
import { fingerprintOf } from '@bowerbird/catalog/fingerprint';
import type { Product } from '@bowerbird/catalog/product';
import { indexBigrams } from '@bowerbird/catalog/search-words';
import { AppError } from '@bowerbird/contract/errors';
import { columnText, jsonText } from '../db/json-text.ts';
import { priceRange, titleOrder } from '../products/rows.ts';
import { boxSearchText } from './search-text.ts';
import { traitsOf } from './traits.ts';

/** Stands between the entries of a list that travels as one text; no entry holds it. */
export const listMark = '\u001f';

/**
 * A product as it was read: the columns of its row, `content` as JSON text on one line. It holds texts only, so that
 * what waits to be saved is small.
 */
export type Reading = ReturnType<typeof readingOf>;

/** Reads a product into columns; one of which no variant has a price is a draft. Throws when it says nothing of its source. */
export function readingOf(read: Product) {
  const isUnpriced = read.status === 'active' && read.variants.every(({ price }) => price === null);
  const product: Product = isUnpriced ? { ...read, status: 'draft' } : read;
  const { source, title } = product;
  if (source === null) {
    throw new AppError('unexpected', 'a collector gave a product without its source');
  }
  const content = jsonText(product);
  const { low, high } = priceRange(product.variants);
  const search = boxSearchText(title, source.url);
  const category = product.categories[0]?.join(' / ');
  return {
    shop: source.shop,
    source_id: columnText(source.id),
    url: columnText(source.url),
    title: columnText(title),
    title_order: titleOrder(title),
    content,
    content_hash: hash('sha256', withoutCategories(content, product), 'base64url'),
    price_min: low,
    price_max: high,
    currency: product.currency,
    variant_count: product.variants.length,
    picture_count: product.pictures.length,
    picture_url: product.pictures[0] ? columnText(product.pictures[0].url) : null,
    category: category === undefined ? null : columnText(category),
    fingerprint: fingerprintOf(product),
    search,
    // Pairs of characters hold no space, and lists of different lengths cannot travel side by side as lists.
    bigrams: indexBigrams(search).join(' '),
    traits: traitsOf(product).join(listMark),
  };
}

/** Which category a product was met in depends on what was collected; it makes no other product of it. */
function withoutCategories(content: string, { categories }: Product): string {
  return categories.length === 0
    ? content
    : content.replace(`"categories":${jsonText(categories)}`, '"categories":[]');
}

/** Names a source product inside a run: shop and the source's own id. */
export function sourceKey({ shop, source_id: id }: Pick<Reading, 'shop' | 'source_id'>): string {
  return `${shop} ${id}`;
}
