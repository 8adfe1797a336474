import type { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import { overlap, type PriceRange, sellsAtCost } from '@bowerbird/catalog/pricing/ranges';
import type { Store } from '@bowerbird/contract/listing/stores';
import { Input, Select } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { decimalOf } from '../../../lib/text/typed-decimal.ts';
import { PriceRanges } from '../../../ui/form/claim/price-ranges.tsx';
import { RulesExchange } from './rules-exchange.tsx';
import type { RulesPartProps } from './rules-section.tsx';
import { RulesSection } from './rules-section.tsx';

const roundings = ['cents', 'integer', '0.00', '.99', '.95', '.90'] as const;
const directions = ['nearest', 'up', 'down'] as const;
const whole: PriceRange = { from: '0', to: null, times: '1', plus: '0', minimum: null };

interface RulesPriceProps extends RulesPartProps {
  store: Store;
  /** The factor on the cost with which the selected products were claimed; null if there is none. */
  claimFactor: string | null;
}

/** How prices are calculated: base, ranges, exchange rate, rounding. */
export function RulesPrice({ rules, onRules, reported, store, claimFactor }: RulesPriceProps) {
  const text = useText();
  const { pricing } = rules;
  const change = (part: Partial<ListingRules['pricing']>) =>
    onRules({ ...rules, pricing: { ...pricing, ...part } });
  const kind = pricing.ranges.length === 0 ? 'keep' : pricing.from;
  const { compareAt, rounding } = pricing;
  return (
    <RulesSection
      title={text('listing.rules.price')}
      reported={reported}
      of={/^variants\.0\.(price|compareAtPrice)$/}
    >
      <div className="rules-line">
        <Select<'keep' | 'cost' | 'price'>
          aria-label={text('listing.rules.price')}
          value={kind}
          popupMatchSelectWidth={false}
          onChange={(value) => {
            const held = pricing.ranges.length > 0 ? pricing.ranges : [whole];
            // When calculating from the cost, the factor is that of the claim, or must be typed: by default nothing is
            // sold at cost.
            const ranges =
              value === 'cost'
                ? held.map((range) => (sellsAtCost(range) ? { ...range, times: claimFactor ?? '' } : range))
                : held.map((range) => (range.times === '' ? { ...range, times: '1' } : range));
            change(value === 'keep' ? { ranges: [] } : { from: value, ranges });
          }}
          options={(['keep', 'cost', 'price'] as const).map((value) => ({
            value,
            label: text(`listing.rules.price.${value}`),
          }))}
        />
      </div>
      {kind !== 'keep' && (
        <PriceRanges
          ranges={pricing.ranges}
          onRanges={(ranges) => change({ ranges })}
          bad={overlapOf(pricing.ranges)}
        />
      )}
      {kind === 'cost' && <CostNotes ranges={pricing.ranges} claimFactor={claimFactor} />}
      <div className="rules-line">
        <span className="rules-word">{text('listing.rules.rounding')}</span>
        <Select
          aria-label={text('listing.rules.rounding')}
          value={rounding.to}
          popupMatchSelectWidth={false}
          onChange={(to) => change({ rounding: { ...rounding, to } })}
          options={roundings.map((value) => ({ value, label: text(`listing.rounding.${value}`) }))}
        />
        <Select
          aria-label={text('listing.rules.direction')}
          value={rounding.direction}
          popupMatchSelectWidth={false}
          onChange={(direction) => change({ rounding: { ...rounding, direction } })}
          options={directions.map((value) => ({ value, label: text(`listing.rules.direction.${value}`) }))}
        />
      </div>
      <div className="rules-line">
        <span className="rules-word">{text('listing.rules.compareAt')}</span>
        <Select
          aria-label={text('listing.rules.compareAt')}
          value={compareAt.kind}
          popupMatchSelectWidth={false}
          onChange={(value) => change({ compareAt: compareAtOf(value) })}
          options={(['keep', 'clear', 'above', 'ranges'] as const).map((value) => ({
            value,
            label: text(`listing.rules.compareAt.${value}`),
          }))}
        />
        {compareAt.kind === 'above' && (
          <Input
            className="rules-number"
            aria-label={text('listing.rules.percent')}
            inputMode="decimal"
            suffix="%"
            value={compareAt.percent}
            onChange={({ target }) =>
              change({ compareAt: { kind: 'above', percent: decimalOf(target.value) } })
            }
          />
        )}
      </div>
      {compareAt.kind === 'ranges' && (
        <PriceRanges
          ranges={compareAt.ranges}
          onRanges={(ranges) => change({ compareAt: { kind: 'ranges', ranges } })}
          bad={overlapOf(compareAt.ranges)}
        />
      )}
      <RulesExchange
        exchange={pricing.exchange}
        onExchange={(exchange) => change({ exchange })}
        own={reported?.before.currency ?? null}
        theirs={store.currency}
      />
    </RulesSection>
  );
}

/** What a merchant must know about prices calculated from the cost. */
function CostNotes({ ranges, claimFactor }: { ranges: PriceRange[]; claimFactor: string | null }) {
  const text = useText();
  const empty = ranges.some(({ times }) => times === '');
  return (
    <>
      {empty && (
        <p className="field-error" role="alert">
          {text('listing.rules.cost.factor')}
        </p>
      )}
      {ranges.some(sellsAtCost) && (
        <p className="field-error" role="alert">
          {text('listing.rules.cost.noMargin')}
        </p>
      )}
      {claimFactor !== null && ranges.some(({ times }) => times === claimFactor) && (
        <p className="caption">{text('listing.rules.cost.claimed', { by: claimFactor })}</p>
      )}
      <p className="caption">{text('listing.rules.cost.without')}</p>
    </>
  );
}

function compareAtOf(
  kind: ListingRules['pricing']['compareAt']['kind'],
): ListingRules['pricing']['compareAt'] {
  switch (kind) {
    case 'above':
      return { kind, percent: '25' };
    case 'ranges':
      return { kind, ranges: [{ ...whole, times: '1.5' }] };
    default:
      return { kind };
  }
}

/** Reports whether two ranges apply to the same amount; invalid input is reported at its field. */
function overlapOf(ranges: readonly PriceRange[]): boolean {
  const readable = ranges.every(({ from, to }) => isAmount(from) && (to === null || isAmount(to)));
  return readable && overlap(ranges) !== null;
}

function isAmount(typed: string): boolean {
  return /^\d{1,12}(\.\d{1,4})?$/.test(typed);
}
