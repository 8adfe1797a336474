import { AppError } from '@bowerbird/contract/errors';
import type { ImageStaging } from '@bowerbird/platforms/listing/staging';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import type { Lane } from './lane.ts';
import { sourcePicture } from './source-picture.ts';
import type { Write } from './work.ts';

export interface StagedImages {
  /** Where the store fetches them, by their addresses in the product. */
  addresses: Map<string, string>;
  /** The store did not take one now: the product is to be written once more. */
  unheard: boolean;
}

/**
 * Puts the uploaded images that a write needs where the store fetches them. One that cannot be put there is added to `failed`; the
 * product is listed without it.
 */
export async function stageImages(
  lane: Lane,
  staging: ImageStaging,
  { work, pictures }: Pick<Write, 'work' | 'pictures'>,
  failed: StoreFault[],
): Promise<StagedImages> {
  const { product, row } = work;
  const addresses = new Map<string, string>();
  let unheard = false;
  for (const url of await staging.wanted({ product, key: row.key, pictures })) {
    const place = product.pictures.findIndex((picture) => picture.url === url);
    let isRead = false;
    try {
      const alt = product.pictures[place]?.alt ?? '';
      const image = await sourcePicture(lane, { url, alt }, staging, lane.cut);
      isRead = true;
      const access = await lane.session.access(lane.cut);
      addresses.set(url, await staging.put(image, access, lane.session.context(lane.cut)));
    } catch (thrown) {
      lane.cut.throwIfAborted();
      const failure = AppError.from(thrown);
      unheard ||= isRead;
      failed.push({
        code: 'store.picture-failed',
        params: { n: 1 },
        field: `pictures.${place}`,
        said: failure.message.slice(0, 240),
      });
    }
  }
  return { addresses, unheard };
}
