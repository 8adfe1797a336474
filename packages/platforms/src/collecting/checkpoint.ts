import { z } from 'zod/mini';
import type { Json } from '../context.ts';

const root = z.string();
const page = z.int().check(z.positive());
/** Number of products seen so far, saved and skipped. */
const seen = z.int().check(z.nonnegative());

const ShopCheckpoint = z.discriminatedUnion('way', [
  z.object({ way: z.literal('feed'), root, page, seen }),
  z.object({ way: z.literal('collections'), root, key: z.string(), page, seen }),
  /** Products that the sitemap names and no list contained, still to be read. */
  z.object({ way: z.literal('missing'), root, left: z.array(z.string()), seen }),
  /** The last product of the sitemap that was read. */
  z.object({ way: z.literal('sitemap'), root, last: z.string(), seen }),
  /** The next page of the shop's list of all products. */
  z.object({ way: z.literal('pages'), root, page, seen }),
]);

const CategoryCheckpoint = z.object({
  way: z.literal('category'),
  /** Index of the requested address. */
  at: z.int().check(z.nonnegative()),
  page,
  /** Whether the page is one of the shop's own pages, because its lists are closed. */
  html: z.boolean(),
  seen,
});

const OneCheckpoint = z.union([ShopCheckpoint, CategoryCheckpoint]);

/** Position in a list of addresses: the address and, for a whole shop or category, the position in it. */
const ListCheckpoint = z.object({
  way: z.literal('list'),
  at: z.int().check(z.nonnegative()),
  inside: z.nullable(OneCheckpoint),
});

const Checkpoint = z.union([OneCheckpoint, ListCheckpoint]);

export type ShopCheckpoint = z.infer<typeof ShopCheckpoint>;
export type CategoryCheckpoint = z.infer<typeof CategoryCheckpoint>;
export type ListCheckpoint = z.infer<typeof ListCheckpoint>;

/**
 * Parses a saved checkpoint. A checkpoint in another format restarts the run from scratch; products already saved are
 * not saved twice.
 */
export function readCheckpoint(saved: Json | null): z.infer<typeof Checkpoint> | null {
  return z.safeParse(Checkpoint, saved).data ?? null;
}

export function isOfShop(checkpoint: z.infer<typeof Checkpoint> | null): checkpoint is ShopCheckpoint {
  return checkpoint !== null && checkpoint.way !== 'category' && checkpoint.way !== 'list';
}
