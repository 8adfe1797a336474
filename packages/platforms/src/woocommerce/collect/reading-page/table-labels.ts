import type { UnreadObject } from '../../../reading/unread.ts';
import { chosenIn } from './page-variants.ts';
import type { TableRow } from './shown-attributes.ts';
import { keyOf, type ShownChoice, valueKey } from './shown-choices.ts';

/**
 * Returns the options with labels from the table of additional information, for those that the form shows no value of.
 * The table names values without their slugs: a name is a value's label only where WordPress would make this slug of
 * it.
 */
export function withTableLabels(
  shown: ReadonlyMap<string, ShownChoice>,
  rows: readonly TableRow[],
  variations: readonly UnreadObject[],
): ReadonlyMap<string, ShownChoice> {
  const all = new Map(shown);
  const sent = variations.map(chosenIn);
  for (const { key: sentKey, label, text } of rows) {
    const key = keyOf(sentKey ?? '');
    if (key !== null && (shown.get(key)?.values.size ?? 0) === 0) {
      const names = new Map(text.split(', ').map((name) => [bare(name), name]));
      const values = new Map<string, string>();
      for (const chosen of sent) {
        const slug = chosen.get(key) ?? '';
        const name = names.get(bare(valueKey(slug)));
        if (slug !== '' && name !== undefined) {
          values.set(valueKey(slug), name);
        }
      }
      all.set(key, { label: shown.get(key)?.label ?? label, values });
    }
  }
  return all;
}

/** Returns only letters and numbers, without accents: what a name and its slug have in common. */
function bare(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
