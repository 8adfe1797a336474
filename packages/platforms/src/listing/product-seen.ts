import type { Product } from '@bowerbird/catalog/product';

/** `bb-` and 16 base32 characters; the same for every run and store record of one product in one shop. */
export type ListingKey = string;

/** A product as the store holds it. */
export interface SeenProduct {
  storeProductId: string;
  /** Our key, when it carries one. */
  key: string | null;
  /** The attempt of ours that wrote it last, when it tells. */
  attemptId: string | null;
  /**
   * The attempt of ours whose update lies on top in part: it takes several requests, and after the last of them, which says `attemptId`, one
   * of an earlier place landed, or the last never did. Left out where an update lies there whole.
   */
  unfinishedBy?: string;
  handle: string | null;
  skus: string[];
  /**
   * Ours by its slug or code, but not whole: cut off in the making, or made of several requests of which some are still to
   * come. What it lacks is written by `update`. Says something only while an attempt is open: later a person may have
   * taken parts away.
   */
  halfMade?: true;
  /** Hash of what was read back; compared only with others that were read back. */
  hash: string;
  status: string;
  createdAt: string;
  updatedAt: string;
  version: string;
  address: string | null;
  /** It was sold already; left out where the store does not tell. */
  sold?: true;
}

/** What a look-up asks for. */
export interface LookAsk {
  key: ListingKey;
  storeProductId: string | null;
  handle: string;
  skus: string[];
  /** When this listing was first intended, in milliseconds since 1970: nothing of ours is older. Null: never yet. */
  since: number | null;
  /** What was to be made; lets a store that can lose key and slug tell a half-made one by its code and words. */
  product?: Product;
}
