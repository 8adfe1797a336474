import { marginLeft, type SellingCosts, spentOn } from '@bowerbird/catalog/pricing/selling-price';
import type { Variant } from '@bowerbird/catalog/product';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useKeptCosts } from '../calculator/costs.ts';

const costAlone: SellingCosts = { commission: '0', shipping: [] };

/** What the price in a store leaves after cost, and after the shipping and commission entered in the price calculator. */
export function MarginFigure({ variant }: { variant: Variant }) {
  const text = useText();
  const format = useFormat();
  const { edit } = useKeptCosts();
  const costs = edit ?? costAlone;
  const found = spentOn(variant, costs);
  const unknown = 'unknown' in found ? found.unknown : null;
  const margin =
    variant.price === null || 'unknown' in found
      ? null
      : marginLeft(variant.price, found.spent, costs.commission);
  const why =
    unknown === null ? undefined : text(unknown === 'cost' ? 'calculator.noCost' : 'calculator.noShipping');
  return (
    <span
      data-column={text('products.inStores.column.margin')}
      className={
        margin !== null && Number(margin) <= 0 ? 'in-stores-margin num tone-red' : 'in-stores-margin num'
      }
      title={why}
    >
      {margin === null ? '—' : format.percent(Number(margin) / 100, 1)}
    </span>
  );
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
