import type { Product } from '@bowerbird/catalog/product';

/** `bb-` and 16 base32 characters; the same for every run and store record of one product in one shop. */
export type ListingKey = string;

/** A product as the store holds it. */
export interface SeenProduct {
  storeProductId: string;
  /** Our key, when the product carries one. */
  key: string | null;
  /** Our attempt that wrote the product last, when the store reports it. */
  attemptId: string | null;
  /**
   * Our attempt whose update is only partly in place. Such an update takes several requests, and after the last of
   * them, which sets `attemptId`, a request of an earlier position landed, or the last never did. Left out where an
   * update is completely in place.
   */
  unfinishedBy?: string;
  handle: string | null;
  skus: string[];
  /**
   * A partial product, ours by its slug or SKU: cut off during creation, or made of several requests of which some are
   * still to come. `update` writes what is missing. Meaningful only while an attempt is open: later a person may have
   * removed parts.
   */
  partial?: true;
  /** Hash of what was read back; compared only with other hashes of what was read back. */
  hash: string;
  status: string;
  createdAt: string;
  updatedAt: string;
  version: string;
  address: string | null;
  /** The product was sold already; left out where the store does not report it. */
  sold?: true;
}

/** One look-up request. */
export interface LookupRequest {
  key: ListingKey;
  storeProductId: string | null;
  handle: string;
  skus: string[];
  /**
   * Time when this listing was first intended, in milliseconds since 1970: nothing of ours is older. Null: never yet.
   */
  since: number | null;
  /**
   * The product that was to be created. A store that can lose key and slug recognises a partial product by its SKU and
   * text.
   */
  product?: Product;
}
