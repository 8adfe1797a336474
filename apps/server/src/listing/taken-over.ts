import type { Product } from '@bowerbird/catalog/product';
import type { Lane } from './lane.ts';
import type { Work } from './work.ts';

/**
 * What a product that was taken over is taken to have held before our first write of it, where a store counts its own pieces: those of our
 * variants that are there and counted. So their pieces stay as the store counts them, and variants that it did not have, or sold without
 * counting, get ours: counted from now on, these would be sold out. Null where that makes no difference.
 */
export async function beforeTakenOver(
  lane: Lane,
  { row, product }: Pick<Work, 'row' | 'product'>,
  target: string,
): Promise<Product | null> {
  const { reading, finishing } = lane.lister;
  const isCounted = product.variants.some(({ stock }) => stock !== null);
  // Where pieces are set beside a product, that looks at what is there by itself.
  if (!reading || reading.updateSetsStock || finishing !== undefined) {
    return null;
  }
  if (row.created_by_us || row.listed_attempt !== null || !isCounted) {
    return null;
  }
  const access = await lane.session.access(lane.cut);
  const [there = null] = await reading.read([target], access, lane.session.context(lane.cut));
  if (there === null) {
    return null;
  }
  const counted = there.variants.filter(({ stock }) => stock !== null);
  const choices = new Set(counted.map(({ optionValues }) => JSON.stringify(optionValues)));
  const isAlike =
    JSON.stringify(there.options.map(({ name }) => name)) ===
    JSON.stringify(product.options.map(({ name }) => name));
  const variants = product.variants.filter(
    ({ optionValues }) => isAlike && choices.has(JSON.stringify(optionValues)),
  );
  // Of categories nothing is known: the product joins all of ours, and stays in those that the merchant chose.
  return { ...product, categories: [], variants };
}
