import type { Product } from '@bowerbird/catalog/product';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import type { Json } from '@bowerbird/platforms/context';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { StoredImage } from '@bowerbird/platforms/listing/stored-image';
import type { PartialProduct, StoreFault } from '@bowerbird/platforms/listing/writes';
import type { AttemptRow } from '../ledger/attempts.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import type { ItemRow } from '../runs/items.ts';
import { type FailedSends, noFailedSends } from './sends.ts';

/**
 * How far a product is in this run: nothing of it was sent; something was, and what belongs to it in separate requests
 * is still to be checked; that is done too; it was shown, and a store that hides it all the same is not requested
 * twice.
 */
export type Stage = 'untouched' | 'written' | 'finished' | 'shown';

/** What came to nothing in this run, each with a limit of its own. */
export interface Tries {
  /** Sends with an unknown outcome. */
  sends: FailedSends;
  /** Writes after which the product was still partial. */
  halves: number;
  /** The last of them, and how often the same was sent in a row; null after none. */
  lastPartial: (PartialProduct & { times: number }) | null;
}

/**
 * One product on its way to one shop. What the protocol depends on is in its row; the rest is this worker's own and may
 * be lost.
 */
export interface Work {
  row: ListingRow;
  /** Its line in the run; null where an after-check writes. */
  item: ItemRow | null;
  product: Product;
  revision: number;
  options: ListingOptions;
  /** Hash of what is to be sent. */
  hash: string;
  /** What the first look found; null before any look. */
  firstLook: SeenProduct[] | null;
  stage: Stage;
  tries: Tries;
  /** A write of it in this run had an unknown outcome. */
  wasInDoubt?: true;
  /**
   * Set where a person publishes it with the values that the store keeps: nothing of its content is written any more.
   * The hash is that of the content in whose place these values were accepted.
   */
  asStored?: true;
  /** Set in a run that carries prices and inventory alone: everything else is sent as it is in the store. */
  priceAndInventoryOnly?: true;
  /**
   * The content with which a late older write of ours replaced the newest in the store; set where an after-check
   * repairs it.
   */
  late?: Product;
}

/** The initial values for a product's work. */
export const atTheBeginning = {
  firstLook: null,
  stage: 'untouched',
  tries: { sends: noFailedSends, halves: 0, lastPartial: null },
} as const;

/** Returns the same after a write: partial ones count, and how often the same step was sent in a row. */
export function triesAfter(tries: Tries, partial: PartialProduct | undefined): Tries {
  if (!partial) {
    return { ...tries, lastPartial: null };
  }
  const { halves, lastPartial } = tries;
  const times = lastPartial?.step === partial.step ? lastPartial.times + 1 : 1;
  return { ...tries, halves: halves + 1, lastPartial: { ...partial, times } };
}

/** What a product names that must be in the store before it. */
export interface Dependencies {
  library?: Map<string, StoredImage>;
  /** The addresses from which the store fetches uploaded images, by their addresses in the product. */
  staged?: Map<string, string>;
  terms?: Map<string, string>;
  /** Images that could not be brought there; the product is listed without them. */
  failed: StoreFault[];
  /** Some of these may be there all the same, or be brought by the next run. */
  unconfirmed: boolean;
}

/** What is to be written now. */
export interface Write {
  work: Work;
  kind: 'create' | 'update' | 'publish' | 'remove';
  target: string | null;
  images: ReadonlyMap<string, string>;
  /** What the lister must know of the product in the store, read before the intent. */
  held?: Json;
  /** The resources that the product names, brought into the store before it; set where the lister wants any. */
  dependencies?: Dependencies;
  /** What was last written of it; left out where that is not known, or arrived late (`work.late`). */
  former?: Product;
  /** Prices and inventory alone. */
  alone?: true;
  /** An open attempt that is surely not there: decided in the same transaction as the next one is recorded. */
  instead: string | null;
}

/**
 * Returns what a store may be sent of a product, and what the ledger keeps of it: neither includes what we do not
 * model.
 */
export function asSent(product: Product): Product {
  return { ...product, extra: {} };
}

/** Returns the state in which a product's line of the run ends: a run that only publishes lists nothing. */
export function endOf({ asStored }: Pick<Work, 'asStored'>): 'listed' | 'done' {
  return asStored ? 'done' : 'listed';
}

/** The next step for a product. */
export type Next =
  | { kind: 'done' }
  | { kind: 'write'; write: Write }
  /** Its in-doubt attempt must wait first. */
  | { kind: 'age'; work: Work; attempt: AttemptRow }
  /** It is gone on with after a pause of so many milliseconds. */
  | { kind: 'pause'; work: Work; ms: number }
  | { kind: 'again'; work: Work };

/** A write whose intent is committed. */
export interface Sent {
  write: Write;
  attemptId: string;
  /** As the intent left it, with its token. */
  row: ListingRow;
}
