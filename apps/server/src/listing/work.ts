import type { Product } from '@bowerbird/catalog/product';
import type { ListingOptions } from '@bowerbird/contract/listing';
import type { SeenProduct } from '@bowerbird/platforms/platform';
import type { AttemptRow } from './attempts.ts';
import type { Besides } from './besides.ts';
import type { ItemRow } from './items.ts';
import type { ListingRow } from './ledger.ts';

/** One product on its way to one shop, with all that is known of it now. */
export interface Work {
  row: ListingRow;
  /** Its line in the run; null where an after-check writes. */
  item: ItemRow | null;
  product: Product;
  revision: number;
  options: ListingOptions;
  /** Hash of what is to be sent. */
  hash: string;
  /** What the first look found; null when nobody looked yet. */
  firstLook: SeenProduct[] | null;
  /** Sends of this run that came to nothing. */
  sends: number;
}

/** What is to be written now. */
export interface Write {
  work: Work;
  kind: 'create' | 'update' | 'publish' | 'remove';
  target: string | null;
  pictures: ReadonlyMap<string, string>;
  /** What the product names, brought into the store before it; set where the lister wants any. */
  besides?: Besides;
  /** An open attempt that is surely not there: decided in the same transaction as the next one is written down. */
  instead: string | null;
}

/** What comes next for a product. */
export type Next =
  | { kind: 'done' }
  | { kind: 'write'; write: Write }
  /** Its doubt must age first. */
  | { kind: 'age'; work: Work; attempt: AttemptRow }
  | { kind: 'again'; work: Work };

/** A write whose intent is committed. */
export interface Sent {
  write: Write;
  attemptId: string;
  /** As the intent left it, with its token. */
  row: ListingRow;
}
