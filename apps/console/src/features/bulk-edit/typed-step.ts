import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { isSame } from '@bowerbird/catalog/merge/same';
import { rowOf, variantRowOf } from './conditions/from-condition.ts';
import type { ConditionRow, Join } from './conditions/row.ts';
import { newStep, stepOf, type TypedStep } from './draft.ts';
import { mayBeInStore, stepKindNames, stepKinds } from './steps/kinds.ts';

/** Returns a saved step in the form in which it is entered; one that the form cannot show is kept as it is. */
export function typedStepOf(step: EditStep): TypedStep {
  const when = rowsOf(step.when, rowOf);
  const variants = rowsOf(step.variants, variantRowOf);
  if (when !== null && variants !== null) {
    for (const kind of stepKindNames) {
      if (stepKinds[kind].initial.kind === step.edit.kind) {
        const typed: TypedStep = {
          ...newStep(kind),
          edit: { ...step.edit },
          ...(step.inStore !== undefined && { inStore: step.inStore }),
          join: when.join,
          when: when.rows,
          variantJoin: variants.join,
          variants: variants.rows,
        };
        if (isShown(typed) && isSame(stepOf(typed), grouped(step))) {
          return typed;
        }
      }
    }
  }
  const kind = stepKindNames.find((each) => stepKinds[each].initial.kind === step.edit.kind);
  return { ...newStep(kind ?? 'set-text'), fixed: step };
}

/** Returns the step with its conditions as a form makes them: always in a group. */
function grouped({ when, variants, ...step }: EditStep): EditStep {
  return {
    ...step,
    ...(when && { when: isGroup(when) ? when : { kind: 'all', of: [when] } }),
    ...(variants && { variants: isGroup(variants) ? variants : { kind: 'all', of: [variants] } }),
  };
}

/** Reports whether the form of its kind has a field for everything in it that is not always the same. */
function isShown({ kind, edit, inStore }: TypedStep): boolean {
  if (inStore !== undefined && !mayBeInStore(kind)) {
    return false;
  }
  const { initial, parts } = stepKinds[kind];
  return Object.entries(edit).every(
    ([name, value]) => isSame(initial[name], value) || parts.some((part) => part.name === name),
  );
}

type Group<Condition> = { kind: 'all' | 'any'; of: readonly Condition[] };

function rowsOf<Condition extends { kind: string }>(
  condition: Condition | undefined,
  read: (condition: Condition) => ConditionRow | null,
): { join: Join; rows: ConditionRow[] } | null {
  if (condition === undefined) {
    return { join: 'all', rows: [] };
  }
  const { kind, of } = isGroup<Condition>(condition) ? condition : { kind: 'all' as const, of: [condition] };
  const rows = of.map(read);
  return rows.includes(null) ? null : { join: kind, rows: rows.flatMap((row) => row ?? []) };
}

function isGroup<Condition extends { kind: string }>(
  condition: Condition | Group<Condition>,
): condition is Group<Condition> {
  return condition.kind === 'all' || condition.kind === 'any';
}
