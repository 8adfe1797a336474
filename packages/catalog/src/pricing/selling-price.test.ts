import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPrices, comparePrices, multiplyPrice } from './price.ts';
import { marginLeft, type SellingCosts, sellingPrice, spentOn } from './selling-price.ts';

const costs: SellingCosts = {
  commission: '15',
  rate: '0.14',
  rateDate: '2026-11-20',
  shipping: [
    { upTo: '500', price: '4.20' },
    { upTo: '1000', price: '7.50' },
  ],
};

describe('the price calculator', () => {
  it('adds the cost at the rate and the shipping of the weight, and leaves the margin after the commission', () => {
    const spent = spentOn({ cost: '50', weight: { value: '0.5', unit: 'kg' } }, costs);

    expect(spent).toEqual({ spent: '11.20' });
    // 11.20 of 35 %: 32 of which 4.80 is commission and 16 margin.
    expect(sellingPrice('11.20', '15', '50')).toBe('32.000000000000');
    expect(marginLeft('32', '11.20', '15')).toBe('50.00');
  });

  it('takes the first weight that is enough, in any unit, and says what is not known', () => {
    const at = (value: string, unit: 'g' | 'lb') => spentOn({ cost: '0', weight: { value, unit } }, costs);

    expect([at('500', 'g'), at('500.0001', 'g'), at('1', 'lb')]).toEqual([
      { spent: '4.20' },
      { spent: '7.50' },
      { spent: '4.20' },
    ]);
    expect(at('1000.1', 'g')).toEqual({ unknown: 'shipping' });
    expect(spentOn({ cost: '1', weight: null }, costs)).toEqual({ unknown: 'shipping' });
    expect(spentOn({ cost: null, weight: null }, costs)).toEqual({ unknown: 'cost' });
    expect(spentOn({ cost: '1', weight: null }, { commission: '0', shipping: [] })).toEqual({ spent: '1' });
  });

  it('has no price when commission and margin are all of it, and a loss below zero', () => {
    expect(sellingPrice('10', '40', '60')).toBeNull();
    expect(sellingPrice('10', '40', '61')).toBeNull();
    expect(marginLeft('10', '12', '0')).toBe('-20.00');
    expect(marginLeft('0', '12', '0')).toBeNull();
  });

  it('gives the margin back from the price, whatever the costs', () => {
    const percent = fc
      .integer({ min: 0, max: 480 })
      .map((tenth) => `${Math.floor(tenth / 10)}.${tenth % 10}`);
    const amount = fc
      .integer({ min: 1, max: 10_000_000 })
      .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
    fc.assert(
      fc.property(amount, percent, percent, (spent, commission, margin) => {
        const price = sellingPrice(spent, commission, margin) ?? '0';
        const back = marginLeft(price, spent, commission) ?? '';
        const off = addPrices(back, multiplyPrice(margin, '-1'));
        expect(comparePrices(off.replace('-', ''), '0.01')).toBeLessThanOrEqual(0);
      }),
    );
  });
});
