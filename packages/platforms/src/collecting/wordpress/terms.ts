import { plainText } from '../../reading/html/html-text.ts';
import { idOf, isObject, textOf, wholeOf } from '../../reading/unread.ts';
import type { Category } from '../shop-reader.ts';
import { decodedSlug, pageSize, type RestApi } from './rest.ts';

const pagesMax = 200;

/**
 * Returns all terms of a WordPress taxonomy, each with its path; the headers of some of these lists give no total, so a
 * short page ends them (`woocommerce/readme.md`, Public endpoints).
 */
export async function listTerms(api: RestApi, path: string): Promise<Category[]> {
  const sent = new Map<string, { parent: string; key: string; name: string; promised: number | null }>();
  for (let page = 1; page <= pagesMax; page += 1) {
    const { items } = await api.list(path, { per_page: pageSize, page });
    const before = sent.size;
    for (const item of items.filter(isObject)) {
      const [id, slug] = [idOf(item.id), textOf(item.slug)];
      if (id !== null && slug !== null) {
        const key = decodedSlug(slug);
        sent.set(id, {
          parent: idOf(item.parent) ?? '',
          key,
          name: plainText(textOf(item.name) ?? '') || key,
          promised: wholeOf(item.count),
        });
      }
    }
    if (items.length < pageSize || sent.size === before) {
      break;
    }
  }
  return [...sent].map(([id, { key, name, promised }]) => ({ id, key, name, promised, path: pathOf(id) }));

  function pathOf(id: string): string[] {
    const path: string[] = [];
    const seen = new Set<string>();
    // Categories that are each other's parents must not cause an endless loop.
    for (let at = id; sent.has(at) && !seen.has(at); at = sent.get(at)?.parent ?? '') {
      seen.add(at);
      path.unshift(sent.get(at)?.name ?? '');
    }
    return path;
  }
}
