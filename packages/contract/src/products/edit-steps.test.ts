import { EditSteps } from '@bowerbird/catalog/edits/edit-steps';
import { expect, it } from 'vitest';
import { exact } from '../exact.ts';

it('takes steps of edits as an input of the API, with their limits and their unknown keys refused', () => {
  const sold = { kind: 'stock', compare: { is: 'less', value: 1 } };
  const split = { kind: 'split-option', option: 'Size', separator: '/', first: 'Colour', second: 'Size' };
  const steps = exact(EditSteps);

  expect(steps.safeParse([{ variants: sold, edit: { kind: 'multiply-price', by: '2' } }]).success).toBe(true);
  expect(steps.safeParse([{ variants: sold, edit: { kind: 'title-prefix', text: 'x' } }]).success).toBe(
    false,
  );
  expect(steps.safeParse([{ edit: split }]).success).toBe(true);
  expect(steps.safeParse([{ edit: { ...split, second: 'colour' } }]).success).toBe(false);
  expect(
    steps.safeParse([{ edit: { kind: 'replace-pattern', field: 'title', pattern: '(', replaceWith: '' } }])
      .success,
  ).toBe(false);
  expect(steps.safeParse([{ edit: { ...split, third: 'x' } }]).success).toBe(false);
});
