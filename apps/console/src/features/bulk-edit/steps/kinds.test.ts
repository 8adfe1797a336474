import { isPerVariant } from '@bowerbird/catalog/edits/edit';
import { applySteps } from '@bowerbird/catalog/edits/edit-steps';
import { noRules } from '@bowerbird/catalog/listing-rules/rules';
import { withoutOwnValues } from '@bowerbird/catalog/own-values/in-store';
import { mug } from '@bowerbird/catalog/testing/products';
import { expect, it } from 'vitest';
import {
  conditionOf,
  newRow,
  productWhatNames,
  variantConditionOf,
  variantWhatNames,
} from '../conditions/row.ts';
import { editOf, newStep, stepOf, type TypedStep } from '../draft.ts';
import { typedStepOf } from '../typed-step.ts';
import { mayBeInStore, partInStore, stepKindNames, stepKinds } from './kinds.ts';
import type { Part } from './part.ts';

/** What a merchant enters for a value; undefined leaves what the step begins with. */
function entered(part: Part, kind: string): unknown {
  switch (part.as) {
    case 'line':
      return kind === 'set-currency'
        ? 'USD'
        : part.name === 'address'
          ? 'https://own.example/1.jpg'
          : part.name === 'second'
            ? 'Size'
            : 'Colour';
    case 'lines':
      return 'Free shipping';
    case 'decimal':
      return '2';
    case 'whole':
      return 3;
    case 'words':
      return ['Red', 'Blue'];
    case 'wholes':
      return [1, 2];
    case 'path':
      return ['Home', 'Kitchen'];
    case 'paths':
      return [['Home', 'Kitchen']];
    case 'store':
      return '00000000-0000-4000-8000-000000000001';
    case 'own-fields':
      return ['title', 'prices'];
    case 'flag':
      return true;
    case 'weight':
      return { value: '2', unit: 'kg' };
    case 'ending':
      return { to: '.99' };
    case 'merge':
      return { keep: 'cheapest', stock: 'own' };
    case 'ranges':
      return [{ from: '0', to: null, times: '2.8', plus: '0', minimum: null }];
    case 'shipping':
      return [{ upTo: '500', price: '4.20' }];
    case 'exchange':
      return { to: 'USD', rates: [{ from: 'CNY', rate: '0.14', date: '2026-11-20' }], unknown: null };
    default:
      return undefined;
  }
}

function filled(step: TypedStep): TypedStep {
  const values = stepKinds[step.kind].parts.flatMap((part) => {
    const value = entered(part, step.kind);
    return value === undefined ? [] : [[part.name, value]];
  });
  return { ...step, edit: { ...step.edit, ...Object.fromEntries(values) } };
}

it.each(stepKindNames)('%s is an edit once its form is filled in', (kind) => {
  expect(editOf(filled(newStep(kind)))).toMatchObject({ kind: stepKinds[kind].initial.kind });
});

it.each(stepKindNames.filter((kind) => stepKinds[kind].parts.some(({ as }) => as === 'decimal')))(
  '%s changes nothing before its number is entered',
  (kind) => {
    expect(editOf(newStep(kind))).toBeNull();
  },
);

it.each(productWhatNames)('products can be chosen by %s', (what) => {
  const row = newRow(what);
  expect(conditionOf(row)).toBeNull();
  const value = what === 'status' ? 'draft' : what === 'currency' ? 'USD' : '3';
  expect(conditionOf({ ...row, value })).not.toBeNull();
});

it.each(variantWhatNames)('variants can be chosen by %s', (what) => {
  const row = newRow(what);
  expect(variantConditionOf(row)).toBeNull();
  expect(variantConditionOf({ ...row, value: '3', option: 'Size' })).not.toBeNull();
});

it('sends a step with its conditions, and none while one is not complete', () => {
  const step = filled(newStep('multiply-price'));
  const variants = [{ what: 'stock', is: 'greater', value: '0', option: '' }];
  const when = [{ what: 'title', is: 'not-contains', value: 'mug', option: '' }];
  const sent = stepOf({ ...step, when, variants });

  expect(sent && isPerVariant(sent.edit)).toBe(true);
  expect(sent).toEqual({
    edit: { kind: 'multiply-price', by: '2', ending: { to: '.99' } },
    when: {
      kind: 'all',
      of: [
        {
          kind: 'not',
          of: { kind: 'text', field: 'title', compare: { is: 'contains', text: 'mug', ignoreCase: true } },
        },
      ],
    },
    variants: { kind: 'all', of: [{ kind: 'stock', compare: { is: 'greater', value: 0 } }] },
  });
  expect(stepOf({ ...step, when: [newRow('title')] })).toBeNull();
});

const shopId = '00000000-0000-4000-8000-000000000001';
// A price from a cost that is not known would give the product a cost too, which is the same in every store.
const costed = { ...mug, variants: mug.variants.map((variant) => ({ ...variant, cost: '4.00' })) };
it.each(stepKindNames.filter(mayBeInStore))(
  '%s in one store changes only what a store can have by itself',
  (kind) => {
    const fields = stepKinds[kind].parts
      .map(partInStore)
      .flatMap((part) => (part.as === 'field' ? part.of : []));
    for (const field of fields.length === 0 ? [undefined] : fields) {
      const step = { ...filled(newStep(kind)), inStore: shopId };
      const sent = stepOf(field === undefined ? step : { ...step, edit: { ...step.edit, field } });
      const steps = sent === null ? [] : [sent];
      const { outcome, ...made } = applySteps(costed, steps, { rulesIn: () => noRules });

      expect(sent?.inStore).toBe(shopId);
      expect(outcome === 'rejected' ? made : outcome).not.toMatchObject({
        refusal: { code: 'not-per-store' },
      });
      expect(withoutOwnValues(made.product)).toEqual(costed);
    }
  },
);

it('a saved step in a store is shown as it was entered', () => {
  const step = { ...filled(newStep('percent-to-price')), inStore: shopId };
  const sent = stepOf(step);
  expect(sent).toMatchObject({ inStore: shopId, edit: { kind: 'percent-to-price' } });
  expect(sent && typedStepOf(sent)).toMatchObject({ kind: 'percent-to-price', inStore: shopId });
});
