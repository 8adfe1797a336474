import type { Product } from '@bowerbird/catalog/product';
import type { Outcome, StoreFault, ToUpdate } from '../../../listing/writes.ts';
import { termsOf } from '../terms.ts';
import type { Former } from './former.ts';

/** Returns the lower-case names of collections that the product was last written with and should leave. */
export function droppedCollections({ product, former }: ToUpdate): string[] {
  const now = namesOf(product);
  return (former ? namesOf(former) : []).filter((name) => !now.includes(name));
}

/** The store ignores case in collection titles. */
function namesOf(product: Product): string[] {
  return termsOf(product).map(({ path }) => (path.at(-1) ?? '').toLowerCase());
}

/**
 * Returns the fields that no update changes in the store: the product type, which the vendor's description of updates
 * does not contain, and the handle, which stays because shoppers and search engines know it and no redirect is
 * documented.
 */
export function notKept({ product, former }: ToUpdate, { productType }: Former): StoreFault[] {
  const fields = [
    ...(productType !== null && productType !== (product.productType ?? '') ? ['productType'] : []),
    ...(former && former.handle !== product.handle ? ['handle'] : []),
  ];
  return fields.map((field) => ({
    code: 'store.field-not-kept',
    params: { field },
    field,
    said: `${field} stays as it was`,
  }));
}

export function withNotes(outcome: Outcome, notes: readonly StoreFault[]): Outcome {
  return outcome.outcome === 'applied' ? { ...outcome, notes: [...outcome.notes, ...notes] } : outcome;
}
