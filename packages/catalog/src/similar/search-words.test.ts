import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mug, variant } from '../testing/products.ts';
import { bigramsOf, foldText, indexBigrams, searchText, searchWords } from './search-words.ts';

describe('a query', () => {
  it('makes exactly one pair of a Chinese word of two characters', () => {
    expect(searchWords('杯子')).toEqual({ words: [], bigrams: ['杯子'], prefixes: [], phrases: [] });
  });

  it('asks for a single character by the beginning of an entry', () => {
    expect(searchWords('杯')).toEqual({ words: [], bigrams: [], prefixes: ['杯'], phrases: [] });
  });

  it('takes Latin words, codes and Chinese apart, wherever they touch', () => {
    expect(searchWords('  GL-0017 蓝色保温杯500ml ')).toEqual({
      words: ['gl-0017', '500ml'],
      bigrams: ['蓝色', '色保', '保温', '温杯'],
      prefixes: [],
      phrases: ['蓝色保温杯'],
    });
  });

  it('asks for nothing when it says nothing', () => {
    expect(searchWords(' \u3000\n')).toEqual({ words: [], bigrams: [], prefixes: [], phrases: [] });
  });
});

describe('the index', () => {
  it('finds every part of the text by the query that is this part', () => {
    const text = fc.string({
      unit: fc.constantFrom('保', '温', '杯', 'か', '한', '𠮷', 'a', ' ', '-'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, fc.nat(12), fc.nat(12), (whole, start, length) => {
        const query = [...whole].slice(start, start + length).join('');
        const { words, bigrams, prefixes, phrases } = searchWords(query);
        const folded = foldText(whole);
        const entries = indexBigrams(whole);

        expect([...words, ...phrases].filter((part) => !folded.includes(part))).toEqual([]);
        expect(bigrams.filter((pair) => !entries.includes(pair))).toEqual([]);
        expect(prefixes.filter((one) => !entries.some((entry) => entry.startsWith(one)))).toEqual([]);
      }),
    );
  });

  it('pairs within a run only, each pair once', () => {
    expect(bigramsOf('杯子, 杯子 和 保温')).toEqual(['杯子', '保温']);
  });
});

it('meets full width, capitals and accents', () => {
  expect(foldText('ＣＡＦÉ ﾀﾞｲﾔ São')).toBe('cafe ダイヤ sao');
});

it('searches title, handle, tags, codes and barcodes, and no match runs from one into the next', () => {
  const product = { ...mug, variants: [variant('v1', [], { sku: 'MUG-0017', barcode: '4006381333931' })] };

  expect(searchText(product)).toBe('blue mug\nblue-mug\nkitchen\ngift\nmug-0017\n4006381333931');
});
