import type { ListingKey } from './product-seen.ts';
import type { ListerContext, StoreAccess } from './store/access.ts';
import type { Outcome, ToUpdate } from './writes.ts';

/** What a bulk operation does with each of its lines. */
export type BulkKind = 'create' | 'update' | 'publish';

/** A bulk operation as its store reports it. */
export interface BulkOperation {
  id: string;
  /** Nothing more of the operation can be applied, however it ended. */
  ended: boolean;
  /** Lines processed so far. */
  done: number;
  /** Address of the results; null where there are none. */
  resultsAt: string | null;
}

/**
 * Outcome of starting a bulk operation. Whatever has not certainly started, and not certainly failed to start, is an
 * unknown outcome.
 */
export type BulkStart =
  | { outcome: 'applied'; operation: BulkOperation }
  | { outcome: 'never'; because: string }
  | { outcome: 'unknown'; because: string };

/**
 * Writes that a store takes as one file and processes by itself (`docs/listing-protocol.md`, In-doubt attempts). Each
 * line is an attempt like any other. No line can be applied any more once its operation has ended, and not before.
 */
export interface Bulk {
  /** Smallest number of products of one kind for which a bulk operation pays off. */
  minimum: number;
  /** Largest number of lines in one operation. */
  linesMax: number;
  /** Largest number of operations that may run at the same time. */
  atOnce: number;
  /** Cost of starting an operation, in the throttle's units. */
  cost: number;
  /** Milliseconds between two polls of the progress. */
  pollMs: number;
  /** Lines processed per second by all of our operations together, for a forecast. */
  linesPerSecond: number;
  /**
   * Writes as many of these items as fit, from the first on, to one file, a line each, and uploads it to where the
   * store can read it. Returns the file's name and the number of items. Creates nothing in the store and needs no send
   * gate.
   */
  upload(
    kind: BulkKind,
    items: readonly ToUpdate[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ file: string; lines: number }>;
  /**
   * Starts the operation, by one request that passes the send gate. The operation's name contains `requestId`, by which
   * `find` finds it.
   */
  start(
    kind: BulkKind,
    file: string,
    requestId: string,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<BulkStart>;
  /** Returns the operation of this request; null where the store knows of none (yet). */
  find(requestId: string, store: StoreAccess, context: ListerContext): Promise<BulkOperation | null>;
  poll(id: string, store: StoreAccess, context: ListerContext): Promise<BulkOperation | null>;
  /**
   * Returns those of our requests whose operations have not ended, as the store knows them, including requests that we
   * have no record of any more.
   */
  underWay(store: StoreAccess, context: ListerContext): Promise<string[]>;
  /**
   * Returns the outcomes of lines, in any order, each once. `keys` are the keys of the lines; a result without the key
   * of its line is an unknown outcome. Nothing is known of a line left out.
   */
  results(
    kind: BulkKind,
    resultsAt: string,
    keys: readonly ListingKey[],
    store: StoreAccess,
    context: ListerContext,
  ): AsyncIterable<{ line: number; outcome: Outcome }>;
}
