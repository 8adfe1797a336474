import type { PlainTextKey } from '../../../lib/text/text.ts';

/** Names of values in an edit that a form asks for; their labels are the texts `bulkEdit.part.`. */
type Label = Extract<PlainTextKey, `bulkEdit.part.${string}`>;

interface Common {
  /** The value's name in the edit. */
  name: string;
  label: Label;
  hint?: PlainTextKey;
  /** May stay empty. */
  optional?: boolean;
}

/** One value of an edit, and how it is entered. */
export type Part = Common &
  (
    | { as: 'line' | 'lines' | 'decimal' | 'whole' | 'words' | 'wholes' | 'path' | 'paths' }
    /** True, or absent. */
    | { as: 'flag' }
    | { as: 'field'; of: readonly string[] }
    | { as: 'choice'; of: readonly { value: string; key: PlainTextKey }[] }
    | {
        as:
          | 'ending'
          | 'merge'
          | 'ranges'
          | 'weight'
          | 'unit'
          | 'exchange'
          | 'shipping'
          | 'store'
          | 'own-fields';
      }
  );

/** An edit while it is entered: a value that is not complete yet is kept as entered. */
export type TypedEdit = Readonly<Record<string, unknown>>;

export const families = [
  'price',
  'text',
  'tags',
  'product',
  'codes',
  'stock',
  'options',
  'images',
  'stores',
] as const;
export type Family = (typeof families)[number];

/** A change that can be added as a step: what it begins with, and what is asked for. */
export interface StepKind {
  family: Family;
  initial: TypedEdit;
  parts: readonly Part[];
}

/** A line of text that must be filled in. */
export function line(
  name: string,
  label: Label,
  more: { optional?: boolean; hint?: PlainTextKey } = {},
): Part {
  return { name, label, as: 'line', ...more };
}

export function decimal(name: string, label: Label, hint?: PlainTextKey): Part {
  return { name, label, as: 'decimal', ...(hint === undefined ? {} : { hint }) };
}

export const ending: Part = { name: 'ending', label: 'bulkEdit.part.ending', as: 'ending', optional: true };
export const ignoreCase: Part = {
  name: 'ignoreCase',
  label: 'bulkEdit.part.ignoreCase',
  as: 'flag',
  optional: true,
};
export const onlyWhereEmpty: Part = {
  name: 'onlyWhereEmpty',
  label: 'bulkEdit.part.onlyWhereEmpty',
  as: 'flag',
  optional: true,
};
export const replaceWith = line('replaceWith', 'bulkEdit.part.replaceWith', { optional: true });
export const template = line('template', 'bulkEdit.part.template', { hint: 'bulkEdit.template.hint' });

/** A choice among fields of the product. */
export function fieldOf(of: readonly string[]): Part {
  return { name: 'field', label: 'bulkEdit.part.field', as: 'field', of };
}
