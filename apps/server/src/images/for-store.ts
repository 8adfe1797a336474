import type { Product } from '@bowerbird/catalog/product';
import { withImageAddresses, withShownImages } from '@bowerbird/catalog/stored/uploaded-image';
import type { Fit } from '@bowerbird/platforms/listing/planner';
import type { Writer } from '@bowerbird/platforms/listing/writer';
import { type ImageAddressing, publicImageAddress } from './public-address.ts';

/** Returns a product with its uploaded images in the form that one store gets, and what that store can't get. */
export type ImagesForStore = (product: Product) => { product: Product; unfit: Fit[] };

/** Leaves uploaded images unchanged: for viewing a product without sending it to a store. */
export const imagesAsTheyAre: ImagesForStore = (product) => ({
  product: withShownImages(product),
  unfit: [],
});

/**
 * Decides how uploaded images reach a store. A store with a usable media library, or that offers an upload address,
 * gets their bytes, and the images keep their own address until then. Any other store fetches them by their public
 * address; if the console has none, they are left out, and the fit report names them with the remedy.
 */
export function imagesForStore(
  services: ImageAddressing,
  { images }: Pick<Writer, 'images'>,
  store: { connection: string },
): ImagesForStore {
  if (images?.kind === 'staging' || images?.opensTo(store)) {
    return imagesAsTheyAre;
  }
  const code = images ? 'fit.uploads-need-library' : 'fit.uploads-unreachable';
  return (own) => {
    const { product, left } = withImageAddresses(own, (image) => publicImageAddress(services, image));
    return { product, unfit: left === 0 ? [] : [{ kind: 'lost', code, params: { n: left } }] };
  };
}
