import { z } from 'zod/mini';

/**
 * How a price is rounded at the end: to the smallest coin (`cents`), to whole units (`integer`), to whole tens
 * (`0.00`), or to last digits such as `.99`, `.95`, `.90` and `9.90`; and the direction of rounding.
 */
export const Rounding = z.object({
  to: z.string().check(z.regex(/^(cents|integer|\d{0,4}\.\d{1,4})$/)),
  direction: z.enum(['nearest', 'up', 'down']),
});
export type Rounding = z.infer<typeof Rounding>;
