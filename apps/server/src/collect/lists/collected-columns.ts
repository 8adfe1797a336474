import { hash } from 'node:crypto';
import type { Product } from '@bowerbird/catalog/product';
import { indexBigrams } from '@bowerbird/catalog/similar/search-words';
import { fingerprintOf } from '@bowerbird/catalog/stored/fingerprint';
import { AppError } from '@bowerbird/contract/errors';
import { columnText, jsonText } from '../../db/json-text.ts';
import { priceRange, titleOrder } from '../../products/write/rows.ts';
import { boxSearchText } from './search-text.ts';
import { traitsOf } from './traits.ts';

/** Separates the entries of a list that is passed as one text; no entry contains it. */
export const listMark = '\u001f';

/**
 * A snapshot of a source product: the columns of its row, `content` as JSON text on one line. It holds only texts, so
 * that snapshots waiting to be saved stay small.
 */
export type Snapshot = ReturnType<typeof snapshotOf>;

/**
 * Converts a product to columns; a product without a price in any variant is a draft. Throws if the product does not
 * name its source.
 */
export function snapshotOf(read: Product) {
  const { product, content, hash: contentHash } = savedContent(read);
  const { source, title } = product;
  if (source === null) {
    throw new AppError('unexpected', 'a collector gave a product without its source');
  }
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
    content_hash: contentHash,
    price_min: low,
    price_max: high,
    currency: product.currency,
    variant_count: product.variants.length,
    image_count: product.images.length,
    image_url: product.images[0] ? columnText(product.images[0].url) : null,
    category: category === undefined ? null : columnText(category),
    fingerprint: fingerprintOf(product),
    search,
    // Bigrams contain no space, so they are passed as one text; lists of different lengths can't be passed side by side
    // as arrays.
    bigrams: indexBigrams(search).join(' '),
    traits: traitsOf(product).join(listMark),
  };
}

/** Returns a product as it is saved, its text, and the hash by which a change of it is seen. */
export function savedContent(read: Product): { product: Product; content: string; hash: string } {
  const isUnpriced = read.status === 'active' && read.variants.every(({ price }) => price === null);
  const product: Product = isUnpriced ? { ...read, status: 'draft' } : read;
  const content = jsonText(product);
  return { product, content, hash: hash('sha256', withoutCategories(content, product), 'base64url') };
}

/**
 * Leaves out the category in which a product was found: it depends on what was collected and does not change the
 * product.
 */
function withoutCategories(content: string, { categories }: Product): string {
  return categories.length === 0
    ? content
    : content.replace(`"categories":${jsonText(categories)}`, '"categories":[]');
}

/** Returns the key of a source product inside a run: shop and the source's own id. */
export function sourceKey({ shop, source_id: id }: Pick<Snapshot, 'shop' | 'source_id'>): string {
  return `${shop} ${id}`;
}
