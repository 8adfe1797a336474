import type { Place } from '../../collecting/shop-reader.ts';
import type { ApiPage, RestApi } from '../../collecting/wordpress/rest.ts';
import { idOf, isObject } from '../../reading/unread.ts';

const previewed = 6;
/** Embeds only what is read: a hundred complete posts are several megabytes (`readme.md`, Odd behaviour). */
export const embed = 'wp:featuredmedia,wp:term';

/** Returns the posts of a place for a preview; null when the API knows no such category. */
export async function firstPosts(api: RestApi, { scope, key }: Place): Promise<ApiPage | null> {
  const params = { per_page: previewed, page: 1, _embed: embed };
  if (key === null || (scope !== 'category' && scope !== 'search')) {
    return await api.list('/posts', params);
  }
  if (scope === 'search') {
    return await api.list('/posts', { ...params, search: key });
  }
  const id = await categoryId(api, key);
  return id === null ? null : await api.list('/posts', { ...params, categories: id });
}

/** Returns the number of a category that an address names by its slug. */
async function categoryId(api: RestApi, key: string): Promise<string | null> {
  if (/^\d+$/.test(key)) {
    return key;
  }
  const { items } = await api.list('/categories', { slug: key });
  return isObject(items[0]) ? idOf(items[0].id) : null;
}

/** Returns a post by its slug or number, otherwise a page by its slug; null when the API answers and knows neither. */
export async function oneByKey(api: RestApi, key: string): Promise<unknown> {
  const number = /^id:(\d+)$/.exec(key)?.[1];
  for (const path of ['/posts', '/pages']) {
    const { items } = await api.list(path, {
      ...(number === undefined ? { slug: key } : { include: number }),
      _embed: embed,
    });
    const [item] = items;
    if (item !== undefined) {
      return item;
    }
  }
  return null;
}
