import type { StoredPicture } from '@bowerbird/platforms/listing/besides';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { bringPictures } from './bring-pictures.ts';
import { bringTerms } from './bring-terms.ts';
import type { Lane } from './lane.ts';
import { stageImages } from './stage-images.ts';
import type { Write } from './work.ts';

/** What a product names that must be in the store before it. */
export interface Besides {
  library?: Map<string, StoredPicture>;
  /** Where the store fetches uploaded images, by their addresses in the product. */
  staged?: Map<string, string>;
  terms?: Map<string, string>;
  /** Pictures that could not be brought there; the product is listed without them. */
  failed: StoreFault[];
  /** Some of these may be there all the same, or be brought by the next run. */
  unheard: boolean;
}

/** Brings what a product names into the store, each thing once for the shop, whatever product names it. */
export async function bringBesides(lane: Lane, write: Pick<Write, 'work' | 'pictures'>): Promise<Besides> {
  const { product } = write.work;
  const failed: StoreFault[] = [];
  const { library, staging, terms } = lane.lister;
  const opens = library && (library.opensTo?.(await lane.session.access(lane.cut)) ?? true);
  const brought = opens ? await bringPictures(lane, product, failed) : null;
  const staged = staging ? await stageImages(lane, staging, write, failed) : null;
  return {
    ...(brought && { library: brought.library }),
    ...(staged && { staged: staged.addresses }),
    ...(terms && { terms: await bringTerms(lane, terms, product) }),
    failed,
    unheard: brought?.unheard === true || staged?.unheard === true,
  };
}
