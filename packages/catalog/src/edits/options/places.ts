import type { Product, Variant } from '../../product.ts';
import type { Scope } from '../kind.ts';
import { type MergeRule, mergeVariants } from '../variants/merge.ts';

/** Returns the normalised form of an option's name for matching: without regard to case. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

/** Returns the index of an option by its name; -1 when there is none. */
export function placeOf(product: Product, name: string): number {
  const key = nameKey(name);
  return product.options.findIndex((option) => nameKey(option.name) === key);
}

/**
 * Merges the variants that have become the same. Without a rule for that it is refused, because nobody said which of
 * them is kept; the first one is, where a refusal is not heard.
 */
export function merged(variants: readonly Variant[], rule: MergeRule | undefined, scope: Scope): Variant[] {
  const left = mergeVariants(variants, rule);
  if (rule === undefined && left.length < variants.length) {
    scope.refuse('variants-equal', { count: variants.length - left.length });
  }
  return left;
}
