import type { Connector } from './connector.ts';
import type { Features } from './features.ts';
import type { Planner } from './planner.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/**
 * Listing to the stores of one platform, by parts:
 *
 * | Part | What it does |
 * |---|---|
 * | `features` | what is true of these stores, as data: key, publication, times, sizes, rate limit |
 * | `connector` | connects a store and learns what it is: identity, permissions, preparation, probe, tokens |
 * | `planner` | pure: fit, hash, cost, grouping of requests |
 * | `reader` | look-ups by key and id, scans, contents, categories; never writes |
 * | `writer` | one request, one outcome: create, update, publish, remove, visibility and what else a store has |
 *
 * No part has optional members. What only some platforms can do is a member that is null for the others, and says what
 * null means. The protocol (`docs/listing-protocol.md`) decides what to do next, from the features, the look-ups and
 * the outcomes alone.
 */
export interface Lister {
  features: Features;
  connector: Connector;
  planner: Planner;
  reader: Reader;
  writer: Writer;
  /**
   * Returns this lister adapted to what one store was proven to do (`docs/listing-protocol.md`, Probing a store) and to
   * what its merchant wants: careful means draft-first (`docs/listing-protocol.md`, Draft first). Null where all stores
   * of the platform are written to in one way.
   */
  inStore: ((shop: { uniqueKey: boolean; careful: boolean }) => Lister) | null;
}
