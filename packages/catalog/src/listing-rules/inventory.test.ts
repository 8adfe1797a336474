import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mug, variant } from '../testing/products.ts';
import { applyRules } from './apply.ts';
import { InventoryRule, inventoryOf } from './inventory.ts';
import { ListingRules } from './rules.ts';

const rule = (given: object) => InventoryRule.parse(given);

describe('the inventory in a store', () => {
  it('is what is reported when it is unknown, but never for what is sold out', () => {
    expect(inventoryOf({ stock: null, available: null }, rule({ whenUnknown: 20 })).stock).toBe(20);
    expect(inventoryOf({ stock: null, available: true }, rule({ whenUnknown: 20 })).stock).toBe(20);
    expect(inventoryOf({ stock: null, available: false }, rule({ whenUnknown: 20 })).stock).toBeNull();
    expect(inventoryOf({ stock: null, available: null }, rule({ safety: 3 })).stock).toBeNull();
    expect(inventoryOf({ stock: 0, available: null }, rule({ whenUnknown: 20 })).stock).toBe(0);
  });

  it('keeps the safety stock back, never more than there is, and never invents any', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 5000 }), fc.nat({ max: 5000 }), (stock, safety) => {
        const there = inventoryOf({ stock, available: null }, rule({ safety })).stock ?? Number.NaN;

        expect(there).toBeLessThanOrEqual(stock);
        expect(there).toBe(stock <= 0 ? stock : Math.max(0, stock - safety));
      }),
    );
  });

  it('is explained step by step, and a default is not reduced by the safety stock', () => {
    const product = {
      ...mug,
      variants: [
        variant('v1', ['Blue', 'S'], { stock: 5 }),
        variant('v2', ['Blue', 'L'], { stock: 2 }),
        variant('v3', ['White', 'S']),
      ],
    };

    const { product: ruled, trace } = applyRules(
      product,
      ListingRules.parse({ inventory: { whenUnknown: 10, safety: 3 } }),
    );

    expect(ruled.variants.map(({ stock }) => stock)).toEqual([2, 0, 10]);
    expect(trace[0]).toEqual({
      path: 'variants.0.stock',
      before: '5',
      after: '2',
      steps: [
        { kind: 'inventory', values: {}, result: '5' },
        { kind: 'safety-stock', values: { n: '3' }, result: '2' },
      ],
    });
  });
});
