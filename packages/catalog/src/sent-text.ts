import { z } from 'zod/mini';
import { lengthsMax } from './invariants.ts';

/**
 * The most characters (UTF-16 units) of a text that is sent to us. Well above what a product may hold (`lengthsMax`), so
 * that a text that is too long for its field is named by that rule; what is longer still is not looked at.
 */
export const sentMax = {
  /** A name, a tag, an option's value, a SKU, a template. */
  short: 10_000,
  /** A value of an attribute. */
  long: 100_000,
  html: 2 * lengthsMax.descriptionHtml,
} as const;

export const ShortText = z.string().check(z.maxLength(sentMax.short));
export const FilledText = z.string().check(z.minLength(1), z.maxLength(sentMax.short));
export const LongText = z.string().check(z.maxLength(sentMax.long));
export const HtmlText = z.string().check(z.maxLength(sentMax.html));
