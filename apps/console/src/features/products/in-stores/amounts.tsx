import type { OwnPath } from '@bowerbird/catalog/own-values/own-cells';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { decimalFrom } from '../../../lib/text/entered.ts';
import { useText } from '../../../lib/text/text.ts';
import { MarginFigure } from './margin-figure.tsx';
import { OwnCell } from './own-cell.tsx';

interface AmountsProps {
  variant: Variant;
  store: string;
  /** The product as this store gets it, and as it would by the rules alone. */
  here: Product;
  ruled: Product;
  own: NonNullable<Product['inStores']>[string] | undefined;
  cell(path: OwnPath): { path: string; isOwn: boolean; changed: boolean; readOnly: boolean; onReset(): void };
  set(path: OwnPath, value: unknown): void;
}

/** Price, compare-at price and margin of one variant in one store. */
export function Amounts({ variant, store, here, ruled, own, cell, set }: AmountsProps) {
  const text = useText();
  const { id } = variant;
  const byRules = ruled.variants.find((each) => each.id === id);
  const enter = (field: 'prices' | 'compareAtPrices', typed: string) => {
    const amount = decimalFrom(typed);
    const isNone = field === 'compareAtPrices' && /^0+(\.0*)?$/.test(amount);
    set([field, id], amount === '' ? undefined : { amount: isNone ? null : amount, currency: here.currency });
  };
  const label = (column: 'price' | 'compareAt') => ({
    column: text(`products.inStores.column.${column}`),
    name: [
      text('products.inStores.cell', { cell: text(`products.inStores.column.${column}`), store }),
      ...variant.optionValues,
    ].join(' '),
  });
  return (
    <>
      <OwnCell
        {...cell(['prices', id])}
        {...label('price')}
        isAmount
        value={own?.prices?.[id]?.amount ?? null}
        ruled={byRules?.price ?? ''}
        onEnter={(typed) => enter('prices', typed)}
      />
      <OwnCell
        {...cell(['compareAtPrices', id])}
        {...label('compareAt')}
        isAmount
        value={own?.compareAtPrices?.[id] === undefined ? null : (own.compareAtPrices[id]?.amount ?? '0')}
        ruled={byRules?.compareAtPrice ?? ''}
        onEnter={(typed) => enter('compareAtPrices', typed)}
      />
      <MarginFigure variant={variant} />
    </>
  );
}
