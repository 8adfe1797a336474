import { AppError } from '@bowerbird/contract/errors';
import { plainText } from '../../reading/html/html-text.ts';
import { idOf, isObject, textOf, wholeOf } from '../../reading/unread.ts';
import type { StoreCategories, StoreCategory } from '../store/categories.ts';
import type { RestClient } from './client.ts';

const perPage = 100;

/**
 * Reads the categories of a WordPress site from a route of its REST API: a tree by `parent`, with entity-encoded names.
 * Pages are requested in the order of ids (from memory), as names repeat under different parents and give no order to
 * page by; a short page is the last.
 */
export function wordpressCategories(route: string, readJson: RestClient['readJson']): StoreCategories {
  return {
    shape: 'tree',
    creates: true,
    details: null,
    async *read(store, context) {
      for (let page = 1; ; page += 1) {
        const query = {
          per_page: String(perPage),
          page: String(page),
          orderby: 'id',
          order: 'asc',
          _fields: 'id,name,parent,count',
        };
        const { body } = await readJson({ method: 'GET', route, query }, store, context);
        if (!Array.isArray(body)) {
          throw new AppError('store.unwell', 'an answer without the list of categories');
        }
        const hasMore = body.length >= perPage;
        yield { categories: body.flatMap((sent) => categoryOf(sent) ?? []), hasMore };
        if (!hasMore) {
          return;
        }
      }
    },
  };
}

function categoryOf(sent: unknown): StoreCategory | null {
  const id = isObject(sent) ? idOf(sent.id) : null;
  if (!isObject(sent) || id === null) {
    return null;
  }
  return {
    id,
    name: plainText(textOf(sent.name) ?? ''),
    // 0 is the top level.
    parentId: idOf(sent.parent),
    productCount: wholeOf(sent.count),
  };
}
