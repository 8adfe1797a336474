import { combinationOf } from './invariants.ts';
import type { Variant } from './product.ts';

/**
 * The reading's variants under the ids that they have with us. Readings number their variants anew, so one is known
 * again by its option values, else by its SKU; a single variant stays the single one. A new one gets an id that nobody
 * has or had: it is none of `taken`.
 */
export function withKnownIds(
  read: readonly Variant[],
  known: readonly Variant[],
  taken: Iterable<string> = [],
): Variant[] {
  const ids = new Map<Variant, string>();
  const left = new Set(known);
  for (const keyOf of [byOptions, bySku]) {
    const open = read.filter((variant) => !ids.has(variant));
    for (const [key, [variant, another]] of groups(open, keyOf)) {
      const [match, otherMatch] = [...left].filter((each) => keyOf(each) === key);
      if (key !== null && variant && match && !another && !otherMatch) {
        ids.set(variant, match.id);
        left.delete(match);
      }
    }
  }
  const [only] = read;
  const [last] = known;
  if (only && last && read.length === 1 && known.length === 1) {
    ids.set(only, last.id);
  }
  const next = freeIds([...taken, ...known.map(({ id }) => id)]);
  return read.map((variant) => ({ ...variant, id: ids.get(variant) ?? next() }));
}

function byOptions({ optionValues }: Variant): string {
  return combinationOf(optionValues);
}

function bySku({ sku }: Variant): string | null {
  return sku;
}

function groups(
  variants: readonly Variant[],
  keyOf: (variant: Variant) => string | null,
): Map<string | null, Variant[]> {
  const grouped = new Map<string | null, Variant[]>();
  for (const variant of variants) {
    const key = keyOf(variant);
    grouped.set(key, [...(grouped.get(key) ?? []), variant]);
  }
  return grouped;
}

function freeIds(taken: readonly string[]): () => string {
  let highest = taken.reduce((most, id) => Math.max(most, Number(/^v(\d{1,9})$/.exec(id)?.[1] ?? 0)), 0);
  return () => {
    highest += 1;
    return `v${highest}`;
  };
}
