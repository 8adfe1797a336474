/**
 * A product as the store keeps it. Times are milliseconds since 1970; ids are numbers below 2^53, global ids are built
 * when answering.
 */
export interface StoredProduct {
  id: number;
  handle: string;
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: string[];
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED';
  seo: { title: string | null; description: string | null };
  templateSuffix: string | null;
  category: string | null;
  options: { id: number; name: string; values: { id: number; name: string }[] }[];
  variants: StoredVariant[];
  /** Ids of media, in order. */
  media: number[];
  /** Ids of collections. */
  collections: number[];
  metafields: StoredMetafield[];
  publications: StoredPublishing[];
  createdAt: number;
  updatedAt: number;
  /** The creator of the product. */
  by: Writer;
}

export type Writer = 'app' | 'merchant' | 'unmanaged';

/** Where something is published, and from when on. */
export interface StoredPublishing {
  publicationId: number;
  publishedAt: number;
}

export interface StoredVariant {
  id: number;
  itemId: number;
  optionValues: string[];
  sku: string | null;
  barcode: string | null;
  price: string;
  compareAtPrice: string | null;
  cost: string | null;
  taxable: boolean;
  requiresShipping: boolean;
  tracked: boolean;
  inventoryPolicy: 'DENY' | 'CONTINUE';
  weight: { value: number; unit: 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS' } | null;
  /** Inventory quantities by location id. */
  stock: Record<string, number>;
  mediaId: number | null;
  metafields: StoredMetafield[];
  createdAt: number;
  updatedAt: number;
}

export interface StoredMetafield {
  id: number;
  namespace: string;
  key: string;
  type: string;
  value: string;
  createdAt: number;
  updatedAt: number;
}

/** An image. It is fetched and processed after the write; `fault` is how that will end, null when it succeeds. */
export interface StoredMedia {
  id: number;
  source: string;
  filename: string;
  alt: string;
  createdAt: number;
  fault: 'IMAGE_DOWNLOAD_FAILURE' | 'DUPLICATE_FILENAME_ERROR' | null;
}

export interface StoredCollection {
  id: number;
  handle: string;
  title: string;
  descriptionHtml: string;
  seo: { title: string | null; description: string | null };
  publications: StoredPublishing[];
  updatedAt: number;
  /** The collection fills itself by rules, and accepts no product from outside. */
  smart?: true;
}

export interface StoredDefinition {
  id: number;
  namespace: string;
  key: string;
  name: string;
  description: string | null;
  type: string;
  ownerType: string;
  uniqueValues: boolean;
}

/** One write as the store saw it: who did what, when. */
export interface Write {
  at: number;
  by: Writer;
  action: 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'stock';
  productId: number;
  handle: string;
  /** The unique metafield value of the product, when it had one. */
  key: string | null;
}

/** One change of the simulator state; all entries in order rebuild it. */
export type LedgerEntry =
  | { kind: 'product'; product: StoredProduct }
  | { kind: 'product-gone'; id: number }
  | { kind: 'media'; media: StoredMedia }
  | { kind: 'collection'; collection: StoredCollection }
  | { kind: 'definition'; definition: StoredDefinition }
  | { kind: 'write'; write: Write }
  | { kind: 'idempotent'; key: string; requested: string; answer: unknown };
