import { z } from 'zod/mini';

/** What one step of a rule did. */
export const stepKinds = [
  /** Where the reckoning began: the cost, the price taken for the cost, the price, the compare-at price. */
  'cost',
  'price-as-cost',
  'price',
  'compare-at',
  /** The range of the formula that holds; `no-range`: none does, so the amount stays. */
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
  /** The inventory as it is counted, the quantity taken where none is known, and what is left past the safety stock. */
  'inventory',
  'inventory-default',
  'safety-stock',
  'template',
  'shortened',
  'mapped',
  'set',
] as const;
export type StepKind = (typeof stepKinds)[number];

/** One step on the way to a value, with what stood there after it. */
export const Step = z.object({
  kind: z.enum(stepKinds),
  values: z.record(z.string(), z.string()),
  result: z.nullable(z.string()),
});
export type Step = z.infer<typeof Step>;

/** Why one value of a product is what it is in a store: `path` as `variants.0.price`, `title`, `tags`. */
export const TraceEntry = z.object({
  path: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** The result of the last is `after`. */
  steps: z.array(Step),
});
export type TraceEntry = z.infer<typeof TraceEntry>;

/** A step as data. */
export function step(kind: StepKind, result: string | null, values: Record<string, string> = {}): Step {
  return { kind, values, result };
}
