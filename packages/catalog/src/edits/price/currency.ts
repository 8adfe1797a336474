import { z } from 'zod/mini';
import { withFields } from '../../merge/same.ts';
import { Factor } from '../../pricing/amounts.ts';
import { currencyAfter, rateFor } from '../../pricing/exchange.ts';
import { roundMoney } from '../../pricing/money.ts';
import { multiplyPrice } from '../../pricing/price.ts';
import { Ending, type Rounding } from '../../pricing/rounding.ts';
import { Currency, Price, type Product } from '../../product.ts';
import { productEdit, type Scope } from '../kind.ts';

const Rate = Factor.check(z.refine((rate) => Number(rate) > 0, 'The rate is zero'));

/** The rates of a day; `unknown` is the currency assumed where a product has none. */
const DatedRates = z.strictObject({
  to: Currency,
  rates: z
    .array(z.strictObject({ from: Currency, rate: Rate, date: z.iso.date() }))
    .check(z.minLength(1), z.maxLength(30)),
  unknown: z.nullable(Currency),
});

const toCents: Rounding = { to: 'cents', direction: 'nearest' };

/**
 * Converts every amount of the product and sets its currency. The ending is for prices; other amounts are rounded to the
 * smallest coin. A product already in that currency is not changed.
 */
export const convertCurrency = productEdit(
  z.strictObject({ kind: z.literal('convert-currency'), exchange: DatedRates, ending: z.optional(Ending) }),
  (product, { exchange, ending }, scope) => {
    const currency = currencyAfter(exchange, product.currency);
    const rate = rateFor(exchange, product.currency);
    if (rate === null) {
      if (currency !== exchange.to) {
        scope.refuse('no-exchange-rate', { currency: product.currency ?? '' });
        return product;
      }
      return withFields(product, { currency });
    }
    const rounding: Rounding = ending ? { to: ending.to, direction: ending.direction ?? 'nearest' } : toCents;
    return converted(product, { rate: rate.rate, currency: rate.to, rounding, scope });
  },
);

interface Conversion {
  rate: string;
  currency: string;
  rounding: Rounding;
  scope: Scope;
}

function converted(product: Product, { rate, currency, rounding, scope }: Conversion): Product {
  let isPossible = true;
  const amount = (given: string | null, to: Rounding) => {
    if (given === null) {
      return null;
    }
    const result = roundMoney(multiplyPrice(given, rate), to, currency);
    if (!Price.safeParse(result).success) {
      isPossible = false;
      scope.refuse('price-too-large', { result });
    }
    return result;
  };
  const variants = product.variants.map((variant) => ({
    ...variant,
    price: amount(variant.price, rounding),
    compareAtPrice: amount(variant.compareAtPrice, rounding),
    cost: amount(variant.cost, toCents),
  }));
  const priceTiers = product.priceTiers.map((tier) => ({
    ...tier,
    price: amount(tier.price, rounding) ?? tier.price,
  }));
  return isPossible ? withFields(product, { variants, priceTiers, currency }) : product;
}
