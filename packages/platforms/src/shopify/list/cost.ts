import type { Product } from '@bowerbird/catalog/product';
import type { Throttle } from '../../listing/store/access.ts';
import { imagesMax } from './limits.ts';

/** Rate limit of a Standard store, used until the store has reported its own (`readme.md`, Rate limits). */
export const firstThrottle: Throttle = { maximumAvailable: 2000, currentlyAvailable: 1000, restoreRate: 100 };

/** Cost of one product read with the fragment `SeenProduct`, in points: itself and two metafields. */
export const seenCost = 3;

const mutation = 10;
const metafields = 2;

/**
 * Returns the points that Shopify will charge for a write, by its own rules: a mutation 10, an object 1, and for
 * `productSet` 0.2 a variant, 1.9 a file, 0.6 a variant's file, 0.4 a metafield (`readme.md`, Rate limits).
 */
export function costOf(kind: 'create' | 'update' | 'publish' | 'remove', product: Product | null): number {
  if (kind === 'publish') {
    return mutation + seenCost + 1;
  }
  if (kind === 'remove' || product === null) {
    return mutation + 2;
  }
  const input = inputWithoutVariantFiles(product) + 0.6 * variantFiles(product).kept;
  return Math.ceil(mutation + input + seenCost + 1);
}

/** Largest cost of a single request (`readme.md`, Rate limits). */
const requestMax = 1000;

/**
 * Returns how many variants can be given their image in one write: with very many variants the write would cost more
 * than a request may. The first ones are kept.
 */
export function variantFiles(product: Product): { kept: number; left: number } {
  const wanted = product.variants.filter(({ imageUrl }) => imageUrl !== null).length;
  const room = requestMax - mutation - seenCost - 2 - inputWithoutVariantFiles(product);
  const kept = Math.max(0, Math.min(wanted, Math.floor(room / 0.6)));
  return { kept, left: wanted - kept };
}

function inputWithoutVariantFiles(product: Product): number {
  return 0.2 * product.variants.length + 1.9 * Math.min(product.images.length, imagesMax) + 0.4 * metafields;
}
