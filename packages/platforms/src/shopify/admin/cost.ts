import type { Product } from '@bowerbird/catalog/product';
import type { Throttle } from '../../listing/store.ts';
import { picturesMax } from './limits.ts';

/** What a Standard store allows, until the store has told (`readme.md`, Rate limits). */
export const firstThrottle: Throttle = { maximumAvailable: 2000, currentlyAvailable: 1000, restoreRate: 100 };

/** Points of one product read with the fragment `SeenProduct`: itself and two metafields. */
export const seenCost = 3;

const mutation = 10;
const metafields = 2;

/**
 * Points that Shopify will ask for a write, by its own rules: a mutation 10, an object 1, and for `productSet` 0.2 a
 * variant, 1.9 a file, 0.6 a variant's file, 0.4 a metafield (`readme.md`, Rate limits).
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

/** A single request may cost this much at most (`readme.md`, Rate limits). */
const requestMax = 1000;

/**
 * How many variants can be given their picture in one write: with very many variants it would cost more than a request
 * may. The first ones are kept.
 */
export function variantFiles(product: Product): { kept: number; left: number } {
  const wanted = product.variants.filter(({ pictureUrl }) => pictureUrl !== null).length;
  const room = requestMax - mutation - seenCost - 2 - inputWithoutVariantFiles(product);
  const kept = Math.max(0, Math.min(wanted, Math.floor(room / 0.6)));
  return { kept, left: wanted - kept };
}

function inputWithoutVariantFiles(product: Product): number {
  return (
    0.2 * product.variants.length + 1.9 * Math.min(product.pictures.length, picturesMax) + 0.4 * metafields
  );
}
