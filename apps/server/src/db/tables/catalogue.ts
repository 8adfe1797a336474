import type { Cell } from '@bowerbird/catalog/change/cell';
import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import type { KnownSnapshot } from '@bowerbird/catalog/merge/merge-source';
import type { Product, ProductStatus } from '@bowerbird/catalog/product';
import type { Similarity } from '@bowerbird/catalog/similar/similarity';
import type { Certificate, CollectRun, CollectScope, Drift } from '@bowerbird/contract/collect/collect';
import type { ExportFile, ExportFormat, ExportNotices } from '@bowerbird/contract/products/export';
import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn, NullableJsonColumn } from './core.ts';
import type { Found } from './sources.ts';

type Instant = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Params = Record<string, string | number>;

/** The request of a run of kind `collect`, and its progress. */
export interface CollectRunTable {
  run_id: string;
  owner_id: string;
  platform: string;
  /** The source's host. */
  shop: string;
  scope: CollectScope;
  addresses: JsonColumn<string[]>;
  /** Null: adaptive. */
  pace_ms: number | null;
  /** Requests inventory that lists leave out, product by product. */
  with_stock: Generated<boolean>;
  got: Generated<number>;
  unchanged: Generated<number>;
  skipped: Generated<number>;
  variants: Generated<number>;
  images: Generated<number>;
  requests: Generated<number>;
  promised: JsonColumn<CollectRun['promisedBy']>;
  slices: JsonColumn<CollectRun['slices']>;
  ways: JsonColumn<CollectRun['ways']>;
  /** The collector's own checkpoint; null before the first batch. */
  checkpoint: NullableJsonColumn<unknown>;
  certificate: NullableJsonColumn<Certificate>;
  /** How often each field was found, by the reader's way. */
  found: ColumnType<Found, string | undefined, string>;
  /** What the reader no longer finds; empty before the end. */
  drift: ColumnType<Drift[], string | undefined, string>;
}

/** The source products that one batch of a run saved, so that a run resumed after a stop counts none twice. */
export interface CollectBatchTable {
  run_id: string;
  seq: number;
  owner_id: string;
  source_ids: string[];
  /** Number of saved products. Computed by the database. */
  got: ColumnType<number, never, never>;
  at: Instant;
}

/**
 * One product of a source as last seen. Search and filter it through the view `own_collected`, which can use its indexes.
 * Bulk writing hands `content` as text made by `jsonText`.
 */
export interface CollectedTable {
  id: string;
  owner_id: string;
  platform: string;
  shop: string;
  source_id: string;
  url: string;
  title: string;
  /** Sort key of titles: `titleOrder` of the title. */
  title_order: string;
  content: JsonColumn<Product>;
  content_hash: string;
  /** How each field was read; {} if all were read the same way. */
  ways: ColumnType<Record<string, string>, string | undefined, string>;
  price_min: string | null;
  price_max: string | null;
  currency: string | null;
  variant_count: number;
  image_count: number;
  image_url: string | null;
  category: string | null;
  fingerprint: string;
  /** `boxSearchText`: title and end of the address, normalised. */
  search: string;
  /** `indexBigrams` of `search`. */
  bigrams: string[];
  /** `traitsOf`: attributes, and facts that only the platform provides. */
  traits: Generated<string[]>;
  first_run_id: string | null;
  last_run_id: string | null;
  times_seen: Generated<number>;
  /** First seen. */
  collected_at: Instant;
  /** Last seen with other content. */
  changed_at: Instant;
  product_id: string | null;
}

/** An earlier snapshot of a collected product, kept when the next one differed. */
export interface CollectedVersionTable {
  id: string;
  owner_id: string;
  collected_id: string;
  /** The run that read this snapshot. */
  run_id: string | null;
  content: JsonColumn<Product>;
  content_hash: string;
  at: Instant;
}

/** A collected product that is similar to the others of its group; one without a group is similar to none. */
export interface SimilarityTable {
  collected_id: string;
  owner_id: string;
  group_id: string;
  /** Why it is in the group. */
  reason: Similarity;
  /** A person decided to keep it beside the others. */
  kept: Generated<boolean>;
}

/** How many products of a shop came, were claimed, and went, by one statement: a merchant's counts are the sums. Triggers write it. */
export interface CollectedCountTable {
  owner_id: string;
  platform: string;
  shop: string;
  collected: number;
  claimed: number;
}

/** Collected products, saved together, whose similar products were not searched for yet; see `collect/similar/match-similar.ts`. */
export interface SimilarityWaitingTable {
  id: string;
  owner_id: string;
  collected_ids: string[];
}

/** The keys by which a collected product and similar ones find each other; see `collect/similar/stored-keys.ts`. */
export interface SimilarityKeysTable {
  owner_id: string;
  collected_id: string;
  /** A hash of the product's shop. */
  shop: string;
  keys: string[];
}

/** A product that could not be read, and why. */
export interface CollectSkipTable {
  id: string;
  owner_id: string;
  run_id: string;
  platform: string;
  address: string;
  code: string;
  params: JsonColumn<Params>;
  at: Instant;
}

/**
 * A product of the merchant's own. `content` is the whole; the columns after it are read from it (`products/rows.ts`)
 * and serve filter, sort and list. Search and filter it through the view `own_product`, which can use its indexes. Both
 * are views of `stored_product` without what is in the bin.
 */
