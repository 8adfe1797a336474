import { AppError } from '@bowerbird/contract/errors';
import type { StoreCategories } from '../../listing/store/categories.ts';
import { idOf, isObject, textOf } from '../../reading/unread.ts';
import { readJson, versionOf } from './connection/client.ts';

/**
 * A store's manual collections: paged by number in version 2022-01, by cursor in later ones (`readme.md`, Versions and
 * answers).
 */
export const storeCategories: StoreCategories = {
  shape: 'list',
  creates: true,
  details: null,
  async *read(store, context) {
    const isOld = versionOf(store) === '2022-01';
    const size = isOld ? 250 : 100;
    let cursor = '';
    for (let page = 1; ; page += 1) {
      const query: [string, string][] = [
        [isOld ? 'limit' : 'page_size', String(size)],
        ...(isOld ? [['page', String(page)] satisfies [string, string]] : []),
        ...(cursor === '' ? [] : [['cursor', cursor] satisfies [string, string]]),
      ];
      const body = await readJson({ method: 'GET', route: '/collections', query }, store, context);
      if (!Array.isArray(body.collections)) {
        throw new AppError('store.unwell', 'an answer without the list of collections');
      }
      const next = textOf(body.cursor) ?? '';
      const hasMore = isOld ? body.collections.length >= size : next !== '' && next !== cursor;
      yield {
        categories: body.collections
          .filter(isObject)
          .filter(({ smart }) => smart !== true)
          .flatMap(({ id: sentId, title }) => {
            const id = idOf(sentId);
            return id === null ? [] : [{ id, name: textOf(title) ?? '', parentId: null, productCount: null }];
          }),
        hasMore,
      };
      if (!hasMore) {
        return;
      }
      cursor = next;
    }
  },
};
