import type { Platform } from '@bowerbird/platforms/platform';
import type { Outside, Simulation } from '@bowerbird/simulators/simulation';
import type { Fault, FaultKind } from '@bowerbird/simulators/simulation-faults';
import type { Content, FieldRules } from '../fields/field.ts';

/** A product in a simulated store's state, as a judge of any platform reads it. */
export interface SimulatedProduct {
  /** In the form of the end of `listing.store_product_id`. */
  id: string;
  /** Our key in the product; null for any other. */
  key: string | null;
  title: string;
  /** Every field that this platform carries. */
  content: Content;
  state: 'shown' | 'hidden' | 'trashed';
  by: 'us' | 'merchant' | 'unmanaged';
  /** All of it as text, to detect any change. */
  whole: string;
}

/** An open simulated store. */
export interface SimulatedStore {
  simulation: Simulation;
  connection: string;
  credentials: Record<string, string>;
  /** Returns everything in the store, the trash included, after applying everything due by now. */
  products(): SimulatedProduct[];
  /**
   * Returns the current product of this id, without changes that are due and not applied yet. Null if it does not
   * exist.
   */
  standing(id: string): SimulatedProduct | null;
  /**
   * Calls `changed` with the id of each product that is changed from now on, before the change is answered and whatever
   * its origin.
   */
  watch(changed: (id: string) => void): void;
  /** Returns all product data of the store, by kind, for a test to corrupt: the actual objects, not copies. */
  records(): Readonly<Record<string, readonly object[]>>;
  /** Returns file names of images in the store's own library, one for each file; [] if the store has none. */
  files(): string[];
  /** Adds a product of the merchant's own, with this handle. */
  plant(handle: string): void;
  /** Changes that the merchant makes to a product by hand, by its store id: another title. */
  edit(id: string, title: string): void;
  /** The same by hand: shoppers see it from now on. */
  publish(id: string): void;
  /** Deleted permanently. */
  remove(id: string): void;
  /** Shoppers order it; absent if the store does not report orders. */
  sell?(id: string): void;
}

/** How a store processes bulk operations. */
export interface BulkPace {
  beginsAfterMs: number;
  linesPerSecond: number;
}

/** A platform with a store that we simulate, for the proof. */
export interface SimulatedPlatform {
  platform: Platform;
  /** Which fields of a product this platform carries, and the wanted value of each. */
  fields: Omit<FieldRules<never>, 'held'>;
  /** Other product data that its store keeps, by its place in the records, and why it is not compared. */
  notCompared: Readonly<Record<string, string>>;
  /**
   * Opens a fresh store that answers as fast as possible; given `bulk`, so slow for single requests that bulk
   * operations are quicker.
   */
  open(name: string, outside: Outside, bulk?: BulkPace | null): SimulatedStore;
  /** Text contained in every request that creates a product. */
  creates: string;
  /** Faults of its bulk operations; absent if it has none. */
  bulkFaults?: readonly Fault[];
  /** The store's own faults beyond those that every platform has, as they may be drawn. */
  faults: readonly Fault[];
}

/** Faults of a state rather than of one request: they count as met in each round that had them. */
export const lasting: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'stale-reads',
  'keeps-lists',
  'token-honoured',
  'token-refused',
]);

/** Reports every change of this map with the changed key. */
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
