import type { Exchange } from '@bowerbird/catalog/pricing/exchange';
import { Button, Checkbox, Input } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { decimalOf } from '../../../lib/text/typed-decimal.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid } from '../../../ui/layout/box.tsx';

interface RulesExchangeProps {
  exchange: Exchange | null;
  onExchange(exchange: Exchange | null): void;
  /** The currency of the product shown, and of the store; null if unknown. */
  own: string | null;
  theirs: string | null;
}

/** Converts amounts into the store's currency, at dated exchange rates. */
export function RulesExchange({ exchange, onExchange, own, theirs }: RulesExchangeProps) {
  const text = useText();
  const today = new Date().toISOString().slice(0, 10);
  const fresh = { from: own !== theirs && own !== null ? own : 'CNY', rate: '1', date: today };
  return (
    <>
      <Checkbox
        checked={exchange !== null}
        onChange={({ target }) =>
          onExchange(target.checked ? { to: theirs ?? 'USD', rates: [fresh], unknown: null } : null)
        }
      >
        {text('listing.exchange')}
      </Checkbox>
      {exchange !== null && (
        <Grid gap={8}>
          {exchange.rates.map((rate, at) => {
            const change = (part: Partial<typeof rate>) =>
              onExchange({
                ...exchange,
                rates: exchange.rates.map((each, index) => (index === at ? { ...each, ...part } : each)),
              });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rate is what stands at its place.
              <div key={at} className="rules-line">
                <span>1</span>
                <Input
                  className="rules-code"
                  aria-label={text('listing.exchange.from')}
                  maxLength={3}
                  status={/^[A-Z]{3}$/.test(rate.from) ? '' : 'error'}
                  value={rate.from}
                  onChange={({ target }) => change({ from: target.value.toUpperCase() })}
                />
                <span>=</span>
                <Input
                  className="rules-number"
                  aria-label={text('listing.exchange.rate')}
                  inputMode="decimal"
                  status={/^\d{1,6}(\.\d{1,8})?$/.test(rate.rate) ? '' : 'error'}
                  value={rate.rate}
                  onChange={({ target }) => change({ rate: decimalOf(target.value), date: today })}
                />
                <Input
                  className="rules-code"
                  aria-label={text('listing.exchange.to')}
                  maxLength={3}
                  status={/^[A-Z]{3}$/.test(exchange.to) ? '' : 'error'}
                  value={exchange.to}
                  onChange={({ target }) => onExchange({ ...exchange, to: target.value.toUpperCase() })}
                />
                <Input
                  className="rules-date"
                  type="date"
                  aria-label={text('listing.exchange.date')}
                  max={today}
                  value={rate.date}
                  onChange={({ target }) => change({ date: target.value })}
                />
                {exchange.rates.length > 1 && (
                  <Button
                    type="text"
                    aria-label={text('listing.exchange.remove', { code: rate.from })}
                    icon={<Icon name="close" size={14} />}
                    onClick={() =>
                      onExchange({ ...exchange, rates: exchange.rates.filter((_, index) => index !== at) })
                    }
                  />
                )}
              </div>
            );
          })}
          <button
            type="button"
            className="link-button"
            onClick={() => onExchange({ ...exchange, rates: [...exchange.rates, fresh] })}
          >
            {text('listing.exchange.add')}
          </button>
        </Grid>
      )}
    </>
  );
}
