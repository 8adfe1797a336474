import type { Platform } from '@bowerbird/platforms/platform';
import type { Outside, Simulation } from '@bowerbird/platforms/simulation';
import type { Fault, FaultKind } from '@bowerbird/platforms/simulation-faults';
import type { Content, FieldRules } from './fields/field.ts';

/** A product in a played store's books, as a judge of any platform reads it. */
export interface PlayedProduct {
  /** As the end of `listing.store_product_id` has it. */
  id: string;
  /** The key of ours that it bears; null for any other. */
  key: string | null;
  title: string;
  /** Every field that this platform carries. */
  content: Content;
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
  /** The product of this id as it is now: what is due and was not applied yet is left out. Null where it is not there. */
  standing(id: string): PlayedProduct | null;
  /** Told the id of each product that is changed from now on, before the change is answered and whoever made it. */
  watch(changed: (id: string) => void): void;
  /** All that the books hold of products, by what it is, for a test to spoil: the very objects, not copies. */
  records(): Readonly<Record<string, readonly object[]>>;
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
  /** Which fields of a product this platform carries, and what is wanted of each. */
  fields: Omit<FieldRules<never>, 'held'>;
  /** What its store keeps of a product besides, by its place in the records, and why it is not compared. */
  notCompared: Readonly<Record<string, string>>;
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
  'token-honoured',
  'token-refused',
]);

/** Has every change of this map told by the key that was changed. */
export function watchMap<Key, Value>(map: Map<Key, Value>, changed: (key: Key) => void): void {
  map.set = (key, value) => {
    Map.prototype.set.call(map, key, value);
    changed(key);
    return map;
  };
  map.delete = (key) => {
    const was = Map.prototype.delete.call(map, key);
    changed(key);
    return was;
  };
}
