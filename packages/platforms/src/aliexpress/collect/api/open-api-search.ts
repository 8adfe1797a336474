import type { PlatformContext } from '../../../context.ts';
import { idOf, isObject, wholeOf } from '../../../reading/unread.ts';
import { callOpenApi, type OpenApiAccess } from './open-api.ts';
import { listed } from './open-api-item.ts';

/** Number of search results requested at once. */
export const findsPerPage = 50;

/** What to search for: text, a category of the marketplace, or both. */
export interface SearchedFor {
  words: string | null;
  categoryId: string | null;
}

/**
 * Returns the ids that `aliexpress.ds.text.search` finds, and the total number of results; null when it gives no total.
 */
export async function searchByApi(
  { words, categoryId }: SearchedFor,
  page: number,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<{ ids: string[]; total: number | null }> {
  const answer = await callOpenApi(
    'aliexpress.ds.text.search',
    {
      ...(words !== null && { keyWord: words }),
      ...(categoryId !== null && { categoryId }),
      local: access.language === 'en' ? 'en_US' : access.language,
      countryCode: access.shipToCountry,
      currency: access.currency,
      pageSize: String(findsPerPage),
      pageIndex: String(page),
    },
    access,
    context,
  );
  const data = isObject(answer.data) ? answer.data : {};
  return {
    ids: listed(data.products).flatMap((found) => idOf(found.itemId) ?? []),
    total: wholeOf(data.totalCount),
  };
}
