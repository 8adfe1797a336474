import { z } from 'zod/mini';

/** Returns the schema of a list's response: some items, the total number, and the cursor of the next page. */
export function listOf<Item extends z.core.$ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    /** True where there are more than `total`: counting ended there. */
    totalIsEstimate: z.boolean(),
    /** Null at the end. Opaque. */
    nextCursor: z.nullable(z.string()),
  });
}

/** Where a list continues, as returned with its previous page. */
export const Cursor = z.string().check(z.maxLength(8000));

/** A number in a query string. */
export const queryNumber = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number));
export const pageQuery = { cursor: z.optional(Cursor), limit: z.optional(queryNumber) };

/** An ISO 8601 instant. */
export const Instant = z.iso.datetime({ offset: true }).check(z.maxLength(40));
