import { z } from 'zod/mini';
import { Pattern, replacePattern as replaceMatches } from '../../patterns/pattern.ts';
import type { Product } from '../../product.ts';
import { FilledText, ShortText } from '../../similar/sent-text.ts';
import { productEdit, type Scope } from '../kind.ts';
import { changeText, TextField } from './fields.ts';
import {
  changeHtmlText,
  escapeHtml,
  growsTooLong,
  replaceInHtml,
  replaceText as replaceLiteral,
} from './replace.ts';

/** The search text and the replacement are taken literally. */
export const literalReplacement = {
  find: FilledText,
  replaceWith: ShortText,
  ignoreCase: z.optional(z.boolean()),
};

/** In the replacement, `$1` and `$<name>` are groups of the pattern, `$&` is the match and `$$` a dollar sign. */
export const patternReplacement = {
  pattern: Pattern,
  replaceWith: ShortText,
  ignoreCase: z.optional(z.boolean()),
};

interface Replacing {
  find: string;
  replaceWith: string;
  ignoreCase?: boolean | undefined;
}

interface PatternReplacing {
  pattern: string;
  replaceWith: string;
  ignoreCase?: boolean | undefined;
}

/** Replaces a literal text in a plain one; null, refused, when the result would be too long. */
export function replaced(
  text: string,
  { find, replaceWith, ignoreCase }: Replacing,
  scope: Scope,
): string | null {
  if (growsTooLong(text, find, replaceWith, ignoreCase)) {
    scope.refuse('text-too-long');
    return null;
  }
  return replaceLiteral(text, find, replaceWith, ignoreCase);
}

/** Replaces what a pattern matches in a plain text; null, refused, when that costs too much. */
export function replacedByPattern(text: string, edit: PatternReplacing, scope: Scope): string | null {
  const result = replaceMatches(text, edit.pattern, edit.replaceWith, edit.ignoreCase ?? false, scope.work);
  if (result === null) {
    scope.refuse(scope.work.left < 0 ? 'pattern-too-costly' : 'text-too-long');
  }
  return result;
}

/** Replaces in one field; in the description only in the text that a shopper reads, never in a tag or an attribute. */
function replaceInField(product: Product, field: TextField, edit: Replacing, scope: Scope): Product {
  return changeText(product, field, scope, (text) => {
    if (field !== 'descriptionHtml') {
      return replaced(text, edit, scope);
    }
    if (growsTooLong(text, escapeHtml(edit.find), escapeHtml(edit.replaceWith), edit.ignoreCase)) {
      scope.refuse('text-too-long');
      return null;
    }
    return replaceInHtml(text, edit.find, edit.replaceWith, edit.ignoreCase);
  });
}

export const replaceInTitle = productEdit(
  z.strictObject({ kind: z.literal('replace-in-title'), ...literalReplacement }),
  (product, edit, scope) => replaceInField(product, 'title', edit, scope),
);

export const replaceText = productEdit(
  z.strictObject({ kind: z.literal('replace-text'), field: TextField, ...literalReplacement }),
  (product, edit, scope) => replaceInField(product, edit.field, edit, scope),
);

/** Replaces what a pattern matches; in the description within each stretch of text between tags. */
export const replacePattern = productEdit(
  z.strictObject({ kind: z.literal('replace-pattern'), field: TextField, ...patternReplacement }),
  (product, edit, scope) =>
    changeText(product, edit.field, scope, (text) =>
      edit.field === 'descriptionHtml'
        ? changeHtmlText(text, (plain) => replacedByPattern(plain, edit, scope))
        : replacedByPattern(text, edit, scope),
    ),
);
