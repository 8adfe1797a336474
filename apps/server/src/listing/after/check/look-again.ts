import type { LookupRequest } from '@bowerbird/platforms/listing/product-seen';
import { type ListingRow, madeAt } from '../../ledger/ledger.ts';

/** How the product of a row is looked for in an after-check: by its id and its key. */
export function requestOf(row: ListingRow): LookupRequest {
  return {
    key: row.key,
    storeProductId: row.store_product_id,
    handle: row.key,
    skus: [],
    since: madeAt(row),
  };
}
