import { fingerprintOf } from '@bowerbird/catalog/fingerprint';
import { comparePrices, marginPercent } from '@bowerbird/catalog/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { foldText, indexBigrams, searchText } from '@bowerbird/catalog/search-words';
import type { ProductRow } from '@bowerbird/contract/products';
import { columnText, jsonText } from '../db/json-text.ts';

/** Column values taken from a product; `content` is JSON text. */
export type ProductColumns = ReturnType<typeof columnsOf>;

/** Returns the columns of a product's row that follow from its content. */
export function columnsOf(product: Product) {
  const { low, high } = priceRange(product.variants);
  const search = columnText(searchText(product));
  const categories = product.categories.map((path) => indexedText(path.join(' / ')));
  return {
    content: jsonText(product),
    title: columnText(product.title),
    title_order: titleOrder(product.title),
    handle: columnText(product.handle),
    status: product.status,
    sku: textOrNull(product.variants[0]?.sku),
    variant_count: product.variants.length,
    image_count: product.images.length,
    image_url: textOrNull(product.images[0]?.url),
    price: low,
    price_max: high,
    currency: product.currency,
    margin: marginOf(product.variants),
    stock: stockOf(product.variants),
    category: categories[0] ?? null,
    categories,
    tags: product.tags.map(indexedText),
    vendor: textOrNull(product.vendor),
    platform: textOrNull(product.source?.platform),
    source_host: textOrNull(product.source?.shop),
    search,
    bigrams: indexBigrams(search),
    fingerprint: fingerprintOf(product),
  };
}

/** Returns the sort key of a title: case-folded, and short enough for an index. */
export function titleOrder(title: string): string {
  return columnText(foldText(title).slice(0, 120));
}

/** Shortens a text for an index: an index entry has a maximum length, and a source may write tags of any length. */
function indexedText(text: string): string {
  return columnText(text.slice(0, 255));
}

/** Returns the lowest and highest price, as written in the product; null if no variant has one. */
export function priceRange(variants: readonly Variant[]): { low: string | null; high: string | null } {
  let low: string | null = null;
  let high: string | null = null;
  for (const { price } of variants) {
    // Variants usually have the same price.
    if (price === null || price === low || price === high) {
      continue;
    }
    low = low === null || comparePrices(price, low) < 0 ? price : low;
    high = high === null || comparePrices(price, high) > 0 ? price : high;
  }
  return { low, high };
}

/**
 * Returns the total inventory quantity of the variants that state one; null if none does. Limited to what the column
 * can store.
 */
function stockOf(variants: readonly Variant[]): number | null {
  const known = variants.flatMap(({ stock }) => stock ?? []);
  const sum = known.reduce((total, stock) => total + stock, 0);
  return known.length === 0 ? null : Math.max(-2_000_000_000, Math.min(2_000_000_000, sum));
}

function marginOf(variants: readonly Variant[]): number | null {
  const costed = variants.find(({ cost, price }) => cost !== null && price !== null);
  const percent = costed?.cost && costed.price ? marginPercent(costed.price, costed.cost) : null;
  return percent === null ? null : Math.max(-1_000_000, Number(percent));
}

function textOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : columnText(text);
}

/** The columns from which a row of the product list is built. */
export const rowColumns = [
  'id',
  'revision',
  'title',
  'status',
  'image_url',
  'sku',
  'variant_count',
  'price',
  'price_max',
  'currency',
  'margin',
  'stock',
  'availability',
  'category',
  'tags',
  'platform',
  'source_host',
  'note',
  'updated_at',
] as const;

interface ListedRow {
  id: string;
  revision: number;
  title: string;
  status: ProductRow['status'];
  image_url: string | null;
  sku: string | null;
  variant_count: number;
  price: string | null;
  price_max: string | null;
  currency: string | null;
  margin: number | null;
  stock: number | null;
  availability: 'available' | 'sold-out' | null;
  category: string | null;
  tags: string[];
  platform: string | null;
  source_host: string | null;
  source_url: string | null;
  note: string | null;
  updated_at: Date;
}

/** Returns a row in the form for the console. */
export function toProductRow(row: ListedRow, listings: ProductRow['listings']): ProductRow {
  return {
    id: row.id,
    revision: row.revision,
    title: row.title,
    status: row.status,
    imageUrl: row.image_url,
    sku: row.sku,
    variantCount: row.variant_count,
    price: row.price,
    priceMax: row.price_max,
    currency: row.currency,
    margin: row.margin,
    stock: row.stock,
    availability: row.availability,
    category: row.category,
    tags: row.tags,
    platform: row.platform,
    sourceHost: row.source_host,
    sourceUrl: row.source_url,
    note: row.note,
    listings,
    updatedAt: row.updated_at.toISOString(),
  };
}
