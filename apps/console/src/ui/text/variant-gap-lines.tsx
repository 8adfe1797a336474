import { type VariantGapField, variantGaps } from '@bowerbird/catalog/invariants/variant-gaps';
import type { Product } from '@bowerbird/catalog/product';
import { useMemo } from 'react';
import { useText } from '../../lib/text/text.ts';

/** Maximum number of variants named in a line. */
const namedMax = 3;

interface VariantGapLinesProps {
  product: Pick<Product, 'variants' | 'options'>;
  className: string;
  /** Fields reported elsewhere already. */
  except?: readonly VariantGapField[];
}

/**
 * Values that some variants lack and the others have: a line for each field, with the number of variants and the first
 * of them.
 */
export function VariantGapLines({ product, className, except = [] }: VariantGapLinesProps) {
  const text = useText();
  const gaps = useMemo(() => variantGaps(product), [product]);
  const nameOf = (id: string) =>
    product.variants
      .find((variant) => variant.id === id)
      ?.optionValues.filter((value) => value !== '')
      .join(' · ') || id;
  return gaps
    .filter(({ field }) => !except.includes(field))
    .map(({ field, variants }) => (
      <p key={field} className={className} role="status">
        {text('products.variants.gap', {
          field: text.named(`field.variants.${field}`, {}, field),
          n: variants.length,
          all: product.variants.length,
          which: `${variants.slice(0, namedMax).map(nameOf).join(', ')}${variants.length > namedMax ? ', …' : ''}`,
        })}
      </p>
    ));
}
