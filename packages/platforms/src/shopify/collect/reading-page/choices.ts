import { isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import type { PageForm, Stated } from './stated.ts';

/** The options of a product and each variant's values, with the forms that gave them; null where no form did. */
export interface Choices {
  names: string[] | null;
  namesBy: PageForm | null;
  /** One list for each variant, in order; each is [] for a product without options. */
  values: string[][];
  valuesBy: PageForm | null;
}

/** Shopify allows three options to a product (`shopify/readme.md`). */
const optionsMax = 3;

/**
 * Returns the options of variants that several forms describe: values from the first form that has them for every
 * variant, names from the first that names as many options. `rowsOf` returns a form's rows in the order of the
 * variants. `shownNames` is called only where no form names the options.
 */
export function choicesOf(
  forms: readonly Stated[],
  rowsOf: (stated: Stated) => readonly (UnreadObject | null)[],
  count: number,
  shownNames: (values: readonly string[][]) => string[] | null,
): Choices {
  const named = forms.filter(({ optionNames }) => optionNames.length > 0);
  const [surest] = named;
  for (const stated of forms) {
    const values =
      valuesIn(rowsOf(stated)) ?? splitTitles(rowsOf(stated), surest?.optionNames.length ?? null);
    if (values !== null) {
      const arity = values.reduce((most, { length }) => Math.max(most, length), 0);
      if (arity === 0) {
        return { names: [], namesBy: stated.form, values, valuesBy: stated.form };
      }
      const namer = named.find(({ optionNames }) => optionNames.length === arity);
      const shown = namer === undefined ? shownNames(values) : null;
      return {
        names: namer?.optionNames.slice() ?? shown,
        namesBy: namer?.form ?? (shown === null ? null : 'markup'),
        values,
        valuesBy: stated.form,
      };
    }
  }
  const values = Array.from({ length: count }, (_, at) => (count === 1 ? [] : [`${at + 1}`]));
  return { names: null, namesBy: null, values, valuesBy: null };
}

/**
 * Returns the values in `option1` to `option3` of the rows; null where one row has none. A single `Default Title` means
 * no options.
 */
function valuesIn(rows: readonly (UnreadObject | null)[]): string[][] | null {
  if (rows.length === 1 && rows[0]?.option1 === 'Default Title' && textOf(rows[0].option2) === null) {
    return [[]];
  }
  const values = rows.map((row) => {
    const own = [row?.option1, row?.option2, row?.option3].map((value) =>
      typeof value === 'number' ? String(value) : textOf(value),
    );
    const last = own.findLastIndex((value) => value !== null);
    return own.slice(0, last + 1).map((value) => value ?? '');
  });
  return values.length > 0 && values.every(({ length }) => length > 0) ? values : null;
}

/**
 * Returns values split from titles such as "Red / L". A value may contain the separator itself: titles are split only
 * where all have the same number of values, which equals the number of options where that is known; otherwise each
 * title is one value.
 */
function splitTitles(rows: readonly (UnreadObject | null)[], options: number | null): string[][] | null {
  const titles = rows.map((row) => (row !== null && 'title' in row ? row.title : undefined));
  if (titles.length === 1 && titles[0] === null) {
    return [[]];
  }
  const texts = titles.map(textOf);
  if (texts.length === 0 || texts.some((text) => text === null)) {
    return null;
  }
  const parts = texts.map((text) => (text ?? '').split(' / '));
  const arity = parts[0]?.length ?? 0;
  const isEven = parts.every(({ length }) => length === arity) && arity <= optionsMax;
  return isEven && (options === null || options === arity) ? parts : texts.map((text) => [text ?? '']);
}

/** Returns the product's options as the feed sends them, values in the order in which a form lists them. */
export function optionsSent(names: readonly string[] | null, lister: Stated | undefined): unknown[] {
  const listed = itemsOf(lister?.product.options);
  return (names ?? []).map((name, at) => {
    const option = listed[at];
    return { name, values: isObject(option) ? option.values : [] };
  });
}
