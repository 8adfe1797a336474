import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { lister } from './lister.ts';
import { lamp, withoutImages } from './testing.ts';

const shop = { maximumVariants: 500, maximumOptions: 3, currency: 'USD' };
const options = ['A', 'B', 'C', 'D'].map((name) => ({ name, values: ['1'] }));
const [variant] = lamp.variants;
const only = (changes: Partial<Product>): Product => ({ ...lamp, ...changes });

describe('what a Shopyy shop would make of a product', () => {
  const cases: [string, Product, object][] = [
    ['a product without a picture', withoutImages, { kind: 'refused', code: 'fit.image-missing' }],
    ['four options', only({ options }), { kind: 'refused', code: 'store.too-many-options' }],
    [
      'a title that is too long',
      only({ title: 'x'.repeat(251) }),
      { kind: 'refused', code: 'fit.too-long', params: { field: 'title', n: 251, max: 250 } },
    ],
    [
      'prices finer than cents',
      only({ variants: lamp.variants.map((each) => ({ ...each, price: '1.2345' })) }),
      { kind: 'cut', code: 'fit.prices-rounded', params: { n: 2, max: 2 } },
    ],
    [
      'stock that is known of one variant only',
      only({ variants: lamp.variants.map((each, at) => ({ ...each, stock: at === 0 ? 3 : null })) }),
      { kind: 'lost', code: 'fit.stock-uncounted', params: { n: 1 } },
    ],
    [
      'two variants that are the same',
      only({ variants: variant ? [variant, { ...variant, id: 'v2' }] : [] }),
      { kind: 'refused', code: 'fit.variants-similar' },
    ],
    [
      'another currency',
      only({ currency: 'EUR' }),
      { kind: 'cut', code: 'fit.currency-differs', params: { from: 'EUR', to: 'USD' } },
    ],
  ];
  it.each(cases)('tells of %s', (_, product, fit) => {
    expect(lister.planner.fit(product, shop)).toEqual([expect.objectContaining(fit)]);
  });

  it('has nothing to say of a product that goes as it is', () => {
    expect(lister.planner.fit(lamp, shop)).toEqual([]);
  });
});
