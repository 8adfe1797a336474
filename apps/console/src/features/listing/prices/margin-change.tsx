import { comparePrices } from '@bowerbird/catalog/price';
import { useText } from '../../../lib/text.ts';

interface MarginChangeProps {
  /** Whole percent; null if no cost is known. */
  before: string | null;
  after: string | null;
}

/** Margin before and after a store's rules: "64 % → 0 %", red if nothing is left. */
export function MarginChange({ before, after }: MarginChangeProps) {
  const text = useText();
  if (after === null) {
    return <span className="margin-change tone-amber">{text('listing.margin.unknown')}</span>;
  }
  const tone = comparePrices(after, '0') <= 0 ? 'tone-red' : '';
  return (
    <span className={`margin-change num ${tone}`}>
      {before === null || before === after
        ? text('listing.margin', { after: Number(after) })
        : text('listing.margin.change', { before: Number(before), after: Number(after) })}
    </span>
  );
}
