import type { ProductChange } from '@bowerbird/contract/products/products';
import { cellNames, type VariantNames } from '../../../lib/text/cell-text.ts';
import type { Text } from '../../../lib/text/text.ts';

/** Describes a change on one line: "Price of S / Red and 2 more". */
export function changeText(text: Text, { kind, cells }: ProductChange, variants: VariantNames): string {
  const [first, ...more] = cellNames(
    text,
    cells.map(({ path }) => path),
    variants,
  );
  if (first === undefined) {
    return text(kind === 'claimed' ? 'products.change.claimedPlain' : `products.change.${kind}`);
  }
  const named = more.length === 0 ? first : text('products.filter.andMore', { first, n: more.length });
  return kind === 'edited' ? named : `${text(`products.change.${kind}`)}: ${named}`;
}
