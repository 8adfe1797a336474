import { AppError } from '@bowerbird/contract/errors';
import type { Visit } from '../http.ts';
import { categoryLinks } from './links.ts';
import type { Category, ShopReader } from './shop-reader.ts';

/** For shops that give no lists of products at all: their sitemap and pages are the only way, which is no refusal. */
export const noLists = new AppError('source.gone', 'shops of this kind have no lists of products');

/** What a reader of such a shop has in place of lists. */
export const withoutLists: Pick<ShopReader, 'promised' | 'identityOf' | 'read'> = {
  promised: null,
  identityOf: () => ({ id: null, key: null }),
  read: async () => [],
};

/** The page of everything at `/collections/all` (assumed: `unknown/readme.md`); its length is not known beforehand. */
export const allProducts: Category = { id: 'all', key: 'all', name: 'all', path: [], promised: null };

/** The categories that the front page of a shop links to: all that is told of them where no list can be asked. */
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
