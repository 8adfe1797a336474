import { z } from 'zod/mini';
import { ShortText } from '../../similar/sent-text.ts';
import { variantEdit } from '../kind.ts';
import {
  literalReplacement,
  patternReplacement,
  replaced,
  replacedByPattern,
} from '../text/replace-edits.ts';
import { chosenVariants, eachVariant } from '../variants/chosen.ts';

/** A code of a variant: text, so that "0017" keeps its zeros. */
export const CodeField = z.enum(['sku', 'barcode']);
export type CodeField = z.infer<typeof CodeField>;

/** Sets a code; null or blank text removes it. */
export const setCode = variantEdit(
  z.strictObject({
    kind: z.literal('set-code'),
    field: CodeField,
    value: z.nullable(ShortText),
    ...chosenVariants,
  }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, () => ({ [edit.field]: edit.value?.trim() || null })),
);

/** Replaces a literal text in codes; what becomes blank is removed. */
export const replaceInCodes = variantEdit(
  z.strictObject({
    kind: z.literal('replace-in-codes'),
    field: CodeField,
    ...literalReplacement,
    ...chosenVariants,
  }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) => {
      const code = variant[edit.field];
      const next = code === null ? null : replaced(code, edit, scope);
      return next === null || next === code ? {} : { [edit.field]: next.trim() || null };
    }),
);

/** Replaces what a pattern matches in codes; what becomes blank is removed. */
export const replacePatternInCodes = variantEdit(
  z.strictObject({
    kind: z.literal('replace-pattern-in-codes'),
    field: CodeField,
    ...patternReplacement,
    ...chosenVariants,
  }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) => {
      const code = variant[edit.field];
      const next = code === null ? null : replacedByPattern(code, edit, scope);
      return next === null || next === code ? {} : { [edit.field]: next.trim() || null };
    }),
);
