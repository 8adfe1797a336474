import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import type { StoreAccess } from '../../listing/store.ts';
import { basic, type RestClient, restClient, saidIn } from '../../listing/wordpress-client.ts';
import { withRoom } from './side-by-side.ts';
import { signInto } from './sign.ts';

/** Milliseconds after which our side gives up on one request; the store may go on for longer (exactly-once, section 4). */
export const timeoutMs = 120_000;

/**
 * How we sign in: by the header, in the query where the server drops the header (platform notes 3.1), or by signing each
 * request (exactly-once, section 7.2). The last is an option that nothing chooses yet.
 */
export type SignIn = 'header' | 'query' | 'signed';

export const client = restClient({
  timeoutMs,
  async signIn({ method, route }, url, store) {
    const { user = '', applicationPassword = '', consumerKey = '', consumerSecret = '' } = store.credentials;
    if (store.connection === 'application-password') {
      return { authorization: basic(user, applicationPassword) };
    }
    if (!route.startsWith('/wc/')) {
      // WordPress takes them for a person's name and password, and refuses what it would show to anybody.
      return {};
    }
    const how = signInOf(store);
    if (how === 'signed') {
      await signInto(url, method, { consumerKey, consumerSecret }, storeNow(store));
      return {};
    }
    if (how === 'query') {
      url.searchParams.set('consumer_key', consumerKey);
      url.searchParams.set('consumer_secret', consumerSecret);
      return {};
    }
    return { authorization: basic(consumerKey, consumerSecret) };
  },
  failureOf,
});

export const { readJson } = client;

/** Sends one request, once; one that writes waits until the store has room for it, before its gate. */
export const ask: RestClient['ask'] = (request, store, context, how) => {
  const send = () => client.ask(request, store, context, how);
  return how.gated ? withRoom(store, send) : send();
};

/** The store's own time, by how far it was ahead of ours when it was asked last. */
export function storeNow({ prepared }: StoreAccess): number {
  return Date.now() + (typeof prepared.clockAheadMs === 'number' ? prepared.clockAheadMs : 0);
}

function signInOf({ prepared }: StoreAccess): SignIn {
  return prepared.signIn === 'signed' || prepared.signIn === 'query' ? prepared.signIn : 'header';
}

/** Names a refusal of the API (platform notes 5). */
export function failureOf(status: number, body: unknown): AppError {
  const said = saidIn(body);
  const words = said === null ? `HTTP ${status}` : `${said.code}: ${said.message}`;
  return new AppError(codeOf(status, said), words, { params: { message: said?.message ?? '' } });
}

const named: Record<string, ErrorCode> = {
  product_invalid_sku: 'store.sku-taken',
  woocommerce_product_image_upload_error: 'store.rejected-product',
  woocommerce_product_invalid_image_id: 'store.rejected-product',
  woocommerce_rest_product_invalid_id: 'store.product-gone',
  woocommerce_rest_already_trashed: 'store.product-gone',
  rest_no_route: 'store.not-found',
};

function codeOf(status: number, said: { code: string; message: string } | null): ErrorCode {
  const known = named[said?.code ?? ''];
  if (known !== undefined) {
    return known;
  }
  if (status === 403 || (status === 401 && /write permissions/.test(said?.message ?? ''))) {
    return 'store.scope-missing';
  }
  if (status === 401 || /^(incorrect_password|invalid_username|invalid_email)$/.test(said?.code ?? '')) {
    return 'store.access-denied';
  }
  return status >= 500 || status === 429 ? 'store.unwell' : 'store.rejected-product';
}
