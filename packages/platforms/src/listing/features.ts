import type { Throttle } from './store/access.ts';

/**
 * What a store's certificate promises (`docs/listing-protocol.md`, What is guaranteed): `store-side-key` where the store
 * enforces our key, else `draft-first` where products are created as drafts; else an in-doubt attempt waits for its
 * settle period (`settled`, `looked-up`).
 */
export type Guarantee = 'store-side-key' | 'draft-first' | 'settled' | 'looked-up';

/**
 * How products become visible to shoppers. `by-create`: by the write that creates or updates them. `after-create`: by
 * `Writer.publish`, and an update of a visible product stays visible. `draft-first`: `create` always creates a draft,
 * whatever visibility is wanted, and `Writer.publish` publishes it. A duplicate would be unpublished and carry our key,
 * so that an in-doubt attempt need not wait for its settle period (`docs/listing-protocol.md`, In-doubt attempts; Draft
 * first).
 */
export type Publication = 'by-create' | 'after-create' | 'draft-first';

/**
 * What is true of the stores of a platform, as data. What a platform can do besides is a part of `Reader`, `Writer` or
 * `Connector` that is null where it cannot; `features.test.ts` requires that both agree.
 */
export interface Features {
  /** The protocol's times, in milliseconds. */
  times: { deadlineMs: number; timeoutMs: number; latenessMs: number };
  guarantee: Guarantee;
  /** The store enforces our key atomically: a second send cannot create a second product. */
  storeSideKey: boolean;
  publication: Publication;
  /** An update of a product that does not exist any more creates another, under another id. */
  updateRecreates: boolean;
  /**
   * Every `update` sends all inventory quantities. Otherwise it sends at most those that we changed, as the store
   * counts the others itself.
   */
  updateSetsStock: boolean;
  /**
   * The first look-up of a run is one full scan of the store, by `Reader.fullScan`, instead of one look-up for each
   * product (`docs/listing-protocol.md`, Look-ups).
   */
  looksByFullScan: boolean;
  /** Shoppers buy in the store itself; where they cannot, products link to where they can (`WriteOptions.buyLink`). */
  hasCheckout: boolean;
  /** Number of products in one request of `create` or `update`. */
  batchSize: number;
  /** Number of products in one request of `publish`; at least `batchSize`. */
  publishMax: number;
  /** Largest number of concurrent requests. */
  inFlightMax: number;
  /** Largest number of products in one look-up. */
  lookMax: number;
  /** What the rate limit counts: costs that the store computes, or plain requests. */
  limitUnit: 'points' | 'requests';
  /** The rate limit assumed before the store has reported its own. */
  firstThrottle: Throttle;
}
