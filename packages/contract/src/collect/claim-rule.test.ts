import { expect, it } from 'vitest';
import type { ClaimRule } from './claim-rule.ts';
import { editsOf, firstRule } from './claim-rule.ts';

const rule: ClaimRule = { ...firstRule, kind: 'from-cost', factor: '2,8', ending: '.90' };

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

it('replaces first, then puts words around the title, and reads lists and paths as they are typed', () => {
  const edits = editsOf({
    ...firstRule,
    titleFind: 'Sale',
    titleBefore: 'New ',
    textFind: 'Old Shop',
    addTags: 'autumn， lamp,lamp',
    removeTags: 'clearance',
    category: 'Home / Lamps',
    vendor: ' Glade ',
    draft: true,
  });

  expect(edits).toEqual([
    { kind: 'replace-in-title', find: 'Sale', replaceWith: '' },
    { kind: 'title-prefix', text: 'New ' },
    { kind: 'replace-text', field: 'descriptionHtml', find: 'Old Shop', replaceWith: '' },
    { kind: 'remove-tags', tags: ['clearance'] },
    { kind: 'add-tags', tags: ['autumn', 'lamp'] },
    { kind: 'add-categories', paths: [['Home', 'Lamps']] },
    { kind: 'set-field', field: 'vendor', value: 'Glade' },
    { kind: 'set-field', field: 'status', value: 'draft' },
  ]);
});
