import type { Product } from '@bowerbird/catalog/product';
import type { StoredPicture } from '@bowerbird/platforms/listing/besides';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { bringPictures } from './bring-pictures.ts';
import { bringTerms } from './bring-terms.ts';
import type { Lane } from './lane.ts';

/** What a product names that must be in the store before it. */
export interface Besides {
  library?: Map<string, StoredPicture>;
  terms?: Map<string, string>;
  /** Pictures that could not be brought there; the product is listed without them. */
  failed: StoreFault[];
  /** Some of these may be there all the same, or be brought by the next run. */
  unheard: boolean;
}

/** Brings what a product names into the store, each thing once for the shop, whatever product names it. */
export async function bringBesides(lane: Lane, product: Product): Promise<Besides> {
  const failed: StoreFault[] = [];
  const { library, terms } = lane.lister;
  const opens = library && (library.opensTo?.(await lane.session.access(lane.cut)) ?? true);
  const brought = opens ? await bringPictures(lane, product, failed) : null;
  return {
    ...(brought && { library: brought.library }),
    ...(terms && { terms: await bringTerms(lane, terms, product) }),
    failed,
    unheard: brought?.unheard === true,
  };
}
