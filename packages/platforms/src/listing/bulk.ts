import type { ListingKey } from './product-seen.ts';
import type { ListerContext, StoreAccess } from './store.ts';
import type { Fate, ToUpdate } from './writes.ts';

/** What a bulk operation does with each of its lines. */
export type BulkKind = 'create' | 'update' | 'publish';

/** A bulk operation as its store tells of it. */
export interface BulkOperation {
  id: string;
  /** Nothing of it can be applied any more, however it came to its end. */
  ended: boolean;
  /** Lines worked through so far. */
  done: number;
  /** Where its results lie; null where there are none. */
  resultsAt: string | null;
}

/** What became of a start. All that is not surely begun, and not surely never begun, is a doubt. */
export type BulkStart =
  | { fate: 'applied'; operation: BulkOperation }
  | { fate: 'never'; because: string }
  | { fate: 'doubt'; because: string };

/**
 * Writes that a store takes as one file and works through by itself (`docs/listing-protocol.md`, In-doubt attempts). A line is an
 * attempt like any other; the lateness of them all ends when their operation has ended, and not before.
 */
export interface Bulk {
  /** From how many products of one kind on it is worth its while. */
  minimum: number;
  /** How many lines one operation is to have at most. */
  linesMax: number;
  /** How many operations may be at work beside each other. */
  atOnce: number;
  /** What a start costs, in the throttle's units. */
  cost: number;
  /** Milliseconds between two questions how far it is. */
  pollMs: number;
  /** Lines that are worked through in a second by all of ours together, for a forecast. */
  linesPerSecond: number;
  /**
   * Puts the first of these items that fit into one file, a line each, where the store can read them; answers the file's name
   * and how many they are. It makes nothing and needs no gate.
   */
  upload(
    kind: BulkKind,
    items: readonly ToUpdate[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ file: string; lines: number }>;
  /** Starts the operation, by one request and behind the gate; `requestId` is in the name by which `find` knows it. */
  start(
    kind: BulkKind,
    file: string,
    requestId: string,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<BulkStart>;
  /** The operation of this request; null where the store knows of none (yet). */
  find(requestId: string, store: StoreAccess, context: ListerContext): Promise<BulkOperation | null>;
  poll(id: string, store: StoreAccess, context: ListerContext): Promise<BulkOperation | null>;
  /** Requests of ours whose operations have not ended, as the store knows them: also such as we know nothing of any more. */
  underWay(store: StoreAccess, context: ListerContext): Promise<string[]>;
  /**
   * What became of lines, in any order, each once; `keys` are those of the lines, and a result that does not bear the key of its
   * line is a doubt. Of a line left out nothing is known.
   */
  results(
    kind: BulkKind,
    resultsAt: string,
    keys: readonly ListingKey[],
    store: StoreAccess,
    context: ListerContext,
  ): AsyncIterable<{ line: number; fate: Fate }>;
}
