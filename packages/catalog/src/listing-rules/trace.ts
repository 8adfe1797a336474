import { z } from 'zod/mini';

/** The kinds of steps in the trace of a rule. */
export const stepKinds = [
  /** The base amount of the calculation: the cost, the price used as the cost, the price, the compare-at price. */
  'cost',
  'price-as-cost',
  'price',
  'compare-at',
  /** The range of the formula that applies; `no-range`: none applies, so the amount is unchanged. */
  'range',
  'no-range',
  'times',
  'plus',
  'minimum',
  'not-below-zero',
  'rate',
  'rounded',
  'above',
  'not-above-price',
  'no-price',
  /**
   * The known inventory, the default quantity where it is unknown, and what remains after subtracting the safety stock.
   */
  'inventory',
  'inventory-default',
  'safety-stock',
  'template',
  'shortened',
  'mapped',
  'set',
  /** Set for this store alone. */
  'own-value',
] as const;
export type StepKind = (typeof stepKinds)[number];

/** One step in the calculation of a value, with the result after it. */
export const Step = z.object({
  kind: z.enum(stepKinds),
  values: z.record(z.string(), z.string()),
  result: z.nullable(z.string()),
});
export type Step = z.infer<typeof Step>;

/** Why one value of a product is what it is in a store. `path` is, for example, `variants.0.price`, `title`, `tags`. */
export const TraceEntry = z.object({
  path: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** The result of the last step is `after`. */
  steps: z.array(Step),
});
export type TraceEntry = z.infer<typeof TraceEntry>;

/** Creates a step as data. */
export function step(kind: StepKind, result: string | null, values: Record<string, string> = {}): Step {
  return { kind, values, result };
}
