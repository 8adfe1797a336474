import { comparePrices } from '@bowerbird/catalog/pricing/price';
import { useText } from '../../../lib/text/text.ts';
import { Text } from '../../../ui/text/text.tsx';

interface MarginChangeProps {
  /** Whole percent; null if no cost is known. */
  before: string | null;
  after: string | null;
}

/** Margin before and after a store's rules: "64 % → 0 %", red if nothing is left. */
export function MarginChange({ before, after }: MarginChangeProps) {
  const text = useText();
  if (after === null) {
    return (
      <Text className="tone-amber" nowrap>
        {text('listing.margin.unknown')}
      </Text>
    );
  }
  const tone = comparePrices(after, '0') <= 0 ? 'tone-red' : '';
  return (
    <Text className={`num ${tone}`} nowrap>
      {before === null || before === after
        ? text('listing.margin', { after: Number(after) })
        : text('listing.margin.change', { before: Number(before), after: Number(after) })}
    </Text>
  );
}
