import type { Product } from '@bowerbird/catalog/product';
import type { AppError } from '@bowerbird/contract/errors';
import { closedWay } from '../../net/failures.ts';
import type { Category, Place, ShopReader } from '../shop-reader.ts';

/** Represents the page of everything a site has, in place of a category. */
export const everything: Category = { id: '*', key: '*', name: '*', path: [], promised: null };

/** Number of previewed products; each needs its own page. */
const previewed = 3;

/**
 * Returns the first products that shoppers see, for a shop whose API is closed by this refusal. Returns none when the
 * API does not exist and no page lists products: the sitemap may still name them. Any other refusal is thrown when the
 * pages give nothing either.
 */
export async function previewOfPages(
  reader: ShopReader,
  { scope, key }: Place,
  refusal: AppError,
): Promise<{ products: Product[]; promised: null }> {
  const shown: Category =
    scope === 'shop' || key === null
      ? everything
      : { id: key, key, name: key, path: [], promised: null, ...(scope === 'search' && { search: key }) };
  const products: Product[] = [];
  try {
    const keys = (await reader.keysOnPage?.(shown, 1)) ?? [];
    for (const each of keys.slice(0, previewed)) {
      products.push(await reader.readOne(each));
    }
  } catch (thrown) {
    closedWay(thrown);
  }
  if (products.length === 0 && refusal.code !== 'source.gone') {
    throw refusal;
  }
  return { products, promised: null };
}
