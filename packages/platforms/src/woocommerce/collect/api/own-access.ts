import { AppError } from '@bowerbird/contract/errors';
import type { SourceCredentials } from '../../../collecting/collector.ts';
import { given, type ReadingWay } from '../../../collecting/own-access.ts';
import { type Place, placeOf } from '../../../collecting/shop-reader.ts';
import { restApi } from '../../../collecting/wordpress/rest.ts';
import type { PlatformContext } from '../../../context.ts';
import { readStart } from '../../../net/body.ts';
import { atOnce, startVisit } from '../../../net/http.ts';
import { dialect, openShop } from '../shop-reader.ts';
import { asStoreApi } from './rest-api.ts';

const namespaces = ['wc/v3'] as const;

/**
 * Reading with the REST keys of one's own shop: everything in it, drafts and private products too (`readme.md`, How a
 * shop is read).
 */
export const restKeys: ReadingWay = {
  id: 'rest-keys',
  ofOneShop: true,
  fields: [
    { name: 'consumerKey', secret: true },
    { name: 'consumerSecret', secret: true },
  ],
  async check(access, shop, context) {
    if (shop === null) {
      throw new AppError('address.invalid', 'keys open one shop', { params: { field: 'shop' } });
    }
    requireSafe(shop);
    const { root } = safePlace(await placeOf(dialect, shop, 'shop', startVisit(context, atOnce)));
    const visit = startVisit(signedIn(access, root, context), atOnce);
    await restApi(visit, root, namespaces).list('/products', {
      per_page: 1,
      status: 'any',
    });
    return { expiresAt: null, shop: root };
  },
  reading: (access, request, context) => ({
    dialect: {
      ...dialect,
      place: (url, said) => safePlace(dialect.place(url, said)),
      locate: async (url, said, visit) => safePlace(await placeOf(dialect, url, said, visit)),
      // Another shop of the same host is read without keys: the keys do not belong to it.
      async open(place, visit) {
        return access.shop !== null && withoutWww(place.root) === withoutWww(access.shop)
          ? openShop(place, visit, asStoreApi(restApi(visit, place.root, namespaces)))
          : await dialect.open(place, visit);
      },
    },
    context: access.shop === null ? context : signedIn(access, access.shop, context),
    // The owner of a shop reads it through its own API, so robots rules do not apply.
    request: { ...request, robots: false },
  }),
};

/** Keys are sent only over https, or to a simulated shop on this machine. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || hostname.endsWith('.localhost');
}

/** Returns the origin of the same shop by https, however its address was written. */
function safeOrigin(shop: URL): string {
  return isSafe(shop) ? shop.origin : shop.origin.replace(/^http:/, 'https:');
}

/** Shops answer with and without www, and redirect from one to the other. */
function withoutWww(address: string): string {
  return address.replace('://www.', '://');
}

/** Returns the same place, its root by https. */
function safePlace(place: Place): Place {
  const root = new URL(place.root);
  return { ...place, root: safeOrigin(root) + (root.pathname === '/' ? '' : root.pathname) };
}

function requireSafe(shop: URL): void {
  if (!isSafe(shop)) {
    throw new AppError('source.https-needed', `${shop.host} is not reached by https`, {
      params: { host: shop.host },
    });
  }
}

/**
 * Signs in every request to the API of the shop at this root, and no other request. Its refusals become named errors.
 */
function signedIn(access: SourceCredentials, root: string, context: PlatformContext): PlatformContext {
  const pair = `${given(access, 'consumerKey')}:${given(access, 'consumerSecret')}`;
  const authorization = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(pair)))}`;
  return {
    ...context,
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : String(input));
      const isOwn = /^\/?(?:.*\/)?wc\/v3\//.test(url.searchParams.get('rest_route') ?? url.pathname);
      if (!isOwn || !withoutWww(`${url.origin}${url.pathname}`).startsWith(`${withoutWww(root)}/`)) {
        return await context.fetch(input, init);
      }
      const headers = new Headers(init?.headers);
      headers.set('authorization', authorization);
      const answer = await context.fetch(url, { ...init, headers });
      await refuse(answer, url);
      return answer;
    },
  };
}

/** The code of a refusal is at the beginning of the body. */
const refusalBytes = 2000;

async function refuse(answer: Response, url: URL): Promise<void> {
  if (answer.status !== 401 && answer.status !== 403) {
    return;
  }
  const said = await readStart(answer.clone(), refusalBytes);
  const code = /"code"\s*:\s*"((?:woocommerce_rest|incorrect_password|invalid_)[a-z_]*)"/.exec(said)?.[1];
  if (code !== undefined) {
    await answer.body?.cancel();
    throw new AppError(
      answer.status === 401 ? 'source.credentials-wrong' : 'source.right-missing',
      `${url.host} refused the keys: ${code}`,
      { params: { host: url.host, said: code } },
    );
  }
}
