import { AppError } from '@bowerbird/contract/errors';
import type { Visit } from '../../net/http.ts';
import { isObject, wholeOf } from '../../reading/unread.ts';
import { productsIn } from './page.ts';

/** Page size: a theme requests 12 to 48 at once; more may be truncated (`readme.md`, Public endpoints). */
export const pageSize = 48;

/** One page of a list, and whether another follows. */
export interface ApiPage {
  items: readonly unknown[];
  total: number | null;
  more: boolean;
}

/** Reads a page of a category's products, by the category's own id. */
export function readCategoryPage(visit: Visit, root: string, id: string, page: number): Promise<ApiPage> {
  return call(
    visit,
    new URL(
      `${originOf(root)}/api/collections/${encodeURIComponent(id)}/products?page=${page}&limit=${pageSize}`,
    ),
  );
}

/** Reads a page of the shop's search results for this text; without text, of all products. */
export function readSearchPage(
  visit: Visit,
  root: string,
  page: number,
  { limit = pageSize, words = '' } = {},
): Promise<ApiPage> {
  const keyword = encodeURIComponent(words.toWellFormed());
  return call(
    visit,
    new URL(`${originOf(root)}/api/search?type=product&keyword=${keyword}&page=${page}&limit=${limit}`),
  );
}

/** Reads complete products by their ids; lists leave the description out. */
export async function readByIds(
  visit: Visit,
  root: string,
  ids: readonly string[],
): Promise<readonly unknown[]> {
  const url = new URL(`${originOf(root)}/api/product/list`);
  for (const id of ids) {
    url.searchParams.append('ids[]', id);
  }
  url.searchParams.set('limit', String(ids.length));
  url.searchParams.set('page', '1');
  return (await call(visit, url)).items;
}

async function call(visit: Visit, url: URL): Promise<ApiPage> {
  const body = await visit.getJson(url);
  const items = productsIn(body);
  const data = isObject(body) && isObject(body.data) ? body.data : {};
  const state = isObject(body) ? body.state : null;
  if (items === null || (typeof state === 'number' && state !== 0)) {
    throw new AppError('source.page-not-understood', `${url.href} holds no products`, {
      params: { address: url.href },
    });
  }
  return {
    items,
    total: wholeOf(data.count) ?? wholeOf(data.total),
    more: data.has_more === 1 || data.has_more === true,
  };
}

function originOf(root: string): string {
  return new URL(root).origin;
}
