import type { Edit } from '@bowerbird/catalog/edits/edit';
import { z } from 'zod/mini';

export const endings = ['none', '.90', '.99', 'integer'] as const;

const words = z._default(z.string().check(z.maxLength(500)), '');
/** Changes made to products when they are claimed, as typed; empty texts change nothing. */
export const ClaimRule = z.object({
  kind: z._default(z.enum(['keep', 'from-cost']), 'keep'),
  /** As typed: "2.8" or "2,8". */
  factor: z._default(z.string(), '2.8'),
  ending: z._default(z.enum(endings), '.90'),
  titleBefore: words,
  titleAfter: words,
  titleFind: words,
  titleReplace: words,
  textFind: words,
  textReplace: words,
  /** Separated by commas. */
  addTags: words,
  removeTags: words,
  /** A path: "Home / Lamps". */
  category: words,
  vendor: words,
  draft: z._default(z.boolean(), false),
});
export type ClaimRule = z.infer<typeof ClaimRule>;

export const firstRule: ClaimRule = ClaimRule.parse({});

/** Returns the factor as an edit expects it; null if it is not a number above zero. */
export function factorOf({ factor }: Pick<ClaimRule, 'factor'>): string | null {
  const plain = factor.trim().replace(',', '.');
  return /^\d{1,6}(\.\d{1,8})?$/.test(plain) && Number(plain) > 0 ? plain : null;
}

/** Returns the edits of a rule; null while its factor is invalid. */
export function editsOf(rule: ClaimRule): Edit[] | null {
  const price = priceEdits(rule);
  return price === null ? null : [...price, ...textEditsOf(rule)];
}

function priceEdits(rule: ClaimRule): Edit[] | null {
  if (rule.kind === 'keep') {
    return [];
  }
  const by = factorOf(rule);
  if (by === null) {
    return null;
  }
  return [
    { kind: 'price-from-cost', by, ...(rule.ending === 'none' ? {} : { ending: { to: rule.ending } }) },
  ];
}

/** Returns a rule's edits other than prices: replacements first, so that a title's prefix and suffix stay as typed. */
export function textEditsOf(rule: ClaimRule): Edit[] {
  const edits: Edit[] = [];
  if (rule.titleFind.trim() !== '') {
    edits.push({ kind: 'replace-in-title', find: rule.titleFind, replaceWith: rule.titleReplace });
  }
  if (rule.titleBefore.trim() !== '') {
    edits.push({ kind: 'title-prefix', text: rule.titleBefore });
  }
  if (rule.titleAfter.trim() !== '') {
    edits.push({ kind: 'title-suffix', text: rule.titleAfter });
  }
  if (rule.textFind.trim() !== '') {
    edits.push({
      kind: 'replace-text',
      field: 'descriptionHtml',
      find: rule.textFind,
      replaceWith: rule.textReplace,
    });
  }
  const [added, removed] = [listed(rule.addTags), listed(rule.removeTags)];
  if (removed.length > 0) {
    edits.push({ kind: 'remove-tags', tags: removed });
  }
  if (added.length > 0) {
    edits.push({ kind: 'add-tags', tags: added });
  }
  const path = rule.category
    .split(/[/／>]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (path.length > 0) {
    edits.push({ kind: 'add-categories', paths: [path] });
  }
  if (rule.vendor.trim() !== '') {
    edits.push({ kind: 'set-field', field: 'vendor', value: rule.vendor.trim() });
  }
  if (rule.draft) {
    edits.push({ kind: 'set-field', field: 'status', value: 'draft' });
  }
  return edits;
}

function listed(typed: string): string[] {
  return [
    ...new Set(
      typed
        .split(/[,，、]/)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  ];
}
