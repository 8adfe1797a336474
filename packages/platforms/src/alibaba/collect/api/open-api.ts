import type { Product } from '@bowerbird/catalog/product';
import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import type { PlatformContext } from '../../../context.ts';
import { readBody } from '../../../net/body.ts';
import { connectionFailure, refusalOf } from '../../../net/failures.ts';
import { jsonLimit } from '../../../net/http.ts';
import { patience } from '../../../net/patience.ts';
import { parseJson } from '../../../net/send.ts';
import type { ApiParameters } from '../../../net/signature.ts';
import { idOf, isObject, itemsOf, shown, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { productOfFacts } from '../product/facts.ts';
import { alibabaCom, china } from '../sites.ts';
import { withFactsMark } from '../unstated.ts';
import { factsOfCrossBorder, factsOfEco } from './open-api-facts.ts';
import { signatureOfParam2, signatureOfPath } from './signing.ts';

/** Credentials of an open platform, and the country its prices are for. The secret is sent only as a signature. */
export interface OpenApiAccess {
  appKey: string;
  appSecret: string;
  accessToken: string;
  /** ISO 3166, two letters; alibaba.com only. */
  country?: string;
  /** Milliseconds since 1970, for the gateway that requires a signed timestamp. */
  now(): number;
  /** Gateway of a simulated platform, instead of the real one. */
  gateway?: string;
}

const ecoPath = '/eco/buyer/product/description';
const crossBorder = 'com.alibaba.fenxiao.crossborder/product.search.';

/** Meaning of the gateways' error codes; all others are `source.page-not-understood` (`readme.md`). */
const meanings: [RegExp, ErrorCode][] = [
  [/IncompleteSignature|SignatureInvalid|InvalidAppKey/i, 'source.credentials-wrong'],
  [
    /Illegal(?:Access|Refresh)Token|AccessTokenInvalid|InvalidCode|invalid_(?:grant|client)/i,
    'source.credentials-wrong',
  ],
  [/InsufficientPermission|AppWhiteIpLimit|APIACLDecline/i, 'source.right-missing'],
  [/AppCallLimit/i, 'source.quota-used'],
  [/CallLimit/i, 'source.slow-down'],
  [/ServiceTimeout|ServiceUnavailable|System ?Error/i, 'source.unwell'],
  [/PRODUCT_NOT_FOUND|PRODUCT_OFFLINE|OFFER_NOT_FOUND/i, 'source.gone'],
];

/**
 * Reads one alibaba.com product through the buyers' open platform, in the same form as from pages. Only products open
 * to the programme are available. Waits out rate limits and temporary failures; reports wrong credentials, a missing
 * permission and an unknown id as named errors.
 */
export async function readAlibabaByApi(
  id: string,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<Product> {
  const { country = 'US' } = access;
  // The platform requires the id as a number; our number type might round it, so the digits are written as text.
  const query = `{"product_id":${digitsOf(id)},"country":${JSON.stringify(country)},"language":"en-US","currency":"USD","ship_to_country":${JSON.stringify(country)}}`;
  const result = await requested(context, async () => {
    const answer = await requestByPath(ecoPath, { query_req: query }, access, context);
    const body = isObject(answer.result) ? answer.result : {};
    if (!isObject(body.result_data)) {
      throw failureOf([answer, body], `product ${id}`);
    }
    return body.result_data;
  });
  return productFromEco(result);
}

/** Sends one call to alibaba.com's gateway, which signs paths; returns its answer, whatever it contains. */
export async function requestByPath(
  path: string,
  own: ApiParameters,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<UnreadObject> {
  const parameters = {
    ...own,
    app_key: access.appKey,
    // The call that requests a token is sent without one.
    ...(access.accessToken !== '' && { access_token: access.accessToken }),
    sign_method: 'sha256',
    timestamp: String(access.now()),
  };
  const url = new URL(`/rest${path}`, access.gateway ?? 'https://openapi-api.alibaba.com');
  const sign = await signatureOfPath(path, parameters, access.appSecret);
  url.search = new URLSearchParams({ ...parameters, sign }).toString();
  return await send(url, {}, context);
}

/** Converts the `result_data` of `/eco/buyer/product/description` to a product. */
export function productFromEco(sent: UnreadObject): Product {
  const root = `https://${alibabaCom.home}`;
  const product = productOfFacts(factsOfEco(sent), { site: alibabaCom, root, shop: alibabaCom.home });
  return withFactsMark(product, 'api');
}

/**
 * Reads one 1688 product through the cross-border partners' open platform, with the same guarantees. Texts stay
 * Chinese.
 */
export async function readChinaByApi(
  id: string,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<Product> {
  const param = `{"offerId":${digitsOf(id)},"country":"en"}`;
  const result = await requested(context, () =>
    requestByParam2(
      `${crossBorder}queryProductDetail`,
      { offerDetailParam: param },
      `product ${id}`,
      access,
      context,
    ),
  );
  return productFromCrossBorder(result);
}

/** Returns the ids that 1688 finds for this text, and the number of pages. */
export async function searchChinaByApi(
  words: string,
  page: number,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<{ ids: string[]; pages: number }> {
  const offerQueryParam = JSON.stringify({ keyword: words, beginPage: page, pageSize: 50, country: 'en' });
  const found = await requested(context, () =>
    requestByParam2(`${crossBorder}keywordQuery`, { offerQueryParam }, 'search', access, context),
  );
  const ids = itemsOf(found.data).flatMap((offer) => (isObject(offer) ? (idOf(offer.offerId) ?? []) : []));
  return { ids, pages: wholeOf(found.totalPage) ?? 1 };
}

/** Returns the `result.result` of a call to 1688's gateway, which signs `param2` paths. */
async function requestByParam2(
  api: string,
  own: ApiParameters,
  what: string,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<UnreadObject> {
  const route = `param2/1/${api}/${access.appKey}`;
  const parameters = { access_token: access.accessToken, ...own };
  const signature = await signatureOfParam2(route, parameters, access.appSecret);
  const url = new URL(`/openapi/${route}`, access.gateway ?? 'https://gw.open.1688.com');
  const body = new URLSearchParams({ ...parameters, _aop_signature: signature });
  const answer = await send(url, { method: 'POST', body }, context);
  const outer = isObject(answer.result) ? answer.result : {};
  if (!isObject(outer.result)) {
    throw failureOf([answer, outer], what);
  }
  return outer.result;
}

/** Converts the `result.result` of `queryProductDetail` to a product. */
export function productFromCrossBorder(sent: UnreadObject): Product {
  const root = `https://${china.home}`;
  const product = productOfFacts(factsOfCrossBorder(sent), { site: china, root, shop: china.home });
  return withFactsMark(product, 'api');
}

function digitsOf(id: string): string {
  if (!/^\d{6,14}$/.test(id)) {
    throw new AppError('source.gone', `${JSON.stringify(id)} is no product id`, { params: { id } });
  }
  return id;
}

/** Sends a request, and retries as long as waiting may help. */
export async function requested(
  context: PlatformContext,
  call: () => Promise<UnreadObject>,
): Promise<UnreadObject> {
  const waiting = patience('needed');
  for (;;) {
    try {
      return await call();
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

/** Sends one call, once. Error reports leave out the query, because it contains the token and the signature. */
export async function send(
  url: URL,
  init: RequestInit,
  { fetch, signal }: PlatformContext,
): Promise<UnreadObject> {
  const place = new URL(url.pathname, url.origin);
  let answered = false;
  try {
    const response = await fetch(url, { ...init, signal, headers: { accept: 'application/json' } });
    answered = true;
    const text = await readBody(response, jsonLimit);
    const body = parsedOrNull(text, place);
    // 1688's gateway gives the reason of a refusal in the response body.
    const refusal = isObject(body) && codeOf(body) !== null ? null : refusalOf(response, place);
    if (refusal !== null) {
      throw refusal;
    }
    if (!isObject(body)) {
      throw new AppError('source.not-json', `${place.href} answered no object`, {
        params: { address: place.href },
      });
    }
    return body;
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : connectionFailure(thrown, place, answered);
  }
}

function parsedOrNull(text: string, url: URL): unknown {
  try {
    return parseJson({ text, url });
  } catch {
    return null;
  }
}

/** The gateway answers refusals with HTTP 200; the code in the body shows the refusal (`readme.md`). */
function codeOf(body: UnreadObject): string | null {
  const said = [body.code, body.error_code, body.errorCode, body.sub_code, body.result_code]
    .filter((one) => one !== undefined && one !== null && one !== '')
    .map(shown)
    .filter((one) => !/^(?:0|200|success)$/i.test(one));
  return said.length === 0 ? null : said.join(' ').slice(0, 200);
}

/** Returns the error for a refusal; only codes are kept of its text. `what` names the requested thing. */
export function failureOf(bodies: readonly UnreadObject[], what: string): AppError {
  const codes = bodies.flatMap((body) => codeOf(body) ?? []);
  const words = bodies.flatMap((body) =>
    itemsOf([body.message, body.error_message, body.errorMessage, body.result_msg]).map(shown),
  );
  const said = [...codes, ...words].join(' ');
  const code = meanings.find(([form]) => form.test(said))?.[1] ?? 'source.page-not-understood';
  return new AppError(code, `open platform, ${what}: ${codes.join(' ') || 'nothing in the answer'}`, {
    params: { address: what },
  });
}
