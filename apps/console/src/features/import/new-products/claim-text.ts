import type { NewProductsRule } from '@bowerbird/contract/files/new-products';
import { useText } from '../../../lib/text/text.ts';

/** Returns the words for what becomes of a supplier's new products. */
export function useClaimText() {
  const text = useText();
  return (claim: NewProductsRule | null): string =>
    claim === null
      ? text('import.newProducts.none')
      : claim.name !== null
        ? text('import.newProducts.rule', { name: claim.name })
        : text(claim.edits.length === 0 ? 'import.newProducts.asIs' : 'import.newProducts.unnamed');
}
