import { expect, it } from 'vitest';
import type { ClaimRule } from './claim-rule.ts';
import { editsOf } from './claim-rule.ts';

const rule: ClaimRule = { kind: 'from-cost', factor: '2,8', ending: '.90' };

it('makes the price from the cost with the ending asked for, whichever way the decimals are written', () => {
  expect(editsOf(rule)).toEqual([{ kind: 'price-from-cost', by: '2.8', ending: { to: '.90' } }]);
  expect(editsOf({ ...rule, ending: 'none' })).toEqual([{ kind: 'price-from-cost', by: '2.8' }]);
});

it('claims nothing by a factor that is none, and leaves prices alone when asked to', () => {
  expect(['', '0', 'x', '1e3', '-2'].map((factor) => editsOf({ ...rule, factor }))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(editsOf({ ...rule, kind: 'keep', factor: '' })).toEqual([]);
});
