import { z } from 'zod/mini';

/**
 * What a price is rounded to: the smallest coin (`cents`), whole units (`integer`), whole tens (`0.00`), or last digits
 * such as `.99`, `.95`, `.90` and `9.90`.
 */
const RoundTo = z.string().check(z.regex(/^(cents|integer|\d{0,4}\.\d{1,4})$/));
const Direction = z.enum(['nearest', 'up', 'down']);

/** How a price is rounded at the end, and the direction of rounding. */
export const Rounding = z.object({ to: RoundTo, direction: Direction });
export type Rounding = z.infer<typeof Rounding>;

/** The last digits that a price should have, and the direction in which to look for them: the nearest, if absent. */
export const Ending = z.strictObject({ to: RoundTo, direction: z.optional(Direction) });
export type Ending = z.infer<typeof Ending>;
