/** A product as shoppers see it, before it is converted to a storefront's format. Times are ISO 8601 with offset. */
export interface CatalogProduct {
  id: number;
  title: string;
  handle: string;
  bodyHtml: string | null;
  publishedAt: string;
  createdAt: string;
  updatedAt: string;
  vendor: string;
  productType: string;
  tags: string[];
  options: { id: number; name: string; values: string[] }[];
  variants: CatalogVariant[];
  images: CatalogImage[];
}

export interface CatalogVariant {
  id: number;
  optionValues: string[];
  sku: string | null;
  barcode: string | null;
  /** In the currency's main unit; odd products have texts here that are not prices. */
  price: string;
  compareAtPrice: string | null;
  grams: number;
  available: boolean;
  quantity: number;
  /** Whether its quantity is tracked; default yes. */
  tracked?: boolean;
  /** Whether it can be sold beyond its quantity; default no. */
  continues?: boolean;
  requiresShipping: boolean;
  taxable: boolean;
  /** Index among the product's images; null when it has no image of its own. */
  image: number | null;
}

export interface CatalogImage {
  id: number;
  /** Address below the shop's host, with its `?v=`. */
  path: string;
  alt: string | null;
  width: number;
  height: number;
}

export interface CatalogCategory {
  id: number;
  handle: string;
  title: string;
  description: string | null;
  updatedAt: string;
  count: number;
}

/** What a shop shows, newest first. Products are generated on request, so that 50,000 cost no memory. */
export interface SimulatedCatalog {
  count: number;
  /** Changes when the visible content changes. */
  version: number;
  slice(from: number, to: number): CatalogProduct[];
  byHandle(handle: string): CatalogProduct | null;
  categories(): CatalogCategory[];
  /** Returns the products of a category; null when there is no such category. */
  inCategory(handle: string): Pick<SimulatedCatalog, 'count' | 'slice'> | null;
  /** Returns the handles of a product's categories. */
  categoriesOf(product: CatalogProduct): string[];
}

/**
 * Joins several catalogs, with the first one's products first; when two have the same handle, the first one's product
 * counts.
 */
export function joinedCatalog(...catalogs: SimulatedCatalog[]): SimulatedCatalog {
  return {
    ...joined(catalogs),
    version: catalogs.reduce((total, { version }) => total + version, 0),
    byHandle: (handle) => {
      for (const catalog of catalogs) {
        const found = catalog.byHandle(handle);
        if (found) {
          return found;
        }
      }
      return null;
    },
    categories: () => catalogs.flatMap((catalog) => catalog.categories()),
    inCategory: (handle) => {
      const parts = catalogs.flatMap((catalog) => catalog.inCategory(handle) ?? []);
      return parts.length === 0 ? null : joined(parts);
    },
    categoriesOf: (product) => catalogs.flatMap((catalog) => catalog.categoriesOf(product)),
  };
}

function joined(
  parts: readonly Pick<SimulatedCatalog, 'count' | 'slice'>[],
): Pick<SimulatedCatalog, 'count' | 'slice'> {
  return {
    count: parts.reduce((total, { count }) => total + count, 0),
    slice: (from, to) => {
      const got: CatalogProduct[] = [];
      let start = 0;
      for (const part of parts) {
        const [low, high] = [Math.max(0, from - start), Math.min(part.count, to - start)];
        if (low < high) {
          got.push(...part.slice(low, high));
        }
        start += part.count;
      }
      return got;
    },
  };
}

/** Returns a list of existing products as a catalog without categories. */
export function listCatalog(products: readonly CatalogProduct[], version = 0): SimulatedCatalog {
  return {
    count: products.length,
    version,
    slice: (from, to) => products.slice(from, to),
    byHandle: (handle) => products.find((product) => product.handle === handle) ?? null,
    categories: () => [],
    inCategory: () => null,
    categoriesOf: () => [],
  };
}

/** Returns the product with this number; practice products are found directly, because they are numbered in order. */
export function productById(catalog: SimulatedCatalog, id: number): CatalogProduct | null {
  const first = catalog.slice(0, 1)[0]?.id ?? 0;
  const [guess] = id >= first ? catalog.slice(id - first, id - first + 1) : [];
  return guess?.id === id
    ? guess
    : (catalog.slice(0, Math.min(catalog.count, 2000)).find((one) => one.id === id) ?? null);
}
