import { structureIssues } from '@bowerbird/catalog/invariants/invariants';
import { mug } from '@bowerbird/catalog/testing/products';
import { describe, expect, it } from 'vitest';
import { filledDown, withBlock, withVariantCell } from './variant-columns.ts';
import { addOptionValue, goneWithOption, removeOptionValue } from './variant-sets.ts';

describe('options', () => {
  it('reports how many variants go with an option', () => {
    // Blue S, Blue L and White S: without the size, the two blue ones become one.
    expect(goneWithOption(mug, 'Size')).toBe(1);
    expect(goneWithOption(mug, 'Colour')).toBe(1);
  });

  it('adds a value with a variant for every combination, without codes or stock of another', () => {
    const more = addOptionValue(mug, 0, 'Red');

    expect(structureIssues(more)).toEqual([]);
    expect(more.variants.slice(3)).toMatchObject([
      { id: 'v4', optionValues: ['Red', 'S'], price: '12.00', sku: null, stock: null },
      { id: 'v5', optionValues: ['Red', 'L'], price: '15.00', sku: null, stock: null },
    ]);
  });

  it('removes a value with its variants, but never the last one', () => {
    const less = removeOptionValue(mug, 0, 'Blue');

    expect(less.variants.map(({ id }) => id)).toEqual(['v3']);
    expect(removeOptionValue(less, 0, 'White')).toBe(less);
  });
});

describe('the grid', () => {
  it('keeps a code to the letter and shows a bad price as it was typed', () => {
    expect(withVariantCell(mug, 0, 'sku', '0017').variants[0]?.sku).toBe('0017');
    expect(withVariantCell(mug, 0, 'price', '12,5').variants[0]?.price).toBe('12.50');
    expect(withVariantCell(mug, 0, 'price', 'abc').variants[0]?.price).toBe('abc');
    expect(withVariantCell(mug, 0, 'stock', 'abc')).toBe(mug);
    expect(withVariantCell(mug, 0, 'weight', '1,2 kg').variants[0]?.weight).toEqual({
      value: '1.2',
      unit: 'kg',
    });
  });

  it('fills the rows below and takes a block from a spreadsheet', () => {
    expect(filledDown(mug, 1, 'price').variants.map(({ price }) => price)).toEqual([
      '12.00',
      '15.00',
      '15.00',
    ]);

    const pasted = withBlock(mug, 1, 'sku', [
      ['A-1', '0,7 kg'],
      ['A-2', '850'],
      ['too many', '9'],
    ]);

    expect(pasted.variants.map(({ sku, weight }) => [sku, weight?.value, weight?.unit])).toEqual([
      ['MUG-1', mug.variants[0]?.weight?.value, mug.variants[0]?.weight?.unit],
      ['A-1', '0.7', 'kg'],
      ['A-2', '850', 'g'],
    ]);
  });
});
