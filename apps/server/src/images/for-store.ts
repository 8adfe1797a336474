import type { Product } from '@bowerbird/catalog/product';
import { withImageAddresses } from '@bowerbird/catalog/uploaded-image';
import type { Fit, Lister } from '@bowerbird/platforms/listing/lister';
import { type ImageAddressing, publicImageAddress } from './public-address.ts';

/** A product with its uploaded images as one store gets them, and what that store cannot get. */
export type ImagesForStore = (product: Product) => { product: Product; unfit: Fit[] };

/** Leaves uploaded images as they are: for a look at a product that goes to no store. */
export const imagesAsTheyAre: ImagesForStore = (product) => ({ product, unfit: [] });

/**
 * Says how uploaded images reach a store. One whose media library opens, or that gives a place to put them at, gets their
 * bytes, and they keep their own address until then. Any other fetches them by their public address; where the console has none they are left out, and the fit report names
 * them with the remedy.
 */
export function imagesForStore(
  services: ImageAddressing,
  { library, staging }: Pick<Lister, 'library' | 'staging'>,
  store: { connection: string },
): ImagesForStore {
  if (staging || (library && (library.opensTo?.(store) ?? true))) {
    return imagesAsTheyAre;
  }
  const code = library ? 'fit.uploads-need-library' : 'fit.uploads-unreachable';
  return (own) => {
    const { product, left } = withImageAddresses(own, (image) => publicImageAddress(services, image));
    return { product, unfit: left === 0 ? [] : [{ kind: 'lost', code, params: { n: left } }] };
  };
}
