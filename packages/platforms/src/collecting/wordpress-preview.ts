import type { Product } from '@bowerbird/catalog/product';
import type { AppError } from '@bowerbird/contract/errors';
import { closedWay } from '../failures.ts';
import type { Category, Place, ShopReader } from './shop-reader.ts';

/** Stands for the page of all that a site has, in place of a category. */
export const everything: Category = { id: '*', key: '*', name: '*', path: [], promised: null };

/** Each is a page of its own. */
const previewed = 3;

/**
 * The first products that shoppers see, for a shop whose API is closed by this refusal. None where the API is not there and no
 * page lists any: the sitemap may still name them. Any other refusal is thrown where the pages tell nothing either.
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
