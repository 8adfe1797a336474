import type { Product } from '@bowerbird/catalog/product';
import type { Work } from '../engine/work.ts';
import type { StoreJob } from '../store-job/store-job.ts';

/**
 * Returns what a product that was taken over is assumed to have held before our first write of it, where a store tracks
 * inventory itself: those of our variants that are there and tracked. So their inventory stays as the store counts it,
 * and variants that the product did not have, or sold untracked, get ours: tracked from now on, these would otherwise
 * be sold out. Null where that makes no difference.
 */
export async function beforeTakenOver(
  storeJob: StoreJob,
  { row, product }: Pick<Work, 'row' | 'product'>,
  target: string,
): Promise<Product | null> {
  const { features, reader, writer } = storeJob.lister;
  const isCounted = product.variants.some(({ stock }) => stock !== null);
  // Where inventory is set by requests of its own, those look at the current inventory themselves.
  if (features.updateSetsStock || writer.finishing) {
    return null;
  }
  if (row.created_by_us || row.listed_attempt !== null || !isCounted) {
    return null;
  }
  const access = await storeJob.session.access(storeJob.cut);
  const [there = null] = await reader.content.read([target], access, storeJob.session.context(storeJob.cut));
  if (there === null) {
    return null;
  }
  const counted = there.variants.filter(({ stock }) => stock !== null);
  const choices = new Set(counted.map(({ optionValues }) => JSON.stringify(optionValues)));
  const isSameValue =
    JSON.stringify(there.options.map(({ name }) => name)) ===
    JSON.stringify(product.options.map(({ name }) => name));
  const variants = product.variants.filter(
    ({ optionValues }) => isSameValue && choices.has(JSON.stringify(optionValues)),
  );
  // Nothing is known of its categories: the product joins all of ours, and stays in those that the merchant chose.
  return { ...product, categories: [], variants };
}
