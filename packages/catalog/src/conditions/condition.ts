import { z } from 'zod/mini';

/** Conditions joined: all of them, one of them at least, or not this one. */
export type Joined<Leaf> =
  | Leaf
  | { kind: 'all'; of: Joined<Leaf>[] }
  | { kind: 'any'; of: Joined<Leaf>[] }
  | { kind: 'not'; of: Joined<Leaf> };

/** How deep conditions stand inside each other: the outermost is the first level. */
export const depthMax = 5;

/** The most comparisons and joints of one condition together. */
export const countMax = 50;

/**
 * Returns the schema of these comparisons joined with `all`, `any` and `not`, at most `depthMax` deep and `countMax` in
 * number. It is built level by level, so that no depth of nesting in what is read can exhaust the stack.
 */
export function joined<Leaf extends { kind: string }>(
  leaf: z.ZodMiniType<Leaf>,
): z.ZodMiniType<Joined<Leaf>> {
  let level = leaf as z.ZodMiniType<Joined<Leaf>>;
  for (let depth = 1; depth < depthMax; depth += 1) {
    const inner = level;
    const several = z.array(inner).check(z.minLength(1), z.maxLength(countMax));
    level = z.discriminatedUnion('kind', [
      leaf as unknown as z.core.$ZodTypeDiscriminable,
      z.strictObject({ kind: z.literal('all'), of: several }),
      z.strictObject({ kind: z.literal('any'), of: several }),
      z.strictObject({ kind: z.literal('not'), of: inner }),
    ]) as unknown as z.ZodMiniType<Joined<Leaf>>;
  }
  return level.check(z.refine((condition) => countOf(condition) <= countMax, 'Too many comparisons'));
}

function countOf(condition: { kind: string; of?: unknown; where?: unknown }): number {
  const parts = [condition.of, condition.where].flat().filter(isCondition);
  return parts.reduce((count, part) => count + countOf(part), 1);
}

function isCondition(part: unknown): part is { kind: string } {
  return typeof part === 'object' && part !== null && 'kind' in part;
}

/** Evaluates joined conditions from the left, and stops as soon as the answer is known. */
export function holds<Leaf extends { kind: string }>(
  condition: Joined<Leaf>,
  holdsLeaf: (leaf: Leaf) => boolean,
): boolean {
  const each = condition as Exclude<Joined<Leaf>, Leaf>;
  switch (each.kind) {
    case 'all':
      return each.of.every((part) => holds(part, holdsLeaf));
    case 'any':
      return each.of.some((part) => holds(part, holdsLeaf));
    case 'not':
      return !holds(each.of, holdsLeaf);
    default:
      return holdsLeaf(condition as Leaf);
  }
}