export interface ProductTable {
  id: string;
  owner_id: string;
  /** Increases by one with every save. */
  revision: Generated<number>;
  content: JsonColumn<Product>;
  title: string;
  title_order: string;
  handle: string;
  status: ProductStatus;
  sku: string | null;
  variant_count: number;
  image_count: number;
  image_url: string | null;
  /** Lowest and highest price of the variants, as written in the product; null if no variant has one. */
  price: string | null;
  price_max: string | null;
  /** `price`, with null sorted below everything. Computed by the database. */
  price_order: ColumnType<string, never, never>;
  currency: string | null;
  margin: number | null;
  stock: number | null;
  /**
   * Whether anything of it can be bought; null if its source does not say so for all variants. Computed by the
   * database.
   */
  availability: ColumnType<'available' | 'sold-out' | null, never, never>;
  /** `stock`, with unknown sorted below everything. Computed by the database. */
  stock_order: ColumnType<number, never, never>;
  category: string | null;
  /** Every path, joined with " / ". */
  categories: string[];
  tags: string[];
  vendor: string | null;
  platform: string | null;
  source_host: string | null;
  /** `searchText` of the product. */
  search: string;
  /** `indexBigrams` of `search`. */
  bigrams: string[];
  fingerprint: string;
  collected_id: string | null;
  collect_run_id: string | null;
  /**
   * The snapshot it was last merged with: `content_hash` of the collected product; null for a product that was not
   * collected.
   */
  source_hash: string | null;
  /** What is known of that snapshot in addition to the snapshot itself; null: nothing. */
  source_known: NullableJsonColumn<KnownSnapshot>;
  /** Digest of what stores get of the product; equal for equal content. Computed by the database. */
  digest: ColumnType<string, never, never>;
  /** The product lacks an image, a price or a description. Computed by the database. */
  incomplete: ColumnType<boolean, never, never>;
  /** Ids of the rule attachments that it has. */
  rules: Generated<string[]>;
  /** The lowest of its variants; null if none has one. */
  compare_at: string | null;
  cost: string | null;
  product_type: string | null;
  /** When its source was first collected. */
  collected_at: NullableInstant;
  created_at: Instant;
  updated_at: Instant;
}

/** Every product, those in the bin as well; `product` and `own_product` have the others. */
export interface StoredProductTable extends ProductTable {
  /** When it was deleted; null for a product that is not in the bin. */
  binned_at: NullableInstant;
  /** Equal for products that were deleted together. */
  bin_id: string | null;
  binned_by: string | null;
}

/** What somebody or something did to products at once: who, when, and by which steps. */
export interface EditSetTable {
  id: string;
  owner_id: string;
  at: Instant;
  user_id: string | null;
  run_id: string | null;
  kind: 'claimed' | 'created' | 'edited' | 'undone' | 'followed' | 'store' | 'ruled' | 'imported';
  /** Null where a person wrote the values, and where something else than a person made them. */
  steps: NullableJsonColumn<EditStep[]>;
  undone_at: NullableInstant;
  /** The edit set that this one undid. */
  undoes: Generated<string | null>;
  /** The shops from which it took values. */
  shop_ids: Generated<string[]>;
}

/** What an edit set changed in one product: serves history, provenance and undo. Both together are the key. */
export interface ProductChangeTable {
  edit_set_id: string;
  product_id: string;
  owner_id: string;
  at: Instant;
  /** The revision that this change created. */
  revision: number;
  cells: JsonColumn<Cell[]>;
  /** Paths of the cells that were undone. */
  undone: Generated<string[] | null>;
}

/** The next number of the merchant's series for `{n}` in codes. */
export interface EditSeriesTable {
  owner_id: string;
  next: number;
}

/** A finished product file, stored in `exports/` of the data folder under its id. */
export interface ExportFileTable {
  id: string;
  owner_id: string;
  run_id: string;
  name: string;
  format: ExportFormat;
  products: number;
  rows: number;
  /** A 64-bit number, as text. */
  bytes: ColumnType<string, number | string, number | string>;
  sha256: string;
  /** Notices about its products, and about those that are left out. */
  notices: JsonColumn<ExportNotices>;
  /** The product files in it, if it is a ZIP. */
  parts: ColumnType<ExportFile['parts'], string | undefined, string>;
  images: NullableJsonColumn<NonNullable<ExportFile['images']>>;
  schedule_id: string | null;
  created_at: Instant;
}

/** The tables of collecting, products and export; `own_...` are views of the same rows, for searching. */
export interface CatalogueTables {
  collect_run: CollectRunTable;
  collect_batch: CollectBatchTable;
  collected: CollectedTable;
  own_collected: CollectedTable;
  /** The same, found by what the products contain and not by their owner. */
  own_collected_searched: CollectedTable;
  collected_version: CollectedVersionTable;
  similarity: SimilarityTable;
  collected_count: CollectedCountTable;
  similarity_keys: SimilarityKeysTable;
  /** For searching by key, as `own_collected` is. */
  own_similarity_keys: SimilarityKeysTable;
  similarity_waiting: SimilarityWaitingTable;
  collect_skip: CollectSkipTable;
  product: ProductTable;
  own_product: ProductTable;
  stored_product: StoredProductTable;
  edit_set: EditSetTable;
  edit_series: EditSeriesTable;
  product_change: ProductChangeTable;
  export_file: ExportFileTable;
}
