import type { Product } from '@bowerbird/catalog/product';
import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { readBody } from '../body.ts';
import type { PlatformContext } from '../context.ts';
import { connectionFailure, refusalOf } from '../failures.ts';
import { jsonLimit } from '../http.ts';
import { patience } from '../patience.ts';
import { parseJson } from '../send.ts';
import type { ApiParameters } from '../signature.ts';
import { idOf, isObject, itemsOf, shown, type UnreadObject, wholeOf } from '../unread.ts';
import { productOfGoods } from './goods.ts';
import { goodsOfCrossBorder, goodsOfEco } from './open-api-goods.ts';
import { signatureOfParam2, signatureOfPath } from './signing.ts';
import { alibabaCom, china } from './sites.ts';
import { withGoodsMark } from './untold.ts';

/** With what an open platform is asked, and for whom its prices are. The secret leaves only as a signature. */
export interface OpenApiAccess {
  appKey: string;
  appSecret: string;
  accessToken: string;
  /** ISO 3166, two letters; alibaba.com only. */
  country?: string;
  /** Milliseconds since 1970, for the gateway that wants it signed. */
  now(): number;
  /** Another gateway than the platform's own, for a played one. */
  gateway?: string;
}

const ecoPath = '/eco/buyer/product/description';
const crossBorder = 'com.alibaba.fenxiao.crossborder/product.search.';

/** What the gateways' own codes mean here; the rest is `source.page-not-understood` (platform notes, errors). */
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
 * One product of alibaba.com by the buyers' open platform, in the form that pages are read into. Only goods open to the
 * programme are there. Limits and trouble are waited out; wrong credentials, a missing right and an unknown id are named.
 */
export async function readAlibabaByApi(
  id: string,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<Product> {
  const { country = 'US' } = access;
  // The platform wants the id as a number, which a number of ours might round.
  const query = `{"product_id":${digitsOf(id)},"country":${JSON.stringify(country)},"language":"en-US","currency":"USD","ship_to_country":${JSON.stringify(country)}}`;
  const result = await asked(context, async () => {
    const answer = await askByPath(ecoPath, { query_req: query }, access, context);
    const body = isObject(answer.result) ? answer.result : {};
    if (!isObject(body.result_data)) {
      throw failureOf([answer, body], `product ${id}`);
    }
    return body.result_data;
  });
  return productFromEco(result);
}

/** One call of alibaba.com's gateway, which signs paths; its answer, whatever it says. */
export async function askByPath(
  path: string,
  own: ApiParameters,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<UnreadObject> {
  const parameters = {
    ...own,
    app_key: access.appKey,
    // A token is asked for without one.
    ...(access.accessToken !== '' && { access_token: access.accessToken }),
    sign_method: 'sha256',
    timestamp: String(access.now()),
  };
  const url = new URL(`/rest${path}`, access.gateway ?? 'https://openapi-api.alibaba.com');
  const sign = await signatureOfPath(path, parameters, access.appSecret);
  url.search = new URLSearchParams({ ...parameters, sign }).toString();
  return await send(url, {}, context);
}

/** The `result_data` of `/eco/buyer/product/description` as a product. */
export function productFromEco(sent: UnreadObject): Product {
  const root = `https://${alibabaCom.home}`;
  const product = productOfGoods(goodsOfEco(sent), { site: alibabaCom, root, shop: alibabaCom.home });
  return withGoodsMark(product, 'api');
}

/** One product of 1688 by the cross-border partners' open platform; the same promises. Texts stay Chinese. */
export async function readChinaByApi(
  id: string,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<Product> {
  const param = `{"offerId":${digitsOf(id)},"country":"en"}`;
  const result = await asked(context, () =>
    askByParam2(
      `${crossBorder}queryProductDetail`,
      { offerDetailParam: param },
      `product ${id}`,
      access,
      context,
    ),
  );
  return productFromCrossBorder(result);
}

/** Ids of what 1688 finds for these words, and how many pages there are. */
export async function searchChinaByApi(
  words: string,
  page: number,
  access: OpenApiAccess,
  context: PlatformContext,
): Promise<{ ids: string[]; pages: number }> {
  const offerQueryParam = JSON.stringify({ keyword: words, beginPage: page, pageSize: 50, country: 'en' });
  const found = await asked(context, () =>
    askByParam2(`${crossBorder}keywordQuery`, { offerQueryParam }, 'search', access, context),
  );
  const ids = itemsOf(found.data).flatMap((offer) => (isObject(offer) ? (idOf(offer.offerId) ?? []) : []));
  return { ids, pages: wholeOf(found.totalPage) ?? 1 };
}

/** The `result.result` of a call of 1688's gateway, which signs `param2` paths. */
async function askByParam2(
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

/** The `result.result` of `queryProductDetail` as a product. */
export function productFromCrossBorder(sent: UnreadObject): Product {
  const root = `https://${china.home}`;
  const product = productOfGoods(goodsOfCrossBorder(sent), { site: china, root, shop: china.home });
  return withGoodsMark(product, 'api');
}

function digitsOf(id: string): string {
  if (!/^\d{6,14}$/.test(id)) {
    throw new AppError('source.gone', `${JSON.stringify(id)} is no product id`, { params: { id } });
  }
  return id;
}

/** Asks, and asks again as long as waiting may help. */
export async function asked(
  context: PlatformContext,
  ask: () => Promise<UnreadObject>,
): Promise<UnreadObject> {
  const waiting = patience('needed');
  for (;;) {
    try {
      return await ask();
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

/** Sends one call, once. What is told of a failure leaves out the query: there stand the token and the signature. */
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
    // The gateway of 1688 says why in the body of a refusal.
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

/** HTTP says 200 even to a refusal: its code tells (platform notes 1.5). */
function codeOf(body: UnreadObject): string | null {
  const said = [body.code, body.error_code, body.errorCode, body.sub_code, body.result_code]
    .filter((one) => one !== undefined && one !== null && one !== '')
    .map(shown)
    .filter((one) => !/^(?:0|200|success)$/i.test(one));
  return said.length === 0 ? null : said.join(' ').slice(0, 200);
}

/** What a refusal means; of its words only codes are kept. `what` was asked for. */
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
