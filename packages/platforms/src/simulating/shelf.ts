/** A product as shoppers see it, before it is put into one of the storefront's forms. Times are ISO 8601 with offset. */
export interface ShelfProduct {
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
  variants: ShelfVariant[];
  pictures: ShelfPicture[];
}

export interface ShelfVariant {
  id: number;
  optionValues: string[];
  sku: string | null;
  barcode: string | null;
  /** In the currency's own units; odd products have texts here that are no price. */
  price: string;
  compareAtPrice: string | null;
  grams: number;
  available: boolean;
  quantity: number;
  /** Whether its quantity is counted at all; left out: yes. */
  tracked?: boolean;
  /** Whether it is sold past its quantity; left out: no. */
  continues?: boolean;
  requiresShipping: boolean;
  taxable: boolean;
  /** Place among the product's pictures; null when it has none of its own. */
  picture: number | null;
}

export interface ShelfPicture {
  id: number;
  /** Address below the shop's host, with its `?v=`. */
  path: string;
  alt: string | null;
  width: number;
  height: number;
}

export interface ShelfCategory {
  id: number;
  handle: string;
  title: string;
  description: string | null;
  updatedAt: string;
  count: number;
}

/** What a shop shows, newest first. Products are made when asked for, so that 50,000 cost no memory. */
export interface Shelf {
  count: number;
  /** Changes when what is shown changes. */
  version: number;
  slice(from: number, to: number): ShelfProduct[];
  byHandle(handle: string): ShelfProduct | null;
  categories(): ShelfCategory[];
  /** The products of a category; null when there is no such category. */
  inCategory(handle: string): Pick<Shelf, 'count' | 'slice'> | null;
  /** Handles of the categories a product is in. */
  categoriesOf(product: ShelfProduct): string[];
}

/** Several shelves as one, the first one's products first; a handle on two is the first one's. */
export function joinedShelf(...shelves: Shelf[]): Shelf {
  return {
    ...joined(shelves),
    version: shelves.reduce((total, { version }) => total + version, 0),
    byHandle: (handle) => {
      for (const shelf of shelves) {
        const found = shelf.byHandle(handle);
        if (found) {
          return found;
        }
      }
      return null;
    },
    categories: () => shelves.flatMap((shelf) => shelf.categories()),
    inCategory: (handle) => {
      const parts = shelves.flatMap((shelf) => shelf.inCategory(handle) ?? []);
      return parts.length === 0 ? null : joined(parts);
    },
    categoriesOf: (product) => shelves.flatMap((shelf) => shelf.categoriesOf(product)),
  };
}

function joined(parts: readonly Pick<Shelf, 'count' | 'slice'>[]): Pick<Shelf, 'count' | 'slice'> {
  return {
    count: parts.reduce((total, { count }) => total + count, 0),
    slice: (from, to) => {
      const got: ShelfProduct[] = [];
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

/** A list of ready products as a shelf without categories. */
export function listShelf(products: readonly ShelfProduct[], version = 0): Shelf {
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

/** The product of this number; practice goods are found at once, for they are numbered in their order. */
export function productById(shelf: Shelf, id: number): ShelfProduct | null {
  const first = shelf.slice(0, 1)[0]?.id ?? 0;
  const [guess] = id >= first ? shelf.slice(id - first, id - first + 1) : [];
  return guess?.id === id
    ? guess
    : (shelf.slice(0, Math.min(shelf.count, 2000)).find((one) => one.id === id) ?? null);
}
