import type { Product } from '@bowerbird/catalog/product';
import type { Fate, StoreFault, ToUpdate } from '../../listing/writes.ts';
import type { Former } from './former.ts';
import { termsOf } from './terms.ts';

/** The names, in small letters, of collections that it was written with last and is not to be in any more. */
export function droppedCollections({ product, former }: ToUpdate): string[] {
  const now = namesOf(product);
  return (former ? namesOf(former) : []).filter((name) => !now.includes(name));
}

/** The store does not tell capitals apart in the titles of collections. */
function namesOf(product: Product): string[] {
  return termsOf(product).map(({ path }) => (path.at(-1) ?? '').toLowerCase());
}

/**
 * What no update of a product brings to the store: its type, which the vendor's description of updates does not know, and its address,
 * which stays, as shoppers and search engines know it and no redirect is documented.
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

export function withNotes(fate: Fate, notes: readonly StoreFault[]): Fate {
  return fate.fate === 'applied' ? { ...fate, notes: [...fate.notes, ...notes] } : fate;
}
