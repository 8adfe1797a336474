import type { NewProductsRule } from '@bowerbird/contract/files/new-products';
import { useText } from '../../../lib/text/text.ts';
import { useClaimText } from './claim-text.ts';

/** Says in a row with which rule new products are claimed; nothing where a person claims them. */
export function NewProductsNote({ claim }: { claim: NewProductsRule | null }) {
  const text = useText();
  const claimText = useClaimText();
  if (claim === null) {
    return null;
  }
  const note = `${text('import.newProducts')} · ${claimText(claim)}`;
  return (
    <span className="caption cut" title={note}>
      {note}
    </span>
  );
}
