import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import {
  basic,
  isMissingRight,
  type RestAnswer,
  type RestClient,
  type RestRequest,
  restClient,
  saidIn,
} from '../../../listing/wordpress/client.ts';
import { withRoom } from './side-by-side.ts';
import { batchRoute, hear, isSigned, sign, signInOf } from './signed.ts';

/**
 * Milliseconds after which we give up on one request; the store may continue for longer (`docs/listing-protocol.md`,
 * Rules of time).
 */
export const timeoutMs = 120_000;

const rest = restClient({
  timeoutMs,
  async signIn(request, url, store, context) {
    const { user = '', applicationPassword = '', consumerKey = '', consumerSecret = '' } = store.credentials;
    if (store.connection === 'application-password') {
      return { authorization: basic(user, applicationPassword) };
    }
    if (!request.route.startsWith('/wc/')) {
      // WordPress treats the keys as a person's name and password, and refuses what it would show to anyone without
      // them.
      return {};
    }
    if (isSigned(request, store)) {
      await sign(request, url, store, context);
      return {};
    }
    if (signInOf(store) === 'query') {
      url.searchParams.set('consumer_key', consumerKey);
      url.searchParams.set('consumer_secret', consumerSecret);
      return {};
    }
    return { authorization: basic(consumerKey, consumerSecret) };
  },
  heard: hear,
  failureOf,
});

/** A signed read may be refused when something on the way sent it twice: it is retried once. */
export const readJson: RestClient['readJson'] = async (request, store, context) => {
  try {
    return await rest.readJson(request, store, context);
  } catch (thrown) {
    if (isSigned(request, store) && AppError.from(thrown).code === 'store.access-denied') {
      return await rest.readJson(request, store, context);
    }
    throw thrown;
  }
};

/**
 * Sends one request, once; a writing request first waits until the store has capacity for it, and then passes its gate.
 */
export const call: RestClient['call'] = async (request, store, context, how) => {
  const send = () => rest.call(request, store, context, how);
  const answer = await (how.gated ? withRoom(store, send) : send());
  const isUnclear = how.gated && isSigned(request, store) && isRefusedSignature(answer);
  return isUnclear && (await mayWrite(store, context).catch(() => true)) ? unclear(answer) : answer;
};

export const client: RestClient = { ...rest, readJson };

/**
 * Wrong key, wrong signature, a date too old and a nonce already used can be distinguished only by messages in the
 * language of the store (seen).
 */
function isRefusedSignature(answer: RestAnswer): answer is Extract<RestAnswer, { kind: 'json' }> {
  return (
    answer.kind === 'json' &&
    answer.status === 401 &&
    saidIn(answer.body)?.code === 'woocommerce_rest_authentication_error'
  );
}

/** The request came too late, or is the second copy of one that was applied: only a look-up can tell whether it was. */
function unclear({ status, body }: Extract<RestAnswer, { kind: 'json' }>): RestAnswer {
  const because = `HTTP ${status}: refused by its date or its nonce`;
  return { kind: 'unclear', because, failure: failureOf(status, body) };
}

/**
 * Reports whether these credentials may write. An empty batch writes nothing, and is refused without write permission.
 */
export async function mayWrite(store: StoreAccess, context: ListerContext): Promise<boolean> {
  const nothing: RestRequest = { method: 'POST', route: batchRoute, json: {} };
  const answer = await rest.call(nothing, store, context, { gated: false });
  if (answer.kind === 'unclear') {
    throw answer.failure;
  }
  const { status, body } = answer;
  if (status < 300) {
    return true;
  }
  const failure = failureOf(status, body);
  if (failure.code === 'store.scope-missing' || failure.code === 'store.access-denied') {
    return false;
  }
  throw failure;
}

/** Returns the named error for a refusal of the API (`readme.md`, Errors). */
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
  const isOwnForbidden = status === 403 && isMissingRight(said?.code ?? '');
  if (isOwnForbidden || (status === 401 && /write permissions/.test(said?.message ?? ''))) {
    return 'store.scope-missing';
  }
  if (status === 401 || /^(incorrect_password|invalid_username|invalid_email)$/.test(said?.code ?? '')) {
    return 'store.access-denied';
  }
  if (status === 403) {
    return 'store.blocked-us';
  }
  return status >= 500 || status === 429 ? 'store.unwell' : 'store.rejected-product';
}
