import type { Product } from '@bowerbird/catalog/product';
import type { ListingOptions } from '@bowerbird/contract/listing';
import type { Json } from '@bowerbird/platforms/context';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { HalfMade } from '@bowerbird/platforms/listing/writes';
import type { AttemptRow } from './attempts.ts';
import type { Besides } from './besides.ts';
import type { ItemRow } from './items.ts';
import type { ListingRow } from './ledger.ts';

/**
 * How far a product is in this run: nothing of it was sent; something was, and what belongs beside it is still to be looked after; that
 * is done too; it was shown, and a store that hides it all the same is not asked twice.
 */
export type Stage = 'untouched' | 'written' | 'finished' | 'shown';

/** What came to nothing in this run, each against a bound of its own. */
export interface Tries {
  /** Sends of unknown fate. */
  sends: number;
  /** Writes after which the product still was not whole. */
  halves: number;
  /** The last of them, and how often the same was sent in a row; null after none. */
  lastHalf: (HalfMade & { times: number }) | null;
}

/** One product on its way to one shop. What the protocol goes by stands in its row; the rest is this worker's own and may be lost. */
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
  stage: Stage;
  tries: Tries;
  /** Of a run that carries prices and stock alone: all else of it is in the store as it stands. */
  amountsOnly?: true;
  /** What an older write of ours that landed late has put in the store's place; set where an after-check heals it. */
  late?: Product;
}

/** What is known of a product's way at its beginning. */
export const atTheBeginning = {
  firstLook: null,
  stage: 'untouched',
  tries: { sends: 0, halves: 0, lastHalf: null },
} as const;

/** What is to be written now. */
export interface Write {
  work: Work;
  kind: 'create' | 'update' | 'publish' | 'remove';
  target: string | null;
  pictures: ReadonlyMap<string, string>;
  /** What the lister must know of the product as it stands, read before the intent. */
  held?: Json;
  /** What the product names, brought into the store before it; set where the lister wants any. */
  besides?: Besides;
  /** What was written of it last; left out where that is not known, or landed late (`work.late`). */
  former?: Product;
  /** Prices and pieces alone. */
  alone?: true;
  /** An open attempt that is surely not there: decided in the same transaction as the next one is written down. */
  instead: string | null;
}

/** What a store may be sent of a product, and what is kept of it in the ledger: what we do not model is neither. */
export function asSent(product: Product): Product {
  return { ...product, extra: {} };
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
