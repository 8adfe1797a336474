import { AppError } from '@bowerbird/contract/errors';
import type { StoreCategories } from '../../listing/store/categories.ts';
import { idOf, isObject, textOf } from '../../reading/unread.ts';
import { read } from './connection/client.ts';
import { nextIn } from './look.ts';

const perPage = 250;

/**
 * A store's manual collections. We assume that they page by `link` as products do: when a full page names no next page,
 * more may exist, and the page says so.
 */
export const storeCategories: StoreCategories = {
  shape: 'list',
  creates: true,
  details: null,
  async *read(store, context) {
    let after: string | null = null;
    for (;;) {
      const query: Record<string, string> = {
        limit: String(perPage),
        ...(after !== null && { page_info: after }),
      };
      const { body, headers } = await read(
        { path: 'products/custom_collections.json', query },
        store,
        context,
      );
      const sent = isObject(body) ? body.custom_collections : null;
      if (!Array.isArray(sent)) {
        throw new AppError('store.unwell', 'an answer without the list of collections');
      }
      const next = nextIn(headers.get('link'));
      yield {
        categories: sent.filter(isObject).flatMap(({ id: sentId, title }) => {
          const id = idOf(sentId);
          return id === null ? [] : [{ id, name: textOf(title) ?? '', parentId: null, productCount: null }];
        }),
        hasMore: next !== null || sent.length >= perPage,
      };
      if (next === null || next === after) {
        return;
      }
      after = next;
    }
  },
};
