import type { Platform } from '@bowerbird/platforms/platform';
import type { Outside, Simulation } from '@bowerbird/platforms/simulation';
import type { Fault, FaultKind } from '@bowerbird/platforms/simulation-faults';

/** A product in a played store's books, as a judge of any platform reads it. */
export interface PlayedProduct {
  /** As the end of `listing.store_product_id` has it. */
  id: string;
  /** The key of ours that it bears; null for any other. */
  key: string | null;
  title: string;
  /** Every price that it shows, with two decimals. */
  prices: readonly string[];
  handle: string;
  pictures: number;
  state: 'shown' | 'hidden' | 'trashed';
  by: 'us' | 'merchant' | 'stranger';
  /** All of it as text, for telling whether anything was changed. */
  whole: string;
}

/** A played store, open. */
export interface PlayedStore {
  simulation: Simulation;
  connection: string;
  credentials: Record<string, string>;
  /** Everything in the books, the trash included, after all that was due by now was applied. */
  products(): PlayedProduct[];
  /** File names of pictures in the store's own library, one for each file; [] where the store has none. */
  files(): string[];
  /** Puts a product of the merchant's own there, with this handle. */
  plant(handle: string): void;
  /** What the merchant does by hand to a product, by the id that it has here: another title; gone for good. */
  edit(id: string, title: string): void;
  remove(id: string): void;
  /** Shoppers order it; absent where the store does not tell so. */
  sell?(id: string): void;
}

/** How a store works through bulk operations. */
export interface BulkPace {
  beginsAfterMs: number;
  linesPerSecond: number;
}

/** A platform with a store that we play, for the proof. */
export interface PlayedPlatform {
  platform: Platform;
  /** Opens a fresh store that answers as fast as it can; given `bulk`, so slow one by one that operations are quicker. */
  open(name: string, outside: Outside, bulk?: BulkPace | null): PlayedStore;
  /** What stands in every request that makes a product. */
  creates: string;
  /** What can befall its bulk operations; absent where it has none. */
  bulkFaults?: readonly Fault[];
  /** The store's own faults beside those that every platform has, as they may be drawn. */
  faults: readonly Fault[];
}

/** Faults of a state rather than of one request: they count as met in each round that had them. */
export const lasting: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'stale-reads',
  'keeps-lists',
  'token-ignored',
  'token-refused',
]);

export function withTwoDecimals(price: string | number | null | undefined): string[] {
  const number = Number(price);
  return price === null || price === undefined || price === '' || Number.isNaN(number)
    ? []
    : [number.toFixed(2)];
}
