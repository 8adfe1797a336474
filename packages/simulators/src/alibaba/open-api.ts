import { signatureOfParam2, signatureOfPath } from '@bowerbird/platforms/alibaba/collect/api/signing';
import { type CatalogProduct, productById, type SimulatedCatalog } from '../storefront/catalog.ts';
import { imageAddress } from './detail-data.ts';

/** The only app that the simulated platforms know. */
export const practiceApp = { appKey: '500001', appSecret: 'practice-secret', accessToken: 'practice-token' };
export const practiceRefresh = 'practice-refresh';

/** Value of a renewed token; the old token stays valid until it expires. */
const renewedToken = 'practice-token-renewed';
const tokenSeconds = 36_000;

const isToken = (token: string | undefined) => token === practiceApp.accessToken || token === renewedToken;

/**
 * Answers a call of alibaba.com's simulated gateway and checks its signature over the path as the platform does;
 * returns null for other requests (`alibaba/readme.md`, Open platforms).
 */
export async function answerAlibabaApi(
  request: Request,
  catalog: SimulatedCatalog,
): Promise<Response | null> {
  const url = new URL(request.url);
  if (!url.pathname.startsWith('/rest/')) {
    return null;
  }
  const path = url.pathname.slice('/rest'.length);
  const { sign, ...parameters } = Object.fromEntries(url.searchParams);
  if (parameters.app_key !== practiceApp.appKey) {
    return refusal('InvalidAppKey');
  }
  if ((await signatureOfPath(path, parameters, practiceApp.appSecret)) !== sign) {
    return refusal('IncompleteSignature');
  }
  if (path === '/auth/token/refresh') {
    return parameters.refresh_token === practiceRefresh
      ? Response.json({ ...newToken(), code: '0', request_id: '1' })
      : refusal('IllegalRefreshToken');
  }
  if (!isToken(parameters.access_token)) {
    return refusal('IllegalAccessToken');
  }
  if (path !== '/eco/buyer/product/description') {
    return refusal('InvalidApiPath');
  }
  const id = /"product_id":(\d+)/.exec(parameters.query_req ?? '')?.[1] ?? '';
  const product = productById(catalog, Number(id));
  return product
    ? Response.json({ code: '0', result: { result_code: '200', result_data: ecoForm(product, url.origin) } })
    : Response.json({ code: '0', result: { result_code: 'PRODUCT_NOT_FOUND', result_msg: 'not found' } });
}

/** Answers a call of 1688's simulated gateway, which is signed differently (`alibaba/readme.md`, Open platforms). */
export async function answerChinaApi(request: Request, catalog: SimulatedCatalog): Promise<Response | null> {
  const url = new URL(request.url);
  const [, protocol, rest = ''] = /^\/openapi\/(param2|http)\/1\/(.+)$/.exec(url.pathname) ?? [];
  if (protocol === undefined) {
    return null;
  }
  const sent = Object.fromEntries(new URLSearchParams(await request.text()));
  const key = rest.split('/').at(-1);
  if (protocol === 'http') {
    const isApp = sent.client_id === practiceApp.appKey && sent.client_secret === practiceApp.appSecret;
    return isApp && sent.refresh_token === practiceRefresh
      ? Response.json(newToken())
      : Response.json({ error: 'invalid_grant', error_code: 'invalid_grant' }, { status: 400 });
  }
  const { _aop_signature: signature, ...parameters } = sent;
  if (key !== practiceApp.appKey) {
    return chinaRefusal('gw.InvalidAppKey');
  }
  if ((await signatureOfParam2(`param2/1/${rest}`, parameters, practiceApp.appSecret)) !== signature) {
    return chinaRefusal('gw.SignatureInvalid');
  }
  if (!isToken(parameters.access_token)) {
    return chinaRefusal('gw.AccessTokenInvalid');
  }
  if (rest.includes('product.search.queryProductDetail')) {
    const id = /"offerId":(\d+)/.exec(parameters.offerDetailParam ?? '')?.[1] ?? '';
    const product = productById(catalog, Number(id));
    return chinaAnswer(product && crossBorderForm(product, url.origin));
  }
  if (rest.includes('product.search.keywordQuery')) {
    return chinaAnswer(finds(catalog, parameters.offerQueryParam ?? '{}', url.origin));
  }
  return chinaRefusal('gw.APIUnsupported');
}

function newToken(): object {
  return { access_token: renewedToken, refresh_token: practiceRefresh, expires_in: String(tokenSeconds) };
}

function refusal(code: string): Response {
  return Response.json({ code, type: 'ISV', message: 'refused', request_id: '1' });
}

function chinaRefusal(code: string): Response {
  return Response.json({ error_code: code, error_message: 'refused' }, { status: 401 });
}

function chinaAnswer(result: object | null): Response {
  return Response.json({
    result: result
      ? { success: 'true', code: '200', message: '操作成功', result }
      : { success: 'false', code: 'OFFER_NOT_FOUND', message: '商品不存在' },
  });
}

function ecoForm(product: CatalogProduct, origin: string): object {
  const images = product.images.map((_, at) => imageAddress(product, at, origin));
  return {
    product_id: product.id,
    title: product.title,
    description: product.bodyHtml ?? '',
    main_image: images[0] ?? '',
    images: images,
    category: product.productType,
    supplier: product.vendor,
    status: 'PRODUCT_ONLINE',
    currency: 'USD',
    min_order_quantity: 1,
    wholesale_trade: { unit_type: 'Piece', price: product.variants[0]?.price ?? '' },
    skus: product.variants.map((variant) => ({
      sku_id: variant.id,
      sku_attr_list: choicesOf(product, variant.optionValues).map(([name, value]) => ({
        attr_name_desc: name,
        attr_value_desc: value,
      })),
      ladder_price: [{ min_quantity: 1, price: variant.price, currency: 'USD' }],
    })),
  };
}

function crossBorderForm(product: CatalogProduct, origin: string): object {
  return {
    offerId: product.id,
    subject: product.title,
    description: product.bodyHtml ?? '',
    productImage: { images: product.images.map((_, at) => imageAddress(product, at, origin)) },
    productAttribute: [{ attributeName: '品牌', value: product.vendor }],
    productSkuInfos: product.variants.map((variant) => ({
      skuId: variant.id,
      amountOnSale: variant.quantity,
      price: variant.price,
      skuAttributes: choicesOf(product, variant.optionValues).map(([attributeName, value]) => ({
        attributeName,
        value,
      })),
    })),
    minOrderQuantity: 1,
  };
}

function choicesOf(product: CatalogProduct, values: readonly string[]): [string, string][] {
  const isSingle = product.variants.length === 1 && product.options[0]?.name === 'Title';
  return isSingle ? [] : product.options.map(({ name }, at) => [name, values[at] ?? '']);
}

function finds(catalog: SimulatedCatalog, requested: string, origin: string): object {
  const stated: { keyword?: string; beginPage?: number; pageSize?: number } = JSON.parse(requested);
  const words = (stated.keyword ?? '').toLowerCase();
  const found = catalog.slice(0, 2000).filter(({ title }) => title.toLowerCase().includes(words));
  const [size, page] = [stated.pageSize ?? 20, stated.beginPage ?? 1];
  return {
    totalRecords: found.length,
    totalPage: Math.ceil(found.length / size),
    data: found.slice((page - 1) * size, page * size).map((product) => ({
      offerId: product.id,
      subject: product.title,
      imageUrl: imageAddress(product, 0, origin),
      priceInfo: { price: product.variants[0]?.price ?? '' },
    })),
  };
}
