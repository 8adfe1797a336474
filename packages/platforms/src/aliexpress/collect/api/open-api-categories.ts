import type { Category } from '../../../collecting/shop-reader.ts';
import type { PlatformContext } from '../../../context.ts';
import { plainText } from '../../../reading/html/html-text.ts';
import { idOf, isObject, textOf } from '../../../reading/unread.ts';
import { callOpenApi, type OpenApiAccess } from './open-api.ts';
import { listed } from './open-api-item.ts';

/** Deepest accepted tree; it also ends a tree that contains itself. */
const deepest = 10;

/**
 * Returns the marketplace's categories from `aliexpress.ds.category.get`, each with its path (`readme.md`, Lists; Open
 * platform).
 */
export async function categoriesByApi(access: OpenApiAccess, context: PlatformContext): Promise<Category[]> {
  const answer = await callOpenApi(
    'aliexpress.ds.category.get',
    { language: access.language },
    access,
    context,
  );
  const outer = isObject(answer.resp_result) ? answer.resp_result : answer;
  const result = isObject(outer.result) ? outer.result : {};
  const sent = new Map<string, { name: string; parent: string }>();
  for (const entry of listed(result.categories)) {
    const id = idOf(entry.category_id);
    const name = plainText(textOf(entry.category_name) ?? '');
    if (id !== null && /^\d{1,20}$/.test(id) && name !== '') {
      sent.set(id, { name, parent: idOf(entry.parent_category_id) ?? '' });
    }
  }
  return [...sent].map(([id, { name }]) => {
    const path: string[] = [];
    for (let at = id; sent.has(at) && path.length < deepest; at = sent.get(at)?.parent ?? '') {
      path.unshift(sent.get(at)?.name ?? '');
    }
    return { id, key: `/category/${id}/${slug(name)}.html`, name, path, promised: null };
  });
}

function slug(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return words === '' ? 'category' : words;
}
