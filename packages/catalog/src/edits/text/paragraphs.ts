import { z } from 'zod/mini';
import { productEdit } from '../kind.ts';
import { withText } from './fields.ts';
import { escapeHtml } from './replace.ts';
import { fillBy, type Lookup, lookupIn, oneLine, productNames, templateWith } from './template.ts';

/** Returns the paragraphs of a template in plain text, one for each line that is not blank, as HTML. */
export function paragraphs(template: string, lookup: Lookup): string {
  return template
    .split(/\r?\n/)
    .map((line) => oneLine(fillBy(line, lookup)))
    .filter((line) => line !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('\n');
}

const names = productNames.filter((name) => name !== 'description');
const Lines = z.union([z.literal(''), templateWith(names)]);

/**
 * Puts plain text before and after the description, each line as a paragraph, with the names of a template. Paragraphs
 * that are already there are not added again.
 */
export const addParagraphs = productEdit(
  z.strictObject({ kind: z.literal('add-paragraphs'), before: Lines, after: Lines }),
  (product, edit, scope) => {
    const { descriptionHtml } = product;
    const before = paragraphs(edit.before, lookupIn(product));
    const after = paragraphs(edit.after, lookupIn(product));
    const text =
      (descriptionHtml.startsWith(before) ? '' : before) +
      descriptionHtml +
      (descriptionHtml.endsWith(after) ? '' : after);
    return withText(product, 'descriptionHtml', text, scope);
  },
);
