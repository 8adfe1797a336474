import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Skipped, SourceCredentials } from '../../../collecting/collector.ts';
import { atOwnPace, endsIn, given, type ReadingWay } from '../../../collecting/own-access.ts';
import { ofOneProduct } from '../../../collecting/reading.ts';
import type { Category, ListPage, ShopDialect, ShopReader } from '../../../collecting/shop-reader.ts';
import type { PlatformContext } from '../../../context.ts';
import { readAhead } from '../../../net/read-ahead.ts';
import { idOf, isObject, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { wordsSearched } from '../address.ts';
import { dialectOf } from '../shop-reader.ts';
import type { Site } from '../sites.ts';
import {
  failureOf,
  type OpenApiAccess,
  readAlibabaByApi,
  readChinaByApi,
  requestByPath,
  requested,
  searchChinaByApi,
  send,
} from './open-api.ts';

/** An id that no product has: the answer shows only whether the credentials are valid. */
const nobodysProduct = '100000001';

/**
 * Returns the open platform access of a site: products by API calls, lists by the site's pages, and on 1688 searches by
 * API call (`readme.md`, Open platforms). A product that alibaba.com's programme does not contain is read from its
 * page.
 */
export function openPlatform(site: Site): ReadingWay {
  const isChina = site.platform === 'alibaba-1688';
  const readByApi = isChina ? readChinaByApi : readAlibabaByApi;
  return {
    id: 'open-platform',
    ofOneShop: false,
    fields: [
      { name: 'appKey', secret: false },
      { name: 'appSecret', secret: true },
      { name: 'accessToken', secret: true },
      { name: 'refreshToken', secret: true, optional: true },
      ...(isChina ? [] : [{ name: 'country', secret: false, optional: true as const }]),
    ],
    async check(access, _shop, context) {
      try {
        await readByApi(nobodysProduct, accessOf(access), context);
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
      const answer = await requested(context, async () => {
        const stated = await (isChina ? renewChina : renewAlibaba)(refresh, accessOf(access), context);
        if (textOf(stated.access_token) === null) {
          throw failureOf([stated], 'new token');
        }
        return stated;
      });
      return {
        credentials: {
          accessToken: textOf(answer.access_token) ?? '',
          refreshToken: textOf(answer.refresh_token) ?? refresh,
        },
        expiresAt: endsIn(answer.expires_in),
      };
    },
    reading: (access, request, context) => ({
      dialect: dialectBy(site, access, atOwnPace(context, request.paceMs), readByApi),
    }),
  };
}

async function renewAlibaba(refresh: string, access: OpenApiAccess, context: PlatformContext) {
  return await requestByPath(
    '/auth/token/refresh',
    { refresh_token: refresh },
    { ...access, accessToken: '' },
    context,
  );
}

/** Renews the token. This call of 1688's gateway is not signed: it carries the secret itself in its body. */
async function renewChina(
  refresh: string,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<UnreadObject> {
  const url = new URL(
    `/openapi/http/1/system.oauth2/getToken/${encodeURIComponent(access.appKey)}`,
    access.gateway ?? 'https://gw.open.1688.com',
  );
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: access.appKey,
    client_secret: access.appSecret,
    refresh_token: refresh,
  });
  return await send(url, { method: 'POST', body }, context);
}

function accessOf(access: SourceCredentials, root = ''): OpenApiAccess {
  const country = given(access, 'country').toUpperCase();
  return {
    appKey: given(access, 'appKey'),
    appSecret: given(access, 'appSecret'),
    accessToken: given(access, 'accessToken'),
    now: () => Date.now(),
    ...(country !== '' && { country }),
    // A simulated shop also simulates its platform; credentials are sent nowhere else.
    ...(/^https?:\/\/[^/]+\.localhost(?::\d+)?$/.test(root) && { gateway: root }),
  };
}

function dialectBy(
  site: Site,
  access: SourceCredentials,
  context: ReturnType<typeof atOwnPace>,
  readByApi: typeof readChinaByApi,
): ShopDialect {
  const dialect = dialectOf(site);
  return {
    ...dialect,
    async open(place, visit) {
      const reader = await dialect.open(place, { ...visit, width: context.width });
      const api = accessOf(access, place.root);
      const byPage = reader.readOne;
      const readOne = async (id: string): Promise<Product> => {
        try {
          return await readByApi(id, api, context);
        } catch (thrown) {
          if (site.platform !== 'alibaba' || AppError.from(thrown).code !== 'source.gone') {
            throw thrown;
          }
          return await byPage(id).catch(() => Promise.reject(thrown));
        }
      };
      const own = {
        readOne,
        read: (items: readonly unknown[], categories: string[][]) =>
          readEach(reader, readOne, items, categories, context.width),
      };
      return Object.assign(
        reader,
        own,
        site.platform === 'alibaba-1688' && { pages: searchPages(api, context, reader.pages) },
      );
    },
  };
}

/** Reads each item of a list by its id, in order. */
async function readEach(
  reader: ShopReader,
  readOne: (id: string) => Promise<Product>,
  items: readonly unknown[],
  categories: string[][],
  width: () => number,
): Promise<(Product | Skipped)[]> {
  const ids = items.flatMap((item) => (isObject(item) ? (idOf(item.id) ?? []) : []));
  const read: (Product | Skipped)[] = [];
  const last = ids.length - 1;
  if (last < 0) {
    return read;
  }
  const answers = readAhead<Product | Skipped>({
    from: 0,
    read: async (at) => {
      const id = ids[at] ?? '';
      try {
        return await readOne(id);
      } catch (thrown) {
        return { address: reader.productAddress(id), failure: ofOneProduct(thrown) };
      }
    },
    width,
    worth: (at) => at <= last,
    isLast: (_, at) => at === last,
  });
  for await (const { answer } of answers) {
    read.push('failure' in answer || categories.length === 0 ? answer : { ...answer, categories });
  }
  return read;
}

/** Searches by text through the platform's search; reads any other list from its pages. */
function searchPages(
  api: OpenApiAccess,
  context: PlatformContext,
  byPages: NonNullable<ShopReader['pages']> | undefined,
): NonNullable<ShopReader['pages']> {
  return async function* pages(category: Category | null, from: number, expected: number | null) {
    const words = category === null ? null : (category.search ?? wordsSearched(category.key));
    if (words === null) {
      yield* byPages?.(category, from, expected) ?? [];
      return;
    }
    const given = new Set<string>();
    for (let page = from; ; page += 1) {
      const found = await searchChinaByApi(words, page, api, context);
      const fresh = found.ids.filter((id) => !given.has(id));
      if (fresh.length > 0) {
        const items = fresh.map((id) => ({ id }));
        yield { page, answer: { kind: 'items', items, skipped: [] } satisfies ListPage };
      }
      // The platform states the number of pages; a page without new products is the last one in any case.
      if (fresh.length === 0 || page >= found.pages) {
        return;
      }
      for (const id of fresh) {
        given.add(id);
      }
    }
  };
}
