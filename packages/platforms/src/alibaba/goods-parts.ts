import { unreadable } from '../collecting/unreadable.ts';
import { distinctNames } from './distinct-names.ts';
import type { Axis, Goods, Step } from './goods.ts';

/** Values as sellers name them, two of one name told apart by a number: each is a choice with its own image. */
export function valuesOnce(values: Axis['values']): Axis['values'] {
  const names = distinctNames(values.map(({ name }) => name));
  return values.map((value, at) => ({ ...value, name: names[at] ?? value.name }));
}

/**
 * Names and values, each pair once, for the groups of a page repeat each other. A name that comes with several values
 * stands beside each of them.
 */
export function attributesOf(
  pairs: readonly { name: string | null; value: string | null }[],
): Goods['attributes'] {
  const told = new Map<string, Goods['attributes'][number]>();
  for (const { name, value } of pairs) {
    if (name !== null && value !== null) {
      told.set(`${name.length} ${name}${value}`, { name, value });
    }
  }
  return [...told.values()];
}

/** A ladder by quantity, each quantity once. */
export function ladderOf(steps: readonly Step[]): Step[] {
  const byMinimum = new Map(steps.map((step) => [step.minimum, step]));
  return [...byMinimum.values()].sort((one, other) => one.minimum - other.minimum);
}

/** A title that the wrong encoding has destroyed is none to keep. */
export function soundTitle(title: string | null, id: string): string {
  const broken = title?.match(/\ufffd/g)?.length ?? 0;
  if (title === null || broken * 4 > title.length) {
    throw unreadable('title', id);
  }
  return title;
}
