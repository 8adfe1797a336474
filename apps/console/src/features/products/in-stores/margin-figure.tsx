import {
  marginLeft,
  type SellingCosts,
  spentOn,
  type Unknown,
} from '@bowerbird/catalog/pricing/selling-price';
import type { Variant } from '@bowerbird/catalog/product';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useKeptCosts } from '../calculator/costs.ts';

const costAlone: SellingCosts = { commission: '0', shipping: [] };

/** The least that the prices of these variants leave after cost, and after the shipping and commission entered in the price calculator. */
export function MarginFigure({ variants }: { variants: readonly Variant[] }) {
  const text = useText();
  const format = useFormat();
  const { edit } = useKeptCosts();
  const costs = edit ?? costAlone;
  const left = variants.map((variant) => marginOf(variant, costs));
  const [lowest] = left.flatMap(({ margin }) => margin ?? []).toSorted((one, other) => one - other);
  const unknown = left.find((each) => each.unknown !== null)?.unknown ?? null;
  const why =
    unknown === null ? undefined : text(unknown === 'cost' ? 'calculator.noCost' : 'calculator.noShipping');
  return (
    <span
      data-column={text('products.inStores.column.margin')}
      className={
        lowest !== undefined && lowest <= 0 ? 'in-stores-margin num tone-red' : 'in-stores-margin num'
      }
      title={why}
    >
      {lowest === undefined ? '—' : format.percent(lowest / 100, 1)}
    </span>
  );
}

function marginOf(variant: Variant, costs: SellingCosts): { margin: number | null; unknown: Unknown | null } {
  const found = spentOn(variant, costs);
  if ('unknown' in found) {
    return { margin: null, unknown: found.unknown };
  }
  const margin = variant.price === null ? null : marginLeft(variant.price, found.spent, costs.commission);
  return { margin: margin === null ? null : Number(margin), unknown: null };
}

/** Says which costs the margins take off, where the price calculator has any besides the cost. */
export function MarginNote() {
  const text = useText();
  const { edit } = useKeptCosts();
  if (
    edit === null ||
    (Number(edit.commission) === 0 && edit.shipping.length === 0 && edit.rate === undefined)
  ) {
    return null;
  }
  return text('products.inStores.marginNote', {
    commission: edit.commission,
    shipping: edit.shipping.length > 0 ? 'yes' : 'no',
  });
}
