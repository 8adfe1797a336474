import { AppError } from '@bowerbird/contract/errors';
import { closedWay } from '../failures.ts';
import type { Visit } from '../http.ts';
import { isObject, wholeOf } from '../unread.ts';
import { apiRootIn } from './wordpress-root.ts';

/** One page of a list of the API. */
export interface ApiPage {
  items: readonly unknown[];
  /** As the headers tell; null where a host strips them. */
  total: number | null;
  pages: number | null;
}

type Params = Record<string, string | number>;

/** A site's own REST API, wherever the site has it. */
export interface RestApi {
  /** A list; throws `source.page-not-understood` for an answer that is none. */
  list(path: string, params: Params): Promise<ApiPage>;
}

/**
 * Finds the REST API of the WordPress site with this root (without a slash at its end): where it stands by default, where the
 * front page says that it is (a site in a folder), behind `?rest_route=` (plain links, or `/wp-json/` rewritten); under the first
 * of these namespaces, and under the others where the site is older. The first that answers is kept. Source:
 * `wordpress/readme.md`, Recognising a shop, `woocommerce/readme.md`, Recognising a shop; Product pages.
 */
export function restApi(visit: Visit, root: string, namespaces: readonly [string, ...string[]]): RestApi {
  let kept: ((path: string, params: Params) => URL) | null = null;

  return {
    async list(path, params) {
      if (kept !== null) {
        return await ask(visit, kept(path, params));
      }
      let first: AppError | null = null;
      for await (const form of forms()) {
        try {
          const page = await ask(visit, form(path, params));
          kept = form;
          return page;
        } catch (thrown) {
          const failure = closedWay(thrown);
          first ??= failure;
          // Closed by rule or by a guard: the other doors lead to the same room.
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
    const told = await apiRoot(visit, root);
    if (told !== null && told !== `${root}/wp-json/` && new URL(told).origin === new URL(root).origin) {
      yield restUnder(told, newest);
    }
    yield restUnder(`${root}/?rest_route=/`, newest);
    for (const namespace of older) {
      yield restUnder(told ?? `${root}/wp-json/`, namespace);
    }
  }
}

/** The address of a route below an API root, which may itself be a query (`?rest_route=/`). */
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

/** Where a site says that its API is, in a header or in its head; null when it does not. */
async function apiRoot(visit: Visit, root: string): Promise<string | null> {
  try {
    const { text, headers, url } = await visit.getText(new URL(`${root}/`), { optional: true });
    return apiRootIn(headers.get('link'), text, url);
  } catch (thrown) {
    closedWay(thrown);
    return null;
  }
}

async function ask(visit: Visit, url: URL): Promise<ApiPage> {
  // Plugins that close the API answer 401, with an object; so does no list look.
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

/** The most these lists give at once. */
export const pageSize = 100;

/** Slugs of other scripts stand percent-encoded in addresses and in answers alike. */
export function decodedSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/**
 * A page of a list of a category, or of what is found. That the API is not there is no word on the category: a category
 * without posts, or a number that is none, gives an empty list.
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

/** The names in a path of a site, decoded, without the file that answers for its root. */
export function partsOf(path: string): string[] {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== 'index.php' && part !== 'index.html')
    .map(decodedSlug);
}
