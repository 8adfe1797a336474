import { Edit } from '@bowerbird/catalog/edits/edit';
import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { EditStep as StepSchema } from '@bowerbird/catalog/edits/edit-steps';
import { Selection } from '@bowerbird/contract/products/products';
import { z } from 'zod/mini';
import { dropFromWindow, keepInWindow, keptInWindow } from '../../lib/person/window-person.ts';
import { ConditionRow, conditionOf, joins, variantConditionOf } from './conditions/row.ts';
import { type StepKindName, stepKindNames, stepKinds } from './steps/kinds.ts';
import type { Part, TypedEdit } from './steps/part.ts';

/** A step while it is entered. */
const TypedStep = z.object({
  /** Identifies it while steps are moved. */
  key: z.string(),
  kind: z.enum(stepKindNames),
  edit: z.record(z.string(), z.unknown()),
  join: z.enum(joins),
  when: z.array(ConditionRow),
  variantJoin: z.enum(joins),
  variants: z.array(ConditionRow),
  /** A shop: what the step changes becomes own values of the products there. */
  inStore: z.optional(z.string()),
  /** A step that the form cannot show, as with conditions inside conditions: it can only be kept or removed. */
  fixed: z.optional(StepSchema),
});
export type TypedStep = z.infer<typeof TypedStep>;

/** A bulk edit while it is entered: which products, and what to change. */
const BulkDraft = z.object({
  selection: z.nullable(Selection),
  /** Number of products when they were selected. */
  count: z.int(),
  steps: z.array(TypedStep),
});
export type BulkDraft = z.infer<typeof BulkDraft>;

export const emptyDraft: BulkDraft = { selection: null, count: 0, steps: [] };

const key = 'bowerbird.bulk-edit';

/** Keeps the bulk edit for this person in this window, so that a reload does not lose it. */
export function keepBulkDraft(draft: BulkDraft): void {
  try {
    keepInWindow(key, JSON.stringify(draft));
  } catch {
    // If storage is full or blocked, only the restore after a reload is lost.
  }
}

export function readBulkDraft(): BulkDraft {
  try {
    const read = z.safeParse(BulkDraft, JSON.parse(keptInWindow(key) ?? 'null'));
    return read.success ? read.data : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

export function dropBulkDraft(): void {
  dropFromWindow(key);
}

/** Returns a new step of a kind. */
export function newStep(kind: StepKindName): TypedStep {
  const { initial } = stepKinds[kind];
  return {
    key: crypto.randomUUID(),
    kind,
    edit: { ...initial },
    join: 'all',
    when: [],
    variantJoin: 'all',
    variants: [],
  };
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Reports whether a value that must be entered is missing. */
export function isMissing(part: Part, edit: TypedEdit): boolean {
  return part.optional !== true && isEmpty(edit[part.name]);
}

/** Returns the entered edit; null while it is not complete. */
export function editOf({ kind, edit }: Pick<TypedStep, 'kind' | 'edit'>): Edit | null {
  if (stepKinds[kind].parts.some((part) => isMissing(part, edit))) {
    return null;
  }
  const read = z.safeParse(Edit, edit);
  return read.success ? read.data : null;
}

/** Returns the names of the values that are filled in, but cannot be used like this. */
export function wrongParts({ kind, edit }: Pick<TypedStep, 'kind' | 'edit'>): ReadonlySet<string> {
  const read = z.safeParse(Edit, edit);
  const issues = read.success ? [] : read.error.issues.map(({ path }) => String(path[0] ?? ''));
  const filled = stepKinds[kind].parts.filter(({ name }) => !isEmpty(edit[name]));
  return new Set(filled.flatMap(({ name }) => (issues.includes(name) ? [name] : [])));
}

/** Returns the step as it is sent; null while it is not complete. */
export function stepOf(typed: TypedStep): EditStep | null {
  if (typed.fixed !== undefined) {
    return typed.fixed;
  }
  const edit = editOf(typed);
  const when = typed.when.map(conditionOf);
  const variants = typed.variants.map(variantConditionOf);
  if (edit === null || when.includes(null) || variants.includes(null)) {
    return null;
  }
  const read = z.safeParse(StepSchema, {
    edit,
    ...(typed.inStore === undefined ? {} : { inStore: typed.inStore }),
    ...(when.length === 0 ? {} : { when: { kind: typed.join, of: when } }),
    ...(variants.length === 0 ? {} : { variants: { kind: typed.variantJoin, of: variants } }),
  });
  return read.success ? read.data : null;
}

/** Returns the steps as they are sent, or the index of the first that is not complete. */
export function stepsOf(steps: readonly TypedStep[]): { steps: EditStep[]; open: number | null } {
  const read = steps.map(stepOf);
  const open = read.indexOf(null);
  return { steps: read.flatMap((step) => step ?? []), open: open === -1 ? null : open };
}
