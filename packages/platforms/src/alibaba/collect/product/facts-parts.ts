import { unreadable } from '../../../collecting/pages/unreadable.ts';
import { distinctNames } from './distinct-names.ts';
import type { Axis, ProductFacts, Step } from './facts.ts';

/**
 * Returns values as sellers name them; values with the same name get a number, because each is a separate choice with
 * its own image.
 */
export function valuesOnce(values: Axis['values']): Axis['values'] {
  const names = distinctNames(values.map(({ name }) => name));
  return values.map((value, at) => ({ ...value, name: names[at] ?? value.name }));
}

/**
 * Returns name and value pairs without repetition, because the groups of a page repeat each other. A name with several
 * values keeps all of them.
 */
export function attributesOf(
  pairs: readonly { name: string | null; value: string | null }[],
): ProductFacts['attributes'] {
  const stated = new Map<string, ProductFacts['attributes'][number]>();
  for (const { name, value } of pairs) {
    if (name !== null && value !== null) {
      stated.set(`${name.length} ${name}${value}`, { name, value });
    }
  }
  return [...stated.values()];
}

/** Returns quantity price steps, each quantity once. */
export function tiersOf(steps: readonly Step[]): Step[] {
  const byMinimum = new Map(steps.map((step) => [step.minimum, step]));
  return [...byMinimum.values()].sort((one, other) => one.minimum - other.minimum);
}

/** Returns the title, unless a wrong encoding has destroyed it. */
export function soundTitle(title: string | null, id: string): string {
  const broken = title?.match(/\ufffd/g)?.length ?? 0;
  if (title === null || broken * 4 > title.length) {
    throw unreadable('title', id);
  }
  return title;
}
