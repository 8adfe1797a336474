import { z } from 'zod/mini';
import { isSame } from '../merge/same.ts';
import { workFor } from '../patterns/pattern.ts';
import type { Product, Variant } from '../product.ts';
import type { EditContext, Scope } from './kind.ts';
import type { Refusal } from './refusal.ts';
import { editKinds } from './table.ts';

type Kinds = typeof editKinds;

/** The name of a kind of edit. */
export type EditKindName = keyof Kinds;

/** The edits of one kind. */
export type EditOf<Kind extends EditKindName> = z.infer<Kinds[Kind]['schema']>;

/** One change as data, so that a single product, a thousand products and the preview all apply the same edit. */
export type Edit = { [Kind in EditKindName]: EditOf<Kind> }[EditKindName];

/** What the table says about a kind, when it is not known which one it is. */
interface AnyKind {
  schema: z.ZodMiniType<Edit>;
  perVariant: boolean;
  apply(product: Product, edit: Edit, scope: Scope): Product;
}

// Each entry takes the edits of its own kind, which the table's types have checked.
const kinds = editKinds as unknown as Readonly<Record<EditKindName, AnyKind>>;

/** Unknown keys are refused: a mistyped one would otherwise change more than was meant. */
export const Edit = z.discriminatedUnion(
  'kind',
  Object.values(kinds).map(({ schema }) => schema) as unknown as [z.core.$ZodTypeDiscriminable],
) as unknown as z.ZodMiniType<Edit, Edit>;

/** Reports whether edits of this kind change each variant by itself, so that a step may choose among the variants. */
export function isPerVariant({ kind }: Pick<Edit, 'kind'>): boolean {
  return kinds[kind].perVariant;
}

/**
 * Returns the edited product and does not modify the given one. An edit that changes nothing returns the same object,
 * so `===` shows whether anything changed. The consistency of options, variants and images (`structureIssues`) is
 * preserved. An edit that cannot be applied to this product, such as renaming an option that it does not have, changes
 * nothing; a variant for which it cannot be done, such as a price that would be below zero, is left as it is.
 */
export function applyEdit(product: Product, edit: Edit, context: EditContext = {}): Product {
  return kinds[edit.kind].apply(product, edit, scopeOf(context));
}

/** Applies the edits one after the other. Returns the same object when all of them together change nothing. */
export function applyEdits(product: Product, edits: readonly Edit[]): Product {
  const edited = edits.reduce<Product>((given, edit) => applyEdit(given, edit), product);
  return edited !== product && isSame(edited, product) ? product : edited;
}

/** Applies an edit whose refusals are heard: the first of them, if there is one, decides. */
export function applyInScope(product: Product, edit: Edit, scope: Scope): Product {
  return kinds[edit.kind].apply(product, edit, scope);
}

/** Returns the scope of one product. `onRefusal` hears why something could not be done; without it nobody does. */
export function scopeOf(
  { series }: EditContext,
  takes: (variant: Variant) => boolean = () => true,
  onRefusal: (refusal: Refusal) => void = () => undefined,
): Scope {
  return {
    takes,
    refuse: (code, detail = {}) => onRefusal({ code, detail }),
    series: series && { ...series },
    work: workFor(),
  };
}
