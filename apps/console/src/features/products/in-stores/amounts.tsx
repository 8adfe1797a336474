import { type OwnAmount, type OwnPath, ownValueAt } from '@bowerbird/catalog/own-values/own-cells';
import { comparePrices } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { decimalFrom } from '../../../lib/text/entered.ts';
import { useText } from '../../../lib/text/text.ts';
import { MarginFigure } from './margin-figure.tsx';
import { OwnCell } from './own-cell.tsx';

export interface OwnPlace {
  isOwn: boolean;
  /** Changed and not saved yet. */
  changed: boolean;
}

interface AmountsProps {
  /** One variant, or all of them at once. */
  variants: readonly Variant[];
  shopId: string;
  store: string;
  product: Product;
  /** The product as this store would get it by the rules alone. */
  ruled: Product;
  readOnly: boolean;
  at(path: OwnPath): OwnPlace;
  set(values: readonly (readonly [OwnPath, unknown])[]): void;
}

/** Price, compare-at price and margin in one store: of one variant, or of all, which then get the same amount. */
export function Amounts({ variants, shopId, store, product, ruled, readOnly, at, set }: AmountsProps) {
  const text = useText();
  const ids = variants.map(({ id }) => id);
  const currency = ruled.currency;
  const byRules = ruled.variants.filter(({ id }) => ids.includes(id));
  const amountOf = (field: OwnAmount, id: string): string | null => {
    const own = ownValueAt(product, shopId, [field, id]);
    return typeof own === 'object' && own !== null && 'amount' in own ? String(own.amount ?? '0') : null;
  };
  const enter = (field: OwnAmount, typed: string) => {
    const amount = decimalFrom(typed);
    const isNone = field === 'compareAtPrices' && /^0+(\.0*)?$/.test(amount);
    const value = amount === '' ? undefined : { amount: isNone ? null : amount, currency };
    set(ids.map((id) => [[field, id], value]));
  };
  const cell = (
    field: OwnAmount,
    column: 'price' | 'compareAt',
    given: (variant: Variant) => string | null,
  ) => {
    const places = ids.map((id) => at([field, id]));
    const own = ids.map((id) => amountOf(field, id));
    const isSame = own.every((each) => each === own[0]);
    const label = text(`products.inStores.column.${column}`);
    const [only] = ids.length === 1 ? variants : [];
    return {
      path: ['inStores', shopId, field, ids[places.findIndex((place) => place.isOwn)] ?? ids[0]].join('/'),
      column: label,
      name: [text('products.inStores.cell', { cell: label, store }), ...(only?.optionValues ?? [])].join(' '),
      isOwn: places.some((place) => place.isOwn),
      changed: places.some((place) => place.changed),
      readOnly,
      isAmount: true,
      value: isSame ? (own[0] ?? null) : null,
      // Where the variants differ, an empty field shows from where to where they reach.
      shown: isSame ? null : rangeOf(variants.map(given)),
      ruled: rangeOf(byRules.map(given)),
      onEnter: (typed: string) => enter(field, typed),
      onReset: () => set(ids.map((id) => [[field, id], undefined])),
    };
  };
  return (
    <>
      <OwnCell {...cell('prices', 'price', ({ price }) => price)} />
      <OwnCell {...cell('compareAtPrices', 'compareAt', ({ compareAtPrice }) => compareAtPrice)} />
      <MarginFigure variants={variants} />
    </>
  );
}

/** Returns the lowest and the highest of amounts, "55.90–66.90"; one where they are the same, '' for none. */
function rangeOf(amounts: readonly (string | null)[]): string {
  const known = amounts.flatMap((amount) => amount ?? []).toSorted(comparePrices);
  const [low = '', high = low] = [known[0], known.at(-1)];
  return low === high ? low : `${low}–${high}`;
}
