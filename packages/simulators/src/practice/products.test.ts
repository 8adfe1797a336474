import { describe, expect, it } from 'vitest';
import { newInCount, practiceCategories } from './categories.ts';
import { indexOfHandle } from './good-text.ts';
import { drawImage } from './images.ts';
import { goodAt, namedProducts } from './products.ts';

const named = Array.from({ length: namedProducts }, (_, index) => goodAt(1, index));

describe('the practice catalogue', () => {
  it('has some 500 products, each with a title and handle of its own', () => {
    expect(namedProducts).toBe(504);
    expect(new Set(named.map((good) => good.title)).size).toBe(namedProducts);
    expect(new Set(named.map((good) => good.handle)).size).toBe(namedProducts);
  });

  it('finds a good again by its handle, far beyond the named ones too', () => {
    for (const index of [0, 17, 503, 504, 1007, 49_999]) {
      expect(indexOfHandle(goodAt(1, index).handle)).toBe(index);
    }
    expect(indexOfHandle('no-such-good')).toBeNull();
  });

  it('makes the same good again, and another one with another seed', () => {
    expect(goodAt(7, 40)).toEqual(goodAt(7, 40));
    expect(named.some((good, index) => goodAt(2, index).variants[0]?.cents !== good.variants[0]?.cents)).toBe(
      true,
    );
  });

  it('has 1 to 12 variants, every one with its own choice and an image', () => {
    for (const good of named) {
      expect(good.variants.length).toBeGreaterThanOrEqual(1);
      expect(good.variants.length).toBeLessThanOrEqual(12);
      expect(new Set(good.variants.map((variant) => variant.optionValues.join('/'))).size).toBe(
        good.variants.length,
      );
      expect(good.variants.every((variant) => good.images[variant.image] && variant.cents > 0)).toBe(true);
    }
    expect(named.some((good) => good.options.length === 0)).toBe(true);
    expect(named.some((good) => good.options.length === 2)).toBe(true);
  });

  it('bears codes that a spreadsheet would spoil', () => {
    const skus = named.flatMap((good) => good.variants.map((variant) => variant.sku));

    expect(skus).toEqual(expect.arrayContaining(['0017', '90.750', '1e10', null]));
  });

  it('draws every image it names, and none that it does not', () => {
    for (const image of named.flatMap((good) => good.images)) {
      expect(drawImage(image.name)).toMatch(/^<svg [^>]*width="1200"/);
    }
    expect(drawImage('mug-cobalt-mist-inside.svg')).toBeNull();
    expect(drawImage('constructor-cobalt-mist-front.svg')).toBeNull();
  });

  it('leaves no colour mark unfilled in a drawing', () => {
    for (const image of named.flatMap((good) => good.images)) {
      expect(drawImage(image.name)).not.toMatch(/[{}]|NaN|undefined/);
    }
  });

  it('shows exactly 24 products in "New in" and some in every other category', () => {
    for (const category of practiceCategories) {
      const count = named.filter((good) => category.has(good.index, 1)).length;
      expect(category.handle === 'new-in' ? count === newInCount : count > 10).toBe(true);
    }
  });
});
