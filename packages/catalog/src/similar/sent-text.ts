import { z } from 'zod/mini';
import { lengthsMax } from '../invariants/invariants.ts';

/**
 * Longest accepted text in a request, in characters (UTF-16 units). It is well above what a product may hold
 * (`lengthsMax`), so that a text that is too long for its field is reported by that rule. An even longer text is not
 * examined.
 */
export const sentMax = {
  /** A name, a tag, an option's value, a SKU, a template. */
  short: 10_000,
  /** The value of an attribute. */
  long: 100_000,
  html: 2 * lengthsMax.descriptionHtml,
} as const;

export const ShortText = z.string().check(z.maxLength(sentMax.short));
export const FilledText = z.string().check(z.minLength(1), z.maxLength(sentMax.short));
export const LongText = z.string().check(z.maxLength(sentMax.long));
export const HtmlText = z.string().check(z.maxLength(sentMax.html));
