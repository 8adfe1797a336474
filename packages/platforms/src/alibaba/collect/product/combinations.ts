import type { Axis } from './facts.ts';
import { valuesOnce } from './facts-parts.ts';

/** One choice of a combination: its axis, its value and the image of the value. */
export interface Choice {
  axis: string;
  value: string;
  image: string | null;
}

/**
 * Returns the axes in the order in which combinations name them, and each combination's values in that order. The open
 * platforms identify a value only by its name: where two combinations would otherwise be equal, values with the same
 * name and different images count as two values.
 */
export function combine(rows: readonly (readonly Choice[])[]): { axes: Axis[]; values: string[][] } {
  const byName = combinedBy(rows, ({ value }) => value);
  const distinct = new Set(byName.values.map((values) => JSON.stringify(values)));
  return distinct.size === rows.length
    ? byName
    : combinedBy(rows, ({ value, image }) => JSON.stringify([value, image]));
}

/** Combines rows; `keyOf` decides which choices of an axis are the same value. */
function combinedBy(rows: readonly (readonly Choice[])[], keyOf: (choice: Choice) => string) {
  const choices = new Map<string, Map<string, Axis['values'][number]>>();
  for (const choice of rows.flat()) {
    const { axis, value, image } = choice;
    const values = choices.get(axis) ?? new Map<string, Axis['values'][number]>();
    choices.set(axis, values);
    const key = keyOf(choice);
    values.set(key, { name: value, imageUrl: values.get(key)?.imageUrl ?? image });
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
