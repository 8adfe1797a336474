import { z } from 'zod';
import type { SeenProduct } from '../../listing/product-seen.ts';
import { hashReadBack } from './hash.ts';

const Metafield = z.object({ value: z.string() }).nullish();

/** The fragment `SeenProduct` of `operations.ts`. */
export const StoreProduct = z.object({
  id: z.string(),
  handle: z.string(),
  status: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  title: z.string(),
  descriptionHtml: z.string(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  onlineStoreUrl: z.string().nullish(),
  key: Metafield,
  attempt: Metafield,
});
export type StoreProduct = z.infer<typeof StoreProduct>;

/** Returns a product that Shopify returned, in our data model. */
export async function seenOf(product: StoreProduct): Promise<SeenProduct> {
  return {
    storeProductId: product.id,
    key: product.key?.value ?? null,
    attemptId: product.attempt?.value ?? null,
    handle: product.handle,
    skus: [],
    hash: await hashReadBack(product),
    status: product.status.toLowerCase(),
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    version: product.updatedAt,
    address: product.onlineStoreUrl ?? null,
  };
}
