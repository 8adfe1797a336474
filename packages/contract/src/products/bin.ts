import { Price } from '@bowerbird/catalog/product';
import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { route } from '../route.ts';
import { ProductId } from './products.ts';

/** Days for which deleted products can be restored. */
export const binDays = 30;

/** A deleted product. What stands in stores of it was not touched. */
export const BinnedProduct = z.object({
  id: ProductId,
  /** Equal for products that were deleted together. */
  binId: z.uuid(),
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  price: z.nullable(Price),
  currency: z.nullable(z.string()),
  variantCount: z.int(),
  /** Number of stores in which it stands. */
  stores: z.int(),
  binnedAt: Instant,
  /** When it is deleted for good. */
  goneAt: Instant,
  by: z.nullable(z.string()),
});
export type BinnedProduct = z.infer<typeof BinnedProduct>;

/** Lists what is in the bin, last deleted first. Products in the bin do not count towards a plan's limit. */
export const listBin = route({
  method: 'GET',
  path: '/bin',
  needs: { permission: 'products', action: 'query' },
  query: z.object({ ...pageQuery, text: z.optional(z.string().check(z.maxLength(200))) }),
  answer: listOf(BinnedProduct),
});

const Which = z.union([
  z.object({ ids: z.array(ProductId).check(z.minLength(1), z.maxLength(1000)) }),
  z.object({ binId: z.uuid() }),
  z.object({ all: z.literal(true) }),
]);
/** Some products in the bin, those that were deleted together, or all. */
export type RestoreFromBin = z.infer<typeof Which>;

/**
 * Takes products out of the bin, with their history, listings, images and source. A source that was claimed again
 * meanwhile stays with the other product (`unlinked`). Fails with `quota.exceeded` if not all fit.
 */
export const restoreFromBin = route({
  method: 'POST',
  path: '/bin/restore',
  needs: { permission: 'products', action: 'edit' },
  body: Which,
  answer: z.object({ restored: z.int(), unlinked: z.int() }),
});

/** Deletes products in the bin for good. */
export const deleteFromBin = route({
  method: 'POST',
  path: '/bin/delete',
  needs: { permission: 'products', action: 'delete' },
  body: Which,
  answer: z.object({ deleted: z.int() }),
});
