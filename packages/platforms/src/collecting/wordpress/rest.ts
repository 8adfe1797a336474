import { AppError } from '@bowerbird/contract/errors';
import { closedWay } from '../../net/failures.ts';
import type { Visit } from '../../net/http.ts';
import { isObject, wholeOf } from '../../reading/unread.ts';
import { apiRootIn } from './root.ts';

/** One page of an API list. */
export interface ApiPage {
  items: readonly unknown[];
  /** From the headers; null where a host strips them. */
  total: number | null;
  pages: number | null;
}

type Params = Record<string, string | number>;

/** A site's own REST API, wherever it is located. */
export interface RestApi {
  /** Returns a list; throws `source.page-not-understood` for an answer that is none. */
  list(path: string, params: Params): Promise<ApiPage>;
}

/**
 * Finds the REST API of the WordPress site with this root (without a trailing slash): at its default place, where the
 * front page says it is (a site in a folder), or behind `?rest_route=` (plain links, or `/wp-json/` rewritten); under
 * the first of these namespaces, or under the others when the site is older. Keeps the first that answers. Source:
 * `wordpress/readme.md`, Recognising a shop, `woocommerce/readme.md`, Recognising a shop; Product pages.
 */
export function restApi(visit: Visit, root: string, namespaces: readonly [string, ...string[]]): RestApi {
  let kept: ((path: string, params: Params) => URL) | null = null;

  return {
    async list(path, params) {
      if (kept !== null) {
        return await call(visit, kept(path, params));
      }
      let first: AppError | null = null;
      for await (const form of forms()) {
        try {
          const page = await call(visit, form(path, params));
          kept = form;
          return page;
        } catch (thrown) {
          const failure = closedWay(thrown);
          first ??= failure;
          // Closed by a rule or by a guard: the other addresses lead to the same API.
          if (failure.code === 'source.robots-forbid' || failure.code === 'source.blocked-us') {
            break;
          }
        }
      }
      throw first ?? notUnderstood(root);
    },
  };

  async function* forms() {
    const [newest, ...older] = namespaces;
    yield restUnder(`${root}/wp-json/`, newest);
    const stated = await apiRoot(visit, root);
    if (stated !== null && stated !== `${root}/wp-json/` && new URL(stated).origin === new URL(root).origin) {
      yield restUnder(stated, newest);
    }
    yield restUnder(`${root}/?rest_route=/`, newest);
    for (const namespace of older) {
      yield restUnder(stated ?? `${root}/wp-json/`, namespace);
    }
  }
}

/** Returns the address of a route below an API root, which may itself be a query (`?rest_route=/`). */
function restUnder(root: string, namespace: string) {
  return (path: string, params: Params): URL => {
    const url = new URL(root);
    const route = `${namespace}${path}`;
    if (url.searchParams.has('rest_route')) {
      url.searchParams.set('rest_route', `/${route}`);
    } else {
      url.pathname += route;
    }
    for (const [name, value] of Object.entries(params)) {
      url.searchParams.set(name, String(value));
    }
    return url;
  };
}

/** Returns where a site says its API is, from a header or its head; null when it does not say. */
async function apiRoot(visit: Visit, root: string): Promise<string | null> {
  try {
    const { text, headers, url } = await visit.getText(new URL(`${root}/`), { optional: true });
    return apiRootIn(headers.get('link'), text, url);
  } catch (thrown) {
    closedWay(thrown);
    return null;
  }
}

async function call(visit: Visit, url: URL): Promise<ApiPage> {
  // Plugins that close the API answer 401 with an object; a list never looks like that.
  const { body, headers } = await visit.getJsonPage(url, { alsoStatus: [401] });
  if (!Array.isArray(body) || (body.length > 0 && !body.some(isObject))) {
    throw notUnderstood(url.href);
  }
  return {
    items: body,
    total: wholeOf(headers.get('x-wp-total')),
    pages: wholeOf(headers.get('x-wp-totalpages')),
  };
}

function notUnderstood(address: string): AppError {
  return new AppError('source.page-not-understood', `${address} holds no list`, { params: { address } });
}

/** Largest number of items that these lists return at once. */
export const pageSize = 100;

/** Decodes a slug: slugs in non-Latin scripts are percent-encoded in addresses and in answers. */
export function decodedSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/**
 * Returns a page of a category's list or of search results. A missing route says nothing about the category: a category
 * without posts, or an unknown number, gives an empty list.
 */
export async function pageWithin(list: Promise<ApiPage>): Promise<ApiPage> {
  try {
    return await list;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'source.gone') {
      throw new AppError('source.page-not-understood', thrown.message, {
        params: thrown.params,
        cause: thrown,
      });
    }
    throw thrown;
  }
}

/** Returns the decoded parts of a path, without the index file. */
export function partsOf(path: string): string[] {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== 'index.php' && part !== 'index.html')
    .map(decodedSlug);
}
