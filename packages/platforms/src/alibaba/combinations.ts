import type { Axis } from './goods.ts';
import { valuesOnce } from './goods-parts.ts';

/** One choice of a combination: which axis, which value, and the image beside it. */
export interface Choice {
  axis: string;
  value: string;
  picture: string | null;
}

/**
 * Axes in the order in which combinations name them, and each combination's values in that order. The open platforms tell
 * a value by its name alone: where two combinations would be the same, values of one name with different images are two.
 */
export function combine(rows: readonly (readonly Choice[])[]): { axes: Axis[]; values: string[][] } {
  const byName = combinedBy(rows, ({ value }) => value);
  const distinct = new Set(byName.values.map((values) => JSON.stringify(values)));
  return distinct.size === rows.length
    ? byName
    : combinedBy(rows, ({ value, picture }) => JSON.stringify([value, picture]));
}

/** `keyOf` says which choices of an axis are the same value. */
function combinedBy(rows: readonly (readonly Choice[])[], keyOf: (choice: Choice) => string) {
  const choices = new Map<string, Map<string, Axis['values'][number]>>();
  for (const choice of rows.flat()) {
    const { axis, value, picture } = choice;
    const values = choices.get(axis) ?? new Map<string, Axis['values'][number]>();
    choices.set(axis, values);
    const key = keyOf(choice);
    values.set(key, { name: value, picture: values.get(key)?.picture ?? picture });
  }
  const axes = [...choices].map(
    ([name, values]): Axis => ({ name, values: valuesOnce([...values.values()]) }),
  );
  const names = [...choices].map(([, values], place) => {
    const keys = [...values.keys()];
    return new Map(keys.map((key, at) => [key, axes[place]?.values[at]?.name ?? '']));
  });
  const values = rows.map((row) =>
    axes.map(({ name }, place) => {
      const choice = row.find(({ axis }) => axis === name);
      return choice === undefined ? '' : (names[place]?.get(keyOf(choice)) ?? '');
    }),
  );
  return { axes, values };
}
