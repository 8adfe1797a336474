import { describe, expect, it } from 'vitest';
import { applyEdits, type Edit } from '../edits/edit.ts';
import { applyRules } from '../listing-rules/apply.ts';
import { repair } from '../listing-rules/remedies.ts';
import { ListingRules } from '../listing-rules/rules.ts';
import { carryUnstated } from '../merge/carry-unstated.ts';
import type { Product } from '../product.ts';
import { mug, variant } from '../testing/products.ts';

const unpriced: Product = {
  ...mug,
  variants: [
    variant('v1', ['Blue', 'S'], { price: null, cost: '4.50' }),
    variant('v2', ['Blue', 'L'], { price: null }),
    variant('v3', ['White', 'S'], { price: '11.00' }),
  ],
};
const pricesOf = ({ variants }: Product) => variants.map(({ price }) => price);
const ruled = (pricing: object) => applyRules(unpriced, ListingRules.parse({ pricing })).product;

describe('a variant without a price', () => {
  it.each<[string, Edit, (string | null)[]]>([
    ['multiplied', { kind: 'multiply-price', by: '2' }, [null, null, '22.00']],
    ['raised', { kind: 'add-to-price', amount: '5' }, [null, null, '16.00']],
    ['rounded', { kind: 'round-price', ending: { to: '.99' } }, [null, null, '10.99']],
    ['reckoned from a cost', { kind: 'price-from-cost', by: '2' }, ['9.00', null, '22.00']],
    ['set', { kind: 'set-price', price: '8.00' }, ['8.00', '8.00', '8.00']],
    ['taken away', { kind: 'set-price', price: null }, [null, null, null]],
  ])('gets none out of nothing when prices are %s', (_, edit, expected) => {
    expect(pricesOf(applyEdits(unpriced, [edit]))).toEqual(expected);
  });

  it('gets a price by rules that start from its cost, and by no others', () => {
    const ranges = [{ from: '0', to: null, times: '3' }];

    expect(pricesOf(ruled({ from: 'cost', ranges }))).toEqual(['13.50', null, '33.00']);
    expect(pricesOf(ruled({ from: 'price', ranges }))).toEqual([null, null, '33.00']);
    expect(pricesOf(ruled({ rounding: { to: '.99', direction: 'up' } }))).toEqual([null, null, '11.99']);
  });

  it('has no compare-at price made for it', () => {
    const { variants } = ruled({ compareAt: { kind: 'above', percent: '25' } });

    expect(variants.map(({ compareAtPrice }) => compareAtPrice)).toEqual([null, null, '13.75']);
  });

  it('stays out where the merchant wants unpriced variants dropped, and keeps the others', () => {
    expect(pricesOf(repair(unpriced, { code: 'listing.price-missing', params: {} }))).toEqual(['11.00']);
  });

  it('has no price again once its source gives none any more', () => {
    const { snapshot } = carryUnstated(mug, unpriced);

    expect(pricesOf(snapshot)).toEqual([null, null, '11.00']);
  });
});
