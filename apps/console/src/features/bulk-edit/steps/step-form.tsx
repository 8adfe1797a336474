import { isPerVariant } from '@bowerbird/catalog/edits/edit';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { ConditionRows } from '../conditions/condition-rows.tsx';
import { newRow, productWhatNames, variantWhatNames } from '../conditions/row.ts';
import { editOf, type TypedStep, wrongParts } from '../draft.ts';
import { mayBeInStore, partInStore, stepKinds } from './kinds.ts';
import { PartField } from './part-field.tsx';
import { WhereField } from './store-fields.tsx';

interface StepFormProps {
  step: TypedStep;
  /** A rule has no steps in a store. */
  forRule: boolean;
  onChange(step: TypedStep): void;
}

/** The values of a step, and for which products and variants it is. */
export function StepForm({ step, forRule, onChange }: StepFormProps) {
  const text = useText();
  const wrong = wrongParts(step);
  const edit = editOf(step);
  // A kind is known to change single variants once its values are complete; it does not change while they are typed.
  const [perVariant, setPerVariant] = useState(false);
  if (edit !== null && isPerVariant(edit) !== perVariant) {
    setPerVariant(isPerVariant(edit));
  }
  const variants = perVariant || step.variants.length > 0;
  return (
    <Stack gap={10} p={[4, 0, 4]} shrink>
      {!forRule && mayBeInStore(step.kind) && (
        <WhereField inStore={step.inStore} onChange={(inStore) => onChange(withPlace(step, inStore))} />
      )}
      {stepKinds[step.kind].parts.map((part) => (
        <PartField
          key={part.name}
          part={step.inStore === undefined ? part : partInStore(part)}
          value={step.edit[part.name]}
          wrong={wrong.has(part.name)}
          onChange={(value) => onChange({ ...step, edit: withValue(step.edit, part.name, value) })}
        />
      ))}
      {step.when.length > 0 && (
        <ConditionRows
          title={text('bulkEdit.when')}
          whats={productWhatNames}
          rows={step.when}
          join={step.join}
          onRows={(when) => onChange({ ...step, when })}
          onJoin={(join) => onChange({ ...step, join })}
        />
      )}
      {step.variants.length > 0 && (
        <ConditionRows
          title={text('bulkEdit.when.variants')}
          whats={variantWhatNames}
          rows={step.variants}
          join={step.variantJoin}
          onRows={(rows) => onChange({ ...step, variants: rows })}
          onJoin={(variantJoin) => onChange({ ...step, variantJoin })}
        />
      )}
      <Row wrap gap={[4, 16]} font="small">
        {step.when.length === 0 && (
          <button
            type="button"
            className="link-button"
            onClick={() => onChange({ ...step, when: [newRow('title')] })}
          >
            {text('bulkEdit.when')}
          </button>
        )}
        {variants && step.variants.length === 0 && (
          <button
            type="button"
            className="link-button"
            onClick={() => onChange({ ...step, variants: [newRow('sku')] })}
          >
            {text('bulkEdit.when.variants')}
          </button>
        )}
      </Row>
    </Stack>
  );
}

/** Returns the step for another place; a field that a store cannot have by itself gives way to the first that it can. */
function withPlace({ inStore: _before, ...step }: TypedStep, inStore: string | undefined): TypedStep {
  if (inStore === undefined) {
    return step;
  }
  const field = stepKinds[step.kind].parts.map(partInStore).find(({ as }) => as === 'field');
  const fits = field?.as !== 'field' || field.of.some((each) => each === step.edit.field);
  return { ...step, inStore, ...(!fits && { edit: { ...step.edit, field: field.of[0] } }) };
}

/** Returns the edit with this value; without it, where it is undefined. */
function withValue(edit: TypedStep['edit'], name: string, value: unknown): TypedStep['edit'] {
  const { [name]: _, ...others } = edit;
  return value === undefined ? others : { ...others, [name]: value };
}
