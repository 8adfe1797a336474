import { AppError } from '@bowerbird/contract/errors';
import type { Visit } from '../net/http.ts';
import { categoryLinks } from './links/links.ts';
import type { Category, ShopReader } from './shop-reader.ts';

/** For shops without any product lists: their sitemap and pages are the only way, which is not a refusal. */
export const noLists = new AppError('source.gone', 'shops of this kind have no lists of products');

/** Parts of a reader for such a shop, in place of lists. */
export const withoutLists: Pick<ShopReader, 'promised' | 'identityOf' | 'read'> = {
  promised: null,
  identityOf: () => ({ id: null, key: null }),
  read: async () => [],
};

/**
 * The list of all products at `/collections/all` (assumed: `unknown/readme.md`); its length is not known in advance.
 */
export const allProducts: Category = { id: 'all', key: 'all', name: 'all', path: [], promised: null };

/**
 * Returns the categories that a shop's front page links to: the only source of categories when there is no list to
 * request.
 */
export async function linkedCategories(visit: Visit, root: string): Promise<Category[]> {
  const { text } = await visit.getText(new URL(`${root}/`));
  return [...categoryLinks(text)].map(([key, name]) => ({
    id: key,
    key,
    name,
    path: [name],
    promised: null,
  }));
}
