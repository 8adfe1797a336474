import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { continued, repeated } from './fill.ts';

describe('filling', () => {
  it.each([
    ['code', ['SKU-1'], ['SKU-2', 'SKU-3', 'SKU-4']],
    ['code', ['A-008'], ['A-009', 'A-010', 'A-011']],
    ['code', ['A-10', 'A-20'], ['A-30', 'A-40', 'A-50']],
    ['code', ['4006381333931'], ['4006381333931', '4006381333931', '4006381333931']],
    ['money', ['19.90'], ['19.90', '19.90', '19.90']],
    ['money', ['1.50', '2.25'], ['3.00', '3.75', '4.50']],
    ['whole', ['10', '5'], ['0', '-5', '-10']],
    ['money', ['1', '2', '4'], ['1', '2', '4']],
    ['text', ['Mug', 'Cup'], ['Mug', 'Cup', 'Mug']],
    ['weight', ['1 kg', '2 kg'], ['1 kg', '2 kg', '1 kg']],
  ] as const)('goes on from %s %j with %j', (kind, given, next) => {
    expect(continued(kind, given, 3)).toEqual(next);
  });

  it('goes on before the first of a series', () => {
    expect(continued('code', ['A-10', 'A-11'], 3, true)).toEqual(['A-09', 'A-08', 'A-07']);
  });

  it('goes on with the same distance, however long the series was', () => {
    const law = fc.property(
      fc.integer({ min: -1000, max: 1000 }),
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 2, max: 20 }),
      fc.integer({ min: 1, max: 40 }),
      (first, step, given, more) => {
        const all = Array.from({ length: given + more }, (_, at) => String(first + step * at));
        expect(continued('whole', all.slice(0, given), more)).toEqual(all.slice(given));
      },
    );
    fc.assert(law);
  });

  it('repeats what Ctrl+D copies', () => {
    expect(repeated(['a', 'b'], 5)).toEqual(['a', 'b', 'a', 'b', 'a']);
  });
});
