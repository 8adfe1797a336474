import type { MarkupHandler } from '../../../reading/html/walk-markup.ts';

/** An option as a page's form shows it: `name` is null where the form names it for machines only. */
interface Group {
  name: string | null;
  values: Set<string>;
}

/** Collects the options that a page's forms show, during a pass over it. */
export interface ShownOptions {
  handler: MarkupHandler;
  /** Options found so far, in the page's order. */
  found: ReadonlyMap<string, Group>;
}

/** Largest number of options of a page that are examined, and of values of each. */
const groupsMax = 200;
const valuesMax = 500;

/**
 * Returns the names of the options as a page's form shows them (`<select name="options[Size]">`, a group of radio
 * buttons in its `<fieldset>`): for each position of the variants' values, the option that offers exactly these. Null
 * where one is not found.
 */
export function shownOptionNames(
  { found: groupsByKey }: ShownOptions,
  values: readonly (readonly string[])[],
): string[] | null {
  const groups = [...groupsByKey.values()];
  const arity = values.reduce((most, { length }) => Math.max(most, length), 0);
  const names = Array.from({ length: arity }, (_, place) => {
    const wanted = new Set(values.map((each) => each[place] ?? ''));
    const found = groups.find(
      (group) =>
        group.name !== null &&
        group.values.size === wanted.size &&
        [...wanted].every((one) => group.values.has(one)),
    );
    return found?.name ?? null;
  });
  const stated = names.filter((name) => name !== null);
  return stated.length === arity && new Set(stated).size === arity ? stated : null;
}

/** Returns a collector for the options of one page. */
export function shownOptions(): ShownOptions {
  const groups = new Map<string, Group>();
  let select: Group | null = null;
  let legend: string | null = null;
  let isInLegend = false;
  const groupOf = (key: string, name: string | null): Group | null => {
    const known = groups.get(key);
    if (known !== undefined || groups.size >= groupsMax) {
      return known ?? null;
    }
    const group = { name, values: new Set<string>() };
    groups.set(key, group);
    return group;
  };
  const add = (group: Group | null, value: string | undefined) => {
    if (group !== null && value !== undefined && value !== '' && group.values.size < valuesMax) {
      group.values.add(value.trim());
    }
  };
  const handler: MarkupHandler = {
    onopentag(tag, { name, type, value }) {
      isInLegend = false;
      if (tag === 'fieldset') {
        legend = null;
      } else if (tag === 'legend') {
        isInLegend = true;
      } else if (tag === 'select' && name !== undefined) {
        select = groupOf(`select ${name}`, optionIn(name));
      } else if (tag === 'option') {
        add(select, value);
      } else if (tag === 'input' && type === 'radio' && name !== undefined) {
        add(groupOf(`radio ${name}`, optionIn(name) ?? legend ?? plainName(name)), value);
      }
    },
    ontext(text) {
      if (isInLegend && legend === null && text.trim() !== '') {
        legend = text.split(':')[0]?.trim().slice(0, 100) || null;
      }
    },
    onclosetag(tag) {
      if (tag === 'select') {
        select = null;
      } else if (tag === 'legend') {
        isInLegend = false;
      } else if (tag === 'fieldset') {
        legend = null;
      }
    },
  };
  return { handler, found: groups };
}

/** `options[Size]` names the option Size. */
function optionIn(name: string): string | null {
  return /^options\[([^\]]{1,100})\]/.exec(name)?.[1]?.trim() || null;
}

/** `Size` and `Size-1` name the option Size; a machine-readable name names none. */
function plainName(name: string): string | null {
  const plain = name.replace(/-\d{1,2}$/, '').trim();
  return plain === '' || plain.length > 40 || /[\d_[\]{}]|option|selector|template|variant/i.test(plain)
    ? null
    : plain;
}
