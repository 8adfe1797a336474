import { partsOf } from '@bowerbird/catalog/change/cell';
import { comparePrices, marginPercent } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { foldText, indexBigrams, searchText } from '@bowerbird/catalog/similar/search-words';
import { fingerprintOf } from '@bowerbird/catalog/stored/fingerprint';
import type { ProductRow } from '@bowerbird/contract/products/products';
import type { Selectable } from 'kysely';
import { columnText, jsonText } from '../../db/json-text.ts';
import type { ProductTable } from '../../db/tables/catalogue.ts';

/** Column values taken from a product; `content` is JSON text. */
export interface ProductColumns {
  content: string;
  title: string;
  title_order: string;
  handle: string;
  status: Product['status'];
  sku: string | null;
  variant_count: number;
  image_count: number;
  image_url: string | null;
  price: string | null;
  price_max: string | null;
  currency: string | null;
  margin: number | null;
  stock: number | null;
  category: string | null;
  categories: string[];
  tags: string[];
  vendor: string | null;
  product_type: string | null;
  compare_at: string | null;
  cost: string | null;
  platform: string | null;
  source_host: string | null;
  search: string;
  bigrams: string[];
  fingerprint: string;
}

/** Columns that follow from these parts of a product: fields, and fields of variants as `variants.price`. */
interface ColumnGroup {
  from: readonly string[];
  columns(product: Product): Partial<ProductColumns>;
}

const groups: readonly ColumnGroup[] = [
  {
    from: ['title'],
    columns: ({ title }) => ({ title: columnText(title), title_order: titleOrder(title) }),
  },
  { from: ['handle'], columns: ({ handle }) => ({ handle: columnText(handle) }) },
  { from: ['status'], columns: ({ status }) => ({ status }) },
  { from: ['variants', 'variants.sku'], columns: ({ variants }) => ({ sku: textOrNull(variants[0]?.sku) }) },
  { from: ['variants'], columns: ({ variants }) => ({ variant_count: variants.length }) },
  {
    from: ['images'],
    columns: ({ images }) => ({ image_count: images.length, image_url: textOrNull(images[0]?.url) }),
  },
  {
    from: ['variants', 'variants.price'],
    columns: ({ variants }) => {
      const { low, high } = priceRange(variants);
      return { price: low, price_max: high };
    },
  },
  { from: ['currency'], columns: ({ currency }) => ({ currency }) },
  {
    from: ['variants', 'variants.price', 'variants.cost'],
    columns: ({ variants }) => ({ margin: marginOf(variants) }),
  },
  { from: ['variants', 'variants.stock'], columns: ({ variants }) => ({ stock: stockOf(variants) }) },
  {
    from: ['categories'],
    columns: (product) => {
      const categories = product.categories.map((path) => indexedText(path.join(' / ')));
      return { category: categories[0] ?? null, categories };
    },
  },
  { from: ['tags'], columns: ({ tags }) => ({ tags: tags.map(indexedText) }) },
  { from: ['vendor'], columns: ({ vendor }) => ({ vendor: indexedOrNull(vendor) }) },
  { from: ['productType'], columns: ({ productType }) => ({ product_type: indexedOrNull(productType) }) },
  {
    from: ['variants', 'variants.compareAtPrice'],
    columns: ({ variants }) => ({
      compare_at: lowestOf(variants.map(({ compareAtPrice }) => compareAtPrice)),
    }),
  },
  {
    from: ['variants', 'variants.cost'],
    columns: ({ variants }) => ({ cost: lowestOf(variants.map(({ cost }) => cost)) }),
  },
  {
    from: ['source'],
    columns: ({ source }) => ({
      platform: textOrNull(source?.platform),
      source_host: textOrNull(source?.shop),
    }),
  },
  {
    from: ['title', 'handle', 'tags', 'variants', 'variants.sku', 'variants.barcode'],
    columns: (product) => {
      const search = columnText(searchText(product));
      return { search, bigrams: indexBigrams(search) };
    },
  },
  { from: ['title', 'images'], columns: (product) => ({ fingerprint: fingerprintOf(product) }) },
];

/** Returns the columns of a product's row that follow from its content. */
export function columnsOf(product: Product): ProductColumns {
  const all = groups.map(({ columns }) => columns(product));
  // The groups have every column.
  return Object.assign({ content: jsonText(product) }, ...all) as ProductColumns;
}

/** Returns the columns that can differ after changes of these cells, or after the product got another source. */
export function columnsAfter(
  product: Product,
  paths: Iterable<string>,
  hasOtherSource: boolean,
): Pick<ProductColumns, 'content'> & Partial<ProductColumns> {
  const parts = new Set(hasOtherSource ? ['source'] : []);
  for (const path of paths) {
    const [field = '', key, part] = partsOf(path);
    parts.add(field === 'variants' && key !== undefined && part !== undefined ? `variants.${part}` : field);
  }
  const changed = groups.filter(({ from }) => from.some((each) => parts.has(each)));
  return Object.assign({ content: jsonText(product) }, ...changed.map(({ columns }) => columns(product)));
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

/** Returns the lowest of these amounts; null if there is none. */
function lowestOf(amounts: readonly (string | null)[]): string | null {
  return amounts.reduce(
    (low, amount) =>
      amount !== null && amount !== low && (low === null || comparePrices(amount, low) < 0) ? amount : low,
    null,
  );
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

/** Returns the margin in whole percent of the first variant with a cost and a price; null without one. */
export function marginOf(variants: readonly Variant[]): number | null {
  const costed = variants.find(({ cost, price }) => cost !== null && price !== null);
  const percent = costed?.cost && costed.price ? marginPercent(costed.price, costed.cost) : null;
  return percent === null ? null : Math.max(-1_000_000, Number(percent));
}

function textOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : columnText(text);
}

function indexedOrNull(text: string | null): string | null {
  return text === null ? null : indexedText(text);
}

/** The columns from which a row of the product list is built. */
export const rowColumns = [
  'id',
  'revision',
  'title',
  'status',
  'image_url',
  'image_count',
  'sku',
  'variant_count',
  'price',
  'price_max',
  'compare_at',
  'cost',
  'currency',
  'margin',
  'stock',
  'availability',
  'category',
  'tags',
  'vendor',
  'product_type',
  'platform',
  'source_host',
  'created_at',
  'updated_at',
  'collected_at',
] as const;

interface ListedRow extends Pick<Selectable<ProductTable>, (typeof rowColumns)[number]> {
  source_url: string | null;
}

/** Returns a row in the form for the console. */
export function toProductRow(
  row: ListedRow,
  listings: ProductRow['listings'],
  marks: ProductRow['marks'],
): ProductRow {
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
    imageCount: row.image_count,
    compareAt: row.compare_at,
    cost: row.cost,
    vendor: row.vendor,
    productType: row.product_type,
    marks,
    listings,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    collectedAt: row.collected_at?.toISOString() ?? null,
  };
}
