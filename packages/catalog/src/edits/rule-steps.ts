import type { Product } from '../product.ts';
import { applySteps, type EditStep } from './edit-steps.ts';
import type { Refusal } from './refusal.ts';

/** One version of an edit rule, as it is attached to a product. */
export interface AttachedRule {
  /** The attachment. */
  id: string;
  steps: readonly EditStep[];
}

/** A rule that could not be applied to a product, and why. */
export interface RuleRejection {
  attachmentId: string;
  step: number;
  refusal: Refusal;
}

/**
 * Applies rules one after the other, each to what the rules before it made. The result depends on the product and the
 * rules alone, so that applying them to the next snapshot never applies them twice. A rule that cannot be applied as a
 * whole is left out and reported; the others count.
 */
export function applyRules(
  product: Product,
  rules: readonly AttachedRule[],
): { product: Product; rejections: RuleRejection[] } {
  const rejections: RuleRejection[] = [];
  let ruled = product;
  for (const { id, steps } of rules) {
    const outcome = applySteps(ruled, steps);
    if (outcome.outcome === 'rejected') {
      rejections.push({ attachmentId: id, step: outcome.step, refusal: outcome.refusal });
    }
    ruled = outcome.product;
  }
  return { product: ruled, rejections };
}
