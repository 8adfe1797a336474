import type { Option, Variant } from '@bowerbird/catalog/product';
import { idOf, isObject, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { startCombinations } from '../product/combinations.ts';
import { type PageParent, variantOfRow } from './row-variant.ts';
import { keyOf, type ShownChoice, valueKey } from './shown-choices.ts';

/** The variants and options built from the rows of a product's variations. */
export interface PageVariants {
  options: Option[];
  variants: Variant[];
  /** Ids of the variations that apply to any value of an option, and so expand to several variants. */
  expanded: string[];
  /** Whether every combination that the shop sells is among `variants`. */
  areAll: boolean;
  /** Whether each value is the text that shoppers read, not its slug. */
  areLabelled: boolean;
}

/**
 * Returns the variants of a product from `data-product_variations`, values by their labels. A variation without a value
 * for an option is sold with any value: it expands to each value that the page shows. Where two have the same values,
 * the first is what a shopper gets.
 */
export function pageVariants(
  rows: readonly UnreadObject[],
  shown: ReadonlyMap<string, ShownChoice>,
  labelOf: (key: string) => string | null,
  parent: PageParent,
): PageVariants {
  const choices = choicesOf(rows, shown);
  const used = [...choices].filter(([, values]) => values.size > 0);
  const seen = new Set<string>();
  const ids = new Set<string>();
  const combinations = startCombinations();
  const made: PageVariants = {
    options: optionsOf(used, shown, labelOf),
    variants: [],
    expanded: [],
    areAll: used.length === choices.size && used.length > 0,
    areLabelled: used.every(
      ([key, values]) => !isShared(key) || [...values].every(([slug]) => shown.get(key)?.values.has(slug)),
    ),
  };
  for (const [at, row] of rows.entries()) {
    const chosen = chosenIn(row);
    const base = idOf(row.variation_id) ?? `v${at + 1}`;
    const lists = used.map(([key, values]) => {
      const value = chosen.get(key) ?? null;
      return value === null ? [...values.values()] : [values.get(valueKey(value)) ?? value];
    });
    const isAny = lists.some(({ length }) => length > 1);
    if (isAny) {
      made.expanded.push(base);
    }
    const variant = variantOfRow(row, base, parent);
    for (const [place, optionValues] of combinations.of(lists).entries()) {
      const choice = optionValues.join('\n');
      if (!seen.has(choice)) {
        seen.add(choice);
        made.variants.push({
          ...variant,
          id: freeId(isAny ? `${base}-${place + 1}` : base, ids),
          optionValues,
        });
      }
    }
  }
  return { ...made, areAll: made.areAll && combinations.areAll() };
}

function freeId(id: string, ids: Set<string>): string {
  let free = id;
  for (let at = ids.size; ids.has(free); at += 1) {
    free = `${id}-${at}`;
  }
  ids.add(free);
  return free;
}

/** Returns every option that the form or a variation names, with the values that either names, by slug. */
function choicesOf(
  rows: readonly UnreadObject[],
  shown: ReadonlyMap<string, ShownChoice>,
): Map<string, Map<string, string>> {
  const inRows = new Set(rows.flatMap((row) => [...chosenIn(row).keys()]));
  const keys = new Set([...[...shown.keys()].filter((key) => inRows.has(key)), ...inRows]);
  const choices = new Map([...keys].map((key) => [key, new Map(shown.get(key)?.values)]));
  for (const row of rows) {
    for (const [key, value] of chosenIn(row)) {
      const values = choices.get(key);
      if (value !== null && values !== undefined && !values.has(valueKey(value))) {
        values.set(valueKey(value), value);
      }
    }
  }
  return new Map([...choices].map(([key, values]) => [key, apart(values)]));
}

/** Keeps two values of one label distinct: each label then also contains what the form sends. */
function apart(values: ReadonlyMap<string, string>): Map<string, string> {
  const counts = new Map<string, number>();
  for (const label of values.values()) {
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return new Map(
    [...values].map(([value, label]) => [
      value,
      (counts.get(label) ?? 0) > 1 ? `${label} (${value})` : label,
    ]),
  );
}

/** Returns a variation's values by attribute, as the form sends them; null for any value. */
export function chosenIn(row: UnreadObject): Map<string, string | null> {
  return new Map(
    Object.entries(isObject(row.attributes) ? row.attributes : {}).flatMap(([name, value]) => {
      const key = keyOf(name);
      return key === null ? [] : [[key, textOf(value)] as const];
    }),
  );
}

function optionsOf(
  used: readonly [string, Map<string, string>][],
  shown: ReadonlyMap<string, ShownChoice>,
  labelOf: (key: string) => string | null,
): Option[] {
  const names = new Set<string>();
  return used.map(([key, values], at) => {
    const stated = shown.get(key)?.label ?? labelOf(key) ?? nameIn(key);
    const name = stated === '' || names.has(stated) ? `${stated} ${at + 1}`.trim() : stated;
    names.add(name);
    return { name, values: [...new Set(values.values())] };
  });
}

/** `attribute_pa_color` names the option Color. */
function nameIn(key: string): string {
  const word = key.replace(/^attribute_(pa_)?/, '').replaceAll('-', ' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Reports whether the whole shop shares an attribute: its values are slugs, those of a product's own attribute are what
 * shoppers read.
 */
function isShared(key: string): boolean {
  return key.startsWith('attribute_pa_');
}
