import type { Product } from '@bowerbird/catalog/product';
import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import type { PlatformContext } from '../../../context.ts';
import { readBody } from '../../../net/body.ts';
import { connectionFailure, refusalOf } from '../../../net/failures.ts';
import { jsonLimit } from '../../../net/http.ts';
import { patience } from '../../../net/patience.ts';
import { parseJson } from '../../../net/send.ts';
import type { ApiParameters } from '../../../net/signature.ts';
import { idOf, isObject, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { productOf } from '../product/product.ts';
import { withFactsMark } from '../unstated.ts';
import { itemFromOpenApi } from './open-api-item.ts';
import { signed } from './signature.ts';

/** Credentials of the open platform, and the country its prices are for. The secret is sent only as a signature. */
export interface OpenApiAccess {
  appKey: string;
  appSecret: string;
  /** The merchant's access token. */
  session: string;
  /** ISO 3166, two letters; prices and the available products depend on it. */
  shipToCountry: string;
  /** ISO 4217. */
  currency: string;
  /** As the platform writes it: "en", "pt", "zh". */
  language: string;
  /** Gateway of a simulated platform, instead of the real one. */
  gateway?: string;
}

const ownGateway = 'https://api-sg.aliexpress.com';

/** Meaning of the platform's error codes; all others are `source.page-not-understood` (`readme.md`). */
const meanings: [RegExp, ErrorCode][] = [
  [
    /IncompleteSignature|InvalidAppkey|IllegalAccessToken|IllegalRefreshToken|InvalidCode|AUTH_TYPE_UNSUPPORTED/i,
    'source.credentials-wrong',
  ],
  [/InsufficientPermission/i, 'source.right-missing'],
  [/AppCallLimit/i, 'source.quota-used'],
  [/ApiCallLimit/i, 'source.slow-down'],
  [/ServiceUnavailable|ServiceTimeout|System ?Error|isp\./i, 'source.unwell'],
  [/ITEM_ID_NOT_FOUND|ITEM_NOT_FOUND|not allowed to this country/i, 'source.gone'],
];

/**
 * Reads one product through the open platform (`aliexpress.ds.product.get`), in the same form as from pages. Waits out
 * rate limits and temporary failures as for a shop; wrong credentials and an item that does not exist or is not sold to
 * that country are named errors.
 */
export async function readProductByApi(
  itemId: string,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<Product> {
  const answer = await callOpenApi(
    'aliexpress.ds.product.get',
    {
      product_id: itemId,
      ship_to_country: access.shipToCountry,
      target_currency: access.currency,
      target_language: access.language,
    },
    access,
    context,
  );
  if (!isObject(answer.result)) {
    throw failureOf(answer, 'no result') ?? notUnderstood('no result');
  }
  return productFromOpenApi(answer.result, itemId);
}

/**
 * Converts the `result` of `aliexpress.ds.product.get` to a product. Throws the same errors as reading a product page.
 */
export function productFromOpenApi(result: UnreadObject, itemId: string | null = null): Product {
  const place = { shop: 'www.aliexpress.com', protocol: 'https:', id: itemId };
  return withFactsMark(productOf(itemFromOpenApi(result), place), 'api');
}

/**
 * Returns the answer of an open platform method without its wrapper. Throws its failure as a named error, which never
 * contains the secret, the session or the signature.
 */
export async function callOpenApi(
  method: string,
  parameters: ApiParameters,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<UnreadObject> {
  const waiting = patience('needed');
  for (;;) {
    try {
      return await requestOnce(method, parameters, access, context);
    } catch (thrown) {
      context.signal.throwIfAborted();
      const failure = AppError.from(thrown);
      const { ms } = waiting.after(failure);
      if (ms === null) {
        throw failure;
      }
      await context.sleep(ms, context.signal);
    }
  }
}

async function requestOnce(
  method: string,
  parameters: ApiParameters,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<UnreadObject> {
  const isPath = method.includes('/');
  const gateway = access.gateway ?? ownGateway;
  const url = new URL(isPath ? `/rest${method}` : '/sync', gateway);
  const all = {
    ...parameters,
    app_key: access.appKey,
    // The call that requests a token is sent without one.
    ...(access.session !== '' && { session: access.session }),
    timestamp: String(Date.now()),
    sign_method: 'sha256',
    format: 'json',
    simplify: 'false',
    ...(isPath ? {} : { method }),
  };
  const body = new URLSearchParams(await signed(method, all, access.appSecret));
  let response: Response;
  try {
    response = await context.fetch(url, { method: 'POST', body, signal: context.signal });
  } catch (thrown) {
    throw connectionFailure(thrown, url, false);
  }
  const refusal = refusalOf(response, url);
  if (refusal !== null) {
    await response.body?.cancel();
    throw refusal;
  }
  let text: string;
  try {
    text = await readBody(response, jsonLimit);
  } catch (thrown) {
    throw connectionFailure(thrown, url, true);
  }
  return unwrapped(parseJson({ text, url }), method);
}

/** Returns the content of `aliexpress_ds_product_get_response`, or the answer itself when it has no wrapper. */
function unwrapped(body: unknown, method: string): UnreadObject {
  const outer = isObject(body) ? body : {};
  const wrapper = `${method.replaceAll(/[./]/g, '_')}_response`;
  const answer = Object.hasOwn(outer, wrapper) ? outer[wrapper] : outer;
  const failure = failureOf(isObject(outer.error_response) ? outer.error_response : answer, method);
  if (failure !== null) {
    throw failure;
  }
  if (!isObject(answer)) {
    throw notUnderstood(method);
  }
  return answer;
}

/** Returns the failure that an answer reports; null for a success. Only the codes are kept of its text. */
function failureOf(answer: unknown, method: string): AppError | null {
  if (!isObject(answer)) {
    return null;
  }
  const code = idOf(answer.code) ?? '0';
  const status = wholeOf(answer.rsp_code) ?? 200;
  if (/^(?:0+|200)$/.test(code) && status === 200) {
    return null;
  }
  const words = [
    code,
    textOf(answer.sub_code),
    textOf(answer.msg),
    textOf(answer.sub_msg),
    textOf(answer.message),
  ];
  const said = [...words, textOf(answer.rsp_msg)].filter((word) => word !== null).join(' ');
  const meaning = meanings.find(([pattern]) => pattern.test(said))?.[1] ?? 'source.page-not-understood';
  const shown = /^[\w .:-]{1,60}$/.test(code) && code !== '0' ? code : String(status);
  return new AppError(meaning, `the open platform refused ${method}: ${shown}`, {
    params: {
      host: 'api-sg.aliexpress.com',
      said: shown,
      ...(meaning === 'source.gone' ? { status: 404 } : {}),
    },
  });
}

function notUnderstood(what: string): AppError {
  return new AppError('source.page-not-understood', `the open platform's answer is not understood: ${what}`, {
    params: { address: ownGateway },
  });
}
