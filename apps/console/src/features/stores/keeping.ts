import type { Keeping } from '@bowerbird/contract/stores';

/** By what a store is kept from a second product: its own key, products hidden at first, or patience. */
export function mannerOf({ uniqueKey, hiddenFirst }: Keeping): 'kept' | 'hidden' | 'waited' {
  return uniqueKey === 'always' || uniqueKey === 'proven' ? 'kept' : hiddenFirst ? 'hidden' : 'waited';
}
