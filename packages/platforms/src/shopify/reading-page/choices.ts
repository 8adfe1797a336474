import { isObject, itemsOf, textOf, type UnreadObject } from '../../unread.ts';
import type { PageForm, Told } from './told.ts';

/** The options of a product and each variant's values, and who told them; nulls where nobody did. */
export interface Choices {
  names: string[] | null;
  namesBy: PageForm | null;
  /** One list for each variant, in order; [] in each for a product without a choice. */
  values: string[][];
  valuesBy: PageForm | null;
}

/** Shopify allows three options to a product (`shopify/readme.md`). */
const optionsMax = 3;

/**
 * The choices of variants that several forms tell: values from the first form that tells them for every variant, names
 * from the first that names as many options. `rowsOf` gives a form's rows in the order of the variants. `shownNames` is
 * asked only where no form names the options.
 */
export function choicesOf(
  forms: readonly Told[],
  rowsOf: (told: Told) => readonly (UnreadObject | null)[],
  count: number,
  shownNames: (values: readonly string[][]) => string[] | null,
): Choices {
  const named = forms.filter(({ optionNames }) => optionNames.length > 0);
  const [surest] = named;
  for (const told of forms) {
    const values = valuesIn(rowsOf(told)) ?? splitTitles(rowsOf(told), surest?.optionNames.length ?? null);
    if (values !== null) {
      const arity = values.reduce((most, { length }) => Math.max(most, length), 0);
      if (arity === 0) {
        return { names: [], namesBy: told.form, values, valuesBy: told.form };
      }
      const namer = named.find(({ optionNames }) => optionNames.length === arity);
      const shown = namer === undefined ? shownNames(values) : null;
      return {
        names: namer?.optionNames.slice() ?? shown,
        namesBy: namer?.form ?? (shown === null ? null : 'markup'),
        values,
        valuesBy: told.form,
      };
    }
  }
  const values = Array.from({ length: count }, (_, at) => (count === 1 ? [] : [`${at + 1}`]));
  return { names: null, namesBy: null, values, valuesBy: null };
}

/** The values that rows carry in `option1` to `option3`; null where one row has none. One `Default Title` is no choice. */
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
 * Values from titles such as "Red / L". A value may hold the mark itself: titles are taken apart only where all give as many
 * values, and as many as there are options where that is known; else each title is one value.
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

/** The product's options as the feed sends them, values in the order a form lists them. */
export function optionsSent(names: readonly string[] | null, lister: Told | undefined): unknown[] {
  const listed = itemsOf(lister?.product.options);
  return (names ?? []).map((name, at) => {
    const option = listed[at];
    return { name, values: isObject(option) ? option.values : [] };
  });
}
