import { AppError } from '@bowerbird/contract/errors';
import type { CollectRequest, SourceCredentials } from '../../../collecting/collector.ts';
import { atOwnPace, endsIn, given, type ReadingWay } from '../../../collecting/own-access.ts';
import type { Category, ShopDialect } from '../../../collecting/shop-reader.ts';
import type { PlatformContext } from '../../../context.ts';
import { textOf } from '../../../reading/unread.ts';
import { wordsSearched } from '../address.ts';
import { dialect } from '../shop-reader.ts';
import { callOpenApi, type OpenApiAccess, readProductByApi } from './open-api.ts';
import { categoriesByApi } from './open-api-categories.ts';
import { findsPerPage, type SearchedFor, searchByApi } from './open-api-search.ts';

/** An id that no item has: the answer shows only whether the credentials are valid. */
const nobodysItem = '1000000000000001';

/**
 * Returns access through the dropshipping open platform: items, searches and categories by API calls; a store's list,
 * for which there is no call, from its pages (`readme.md`, Open platform). `slowly` keeps the pace of the pages.
 */
export function openPlatform(slowly: (request: CollectRequest) => CollectRequest): ReadingWay {
  return {
    id: 'open-platform',
    ofOneShop: false,
    fields: [
      { name: 'appKey', secret: false },
      { name: 'appSecret', secret: true },
      { name: 'accessToken', secret: true },
      { name: 'refreshToken', secret: true, optional: true },
      { name: 'country', secret: false, optional: true },
      { name: 'currency', secret: false, optional: true },
    ],
    async check(access, _shop, context) {
      try {
        await readProductByApi(nobodysItem, accessOf(access), context);
      } catch (thrown) {
        if (AppError.from(thrown).code !== 'source.gone') {
          throw thrown;
        }
      }
      return { expiresAt: null, shop: null };
    },
    async renew(access, context) {
      const refresh = given(access, 'refreshToken');
      if (refresh === '') {
        throw new AppError('source.credentials-wrong', 'there is no token to renew with');
      }
      const answer = await callOpenApi(
        '/auth/token/refresh',
        { refresh_token: refresh },
        { ...accessOf(access), session: '' },
        context,
      );
      const accessToken = textOf(answer.access_token);
      if (accessToken === null) {
        throw new AppError('source.credentials-wrong', 'the open platform gave no new token');
      }
      return {
        credentials: { accessToken, refreshToken: textOf(answer.refresh_token) ?? refresh },
        expiresAt: endsIn(answer.expires_in),
      };
    },
    reading: (access, request, context) => ({
      dialect: dialectBy(access, atOwnPace(context, request.paceMs)),
      request: slowly(request),
    }),
  };
}

function accessOf(access: SourceCredentials, root = ''): OpenApiAccess {
  return {
    appKey: given(access, 'appKey'),
    appSecret: given(access, 'appSecret'),
    session: given(access, 'accessToken'),
    shipToCountry: given(access, 'country').toUpperCase() || 'US',
    currency: given(access, 'currency').toUpperCase() || 'USD',
    language: 'en',
    // A simulated store also simulates its platform; credentials are sent nowhere else.
    ...(/^https?:\/\/[^/]+\.localhost(?::\d+)?$/.test(root) && { gateway: root }),
  };
}

function dialectBy(access: SourceCredentials, context: ReturnType<typeof atOwnPace>): ShopDialect {
  return {
    ...dialect,
    async open(place, visit) {
      const reader = await dialect.open(place, { ...visit, width: context.width });
      const byPage = { readOne: reader.readOne, keysOnPage: reader.keysOnPage };
      const api = accessOf(access, place.root);
      return Object.assign(reader, {
        categories: () => categoriesByApi(api, context),
        readOne: (key: string) =>
          /^\d{8,20}$/.test(key) ? readProductByApi(key, api, context) : byPage.readOne(key),
        keysOnPage: findsBy(
          api,
          context,
          async (category, page) => (await byPage.keysOnPage?.(category, page)) ?? [],
        ),
      });
    },
  };
}

type KeysOnPage = (category: Category, page: number) => Promise<string[]>;

/**
 * Reads a search through the platform's search; reads any other list, and a category that the platform cannot search
 * alone, from its pages.
 */
function findsBy(api: OpenApiAccess, context: PlatformContext, byPages: KeysOnPage): KeysOnPage {
  const totals = new Map<string, number>();
  const closed = new Set<string>();
  return async (category, page) => {
    const wanted = searchedFor(category);
    if (wanted === null || closed.has(category.key)) {
      return await byPages(category, page);
    }
    if ((page - 1) * findsPerPage >= (totals.get(category.key) ?? Number.POSITIVE_INFINITY)) {
      return [];
    }
    try {
      const { ids, total } = await searchByApi(wanted, page, api, context);
      if (total !== null) {
        totals.set(category.key, total);
      }
      return ids;
    } catch (thrown) {
      if (wanted.words !== null || page > 1 || AppError.from(thrown).code !== 'source.page-not-understood') {
        throw thrown;
      }
      closed.add(category.key);
      return await byPages(category, page);
    }
  };
}

function searchedFor({ key, search }: Category): SearchedFor | null {
  const url = new URL(key, 'https://list.invalid');
  const words = wordsSearched(key) ?? (search?.startsWith('/') ? null : (search ?? null));
  const categoryId = /\/category\/(\d+)/.exec(url.pathname)?.[1] ?? null;
  return words === null && categoryId === null ? null : { words, categoryId };
}
