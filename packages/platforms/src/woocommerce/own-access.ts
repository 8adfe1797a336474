import { AppError } from '@bowerbird/contract/errors';
import type { SourceCredentials } from '../collecting/collector.ts';
import { given, type ReadingWay } from '../collecting/own-access.ts';
import { type Place, placeOf } from '../collecting/shop-reader.ts';
import { restApi } from '../collecting/wordpress-rest.ts';
import type { PlatformContext } from '../context.ts';
import { atOnce, startVisit } from '../http.ts';
import { asStoreApi } from './rest-api.ts';
import { dialect, openShop } from './shop-reader.ts';

const namespaces = ['wc/v3'] as const;

/** The REST keys of one's own shop: everything in it, drafts and private products too (platform notes 3). */
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
    const visit = startVisit(signedIn(access, [shop], context), atOnce);
    const { root } = await placeOf(dialect, shop, 'shop', visit);
    await restApi(visit, root, namespaces).list('/products', {
      per_page: 1,
      status: 'any',
    });
    return { expiresAt: null };
  },
  reading: (access, ask, context) => ({
    dialect: {
      ...dialect,
      place: (url, said) => safePlace(dialect.place(url, said)),
      locate: async (url, said, visit) => safePlace(await placeOf(dialect, url, said, visit)),
      async open(place, visit) {
        return openShop(place, visit, asStoreApi(restApi(visit, place.root, namespaces)));
      },
    },
    context: signedIn(access, ask.addresses, context),
    // The owner of a shop reads it by its own door.
    ask: { ...ask, robots: false },
  }),
};

/** Keys go over https alone; a played shop stands on this machine. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || hostname.endsWith('.localhost');
}

/** The same shop by https, however its address was written. */
function safeOrigin(shop: URL): string {
  return isSafe(shop) ? shop.origin : shop.origin.replace(/^http:/, 'https:');
}

/** The same place, its root by https. */
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

/** Signs in every request to the shop's own API, and none to anybody else. Its refusals are named. */
function signedIn(
  access: SourceCredentials,
  addresses: readonly URL[],
  context: PlatformContext,
): PlatformContext {
  const origins = new Set(addresses.map(safeOrigin));
  const pair = `${given(access, 'consumerKey')}:${given(access, 'consumerSecret')}`;
  const authorization = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(pair)))}`;
  return {
    ...context,
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : String(input));
      const isOwn = /^\/?(?:.*\/)?wc\/v3\//.test(url.searchParams.get('rest_route') ?? url.pathname);
      if (!isOwn || !origins.has(url.origin)) {
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

async function refuse(answer: Response, url: URL): Promise<void> {
  if (answer.status !== 401 && answer.status !== 403) {
    return;
  }
  const said = (await answer.clone().text()).slice(0, 2000);
  const code = /"code"\s*:\s*"((?:woocommerce_rest|incorrect_password|invalid_)[a-z_]*)"/.exec(said)?.[1];
  if (code !== undefined) {
    throw new AppError(
      answer.status === 401 ? 'source.credentials-wrong' : 'source.right-missing',
      `${url.host} refused the keys: ${code}`,
      { params: { host: url.host, said: code } },
    );
  }
}
