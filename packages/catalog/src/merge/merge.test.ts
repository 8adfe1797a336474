import { describe, expect, it } from 'vitest';
import { mug } from '../testing/products.ts';
import { mergeProducts } from './merge.ts';

const withPrice = (product: typeof mug, at: number, price: string) => ({
  ...product,
  variants: product.variants.map((variant, index) => (index === at ? { ...variant, price } : variant)),
});

describe('two people in one product', () => {
  it('takes what each changed alone', () => {
    const mine = { ...mug, title: 'My mug' };
    const theirs = { ...mug, tags: ['sale'] };

    const merged = mergeProducts(mug, mine, theirs);

    expect(merged).toMatchObject({ conflicts: [], mine: ['title'], theirs: ['tags'] });
    expect(merged.product).toEqual({ ...mug, title: 'My mug', tags: ['sale'] });
  });

  it('joins prices of different variants without a question', () => {
    const merged = mergeProducts(mug, withPrice(mug, 0, '20.00'), withPrice(mug, 2, '30.00'));

    expect(merged.conflicts).toEqual([]);
    expect(merged.product.variants.map(({ price }) => price)).toEqual(['20.00', '15.00', '30.00']);
  });

  it('asks where both changed the same, and obeys the answer', () => {
    const mine = { ...withPrice(mug, 0, '20.00'), title: 'Mine' };
    const theirs = { ...withPrice(mug, 0, '30.00'), title: 'Theirs' };

    const merged = mergeProducts(mug, mine, theirs, { title: 'theirs', variants: 'mine' });

    expect(merged.conflicts.map(({ key }) => key)).toEqual(['title', 'variants']);
    expect(merged.product.title).toBe('Theirs');
    expect(merged.product.variants[0]?.price).toBe('20.00');
  });

  it('never makes a product of options from one side and variants from the other', () => {
    const mine = {
      ...mug,
      options: [{ name: 'Colour', values: ['Blue', 'White'] }],
      variants: mug.variants
        .filter(({ optionValues }) => optionValues[1] === 'S')
        .map((variant) => ({ ...variant, optionValues: variant.optionValues.slice(0, 1) })),
    };
    const theirs = withPrice(mug, 1, '99.00');

    const kept = mergeProducts(mug, mine, theirs, { variants: 'mine' });
    const taken = mergeProducts(mug, mine, theirs, { variants: 'theirs' });

    expect(kept.conflicts).toEqual([{ key: 'variants', fields: ['options', 'variants'] }]);
    expect(kept.product.variants).toEqual(mine.variants);
    expect([taken.product.options, taken.product.variants]).toEqual([theirs.options, theirs.variants]);
  });
});
