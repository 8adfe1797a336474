import { combinationOf } from '../invariants/invariants.ts';
import type { Variant } from '../product.ts';

/**
 * Returns the snapshot's variants with the ids that they have in our product. Where the source has its own ids,
 * variants are matched by them. Snapshots that number their variants number them again each time, so there variants are
 * matched by option values, else by SKU. A single variant always matches a single variant. A new variant keeps its own
 * id, or gets one that no variant has or had: none of `taken`.
 */
export function withKnownIds(
  read: readonly Variant[],
  known: readonly Variant[],
  taken: Iterable<string> = [],
): Variant[] {
  const ids = new Map<Variant, string>();
  const left = new Set(known);
  for (const keyOf of [byOwnId, byOptions, bySku]) {
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
  const had = new Set([...taken, ...known.map(({ id }) => id)]);
  const next = freeIds([...had]);
  return read.map((variant) => {
    const own = byOwnId(variant);
    return { ...variant, id: ids.get(variant) ?? (own === null || had.has(own) ? next() : own) };
  });
}

/** Null for an id that is only a snapshot's own number. */
function byOwnId({ id }: Variant): string | null {
  return /^v\d{1,9}$/.test(id) ? null : id;
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
