import { z } from 'zod/mini';
import { productEdit } from '../kind.ts';
import { changeText, LineField } from './fields.ts';

/**
 * Cuts a text to at most `max` characters, at the end of a word where one ends near the limit, and never inside a
 * character.
 */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const half = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? 1 : 0;
  const cut = text.slice(0, max - half);
  const end = /\s/.test(text.charAt(cut.length)) ? cut.length : cut.search(/\s\S*$/);
  const whole = end > max * 0.6 ? cut.slice(0, end) : cut;
  return whole.replace(/(?<![\s\-–—|,;:/·])[\s\-–—|,;:/·]+$/u, '') || cut;
}

/** The longest text that may be left, in characters. */
export const TextMax = z.int().check(z.minimum(1), z.maximum(5000));

/** Cuts a field's text to so many characters, at the end of a word. */
export const cutText = productEdit(
  z.strictObject({ kind: z.literal('cut-text'), field: LineField, max: TextMax }),
  (product, edit, scope) => changeText(product, edit.field, scope, (text) => cutAtWord(text, edit.max)),
);
