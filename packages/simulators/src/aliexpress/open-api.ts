import { signed } from '@bowerbird/platforms/aliexpress/collect/api/signature';
import { productById, type SimulatedCatalog } from '../storefront/catalog.ts';
import { images, openApiForm } from './forms.ts';

/** The only app that the simulated platform knows. */
export const practiceApp = { appKey: '537474', appSecret: 'practice-secret', session: 'practice-session' };
export const practiceRefresh = 'practice-refresh';

/** Value of a renewed token; the old token stays valid until it expires. */
const renewedSession = 'practice-session-renewed';
const tokenSeconds = 86_400;

/** Answers a call of the simulated open platform; checks its signature as the platform does. */
export async function answerOpenApi(request: Request, catalog: SimulatedCatalog): Promise<Response> {
  const sent = Object.fromEntries(new URLSearchParams(await request.text()));
  const { sign, ...parameters } = sent;
  const { origin, pathname } = new URL(request.url);
  if (parameters.app_key !== practiceApp.appKey) {
    return refusal('InvalidAppkey');
  }
  const method = pathname.startsWith('/rest/') ? pathname.slice('/rest'.length) : (parameters.method ?? '');
  if ((await signed(method, parameters, practiceApp.appSecret)).sign !== sign) {
    return refusal('IncompleteSignature');
  }
  if (method === '/auth/token/refresh') {
    return parameters.refresh_token === practiceRefresh ? newToken() : refusal('IllegalRefreshToken');
  }
  if (parameters.session !== practiceApp.session && parameters.session !== renewedSession) {
    return refusal('IllegalAccessToken');
  }
  switch (method) {
    case 'aliexpress.ds.product.get':
      return productAnswer(catalog, parameters.product_id ?? '', origin);
    case 'aliexpress.ds.text.search':
      return searchAnswer(catalog, parameters, origin);
    case 'aliexpress.ds.category.get':
      return categoriesAnswer(catalog);
    default:
      return refusal('InvalidApiPath');
  }
}

function productAnswer(catalog: SimulatedCatalog, id: string, origin: string): Response {
  const product = productById(catalog, Number(id));
  return Response.json({
    aliexpress_ds_product_get_response: product
      ? { result: openApiForm({ product, origin }), rsp_code: 200, rsp_msg: 'Call succeeds' }
      : { rsp_code: 405, rsp_msg: 'ITEM_ID_NOT_FOUND' },
  });
}

function searchAnswer(
  catalog: SimulatedCatalog,
  requested: Record<string, string>,
  origin: string,
): Response {
  const category = catalog.categories().find(({ id }) => String(id) === requested.categoryId);
  const place =
    requested.categoryId === undefined ? catalog : category && catalog.inCategory(category.handle);
  const words = (requested.keyWord ?? '').toLowerCase();
  const found = (place?.slice(0, 2000) ?? []).filter(({ title }) => title.toLowerCase().includes(words));
  const [size, page] = [Number(requested.pageSize ?? 20), Number(requested.pageIndex ?? 1)];
  const products = found.slice((page - 1) * size, page * size).map((product) => ({
    itemId: String(product.id),
    title: product.title,
    itemMainPic: images(product, origin)[0] ?? '',
    itemUrl: `//www.aliexpress.com/item/${product.id}.html`,
    targetSalePrice: product.variants[0]?.price ?? '',
    targetOriginalPriceCurrency: requested.currency ?? 'USD',
  }));
  return Response.json({
    aliexpress_ds_text_search_response: {
      code: '00',
      msg: 'success',
      data: {
        pageIndex: page,
        pageSize: size,
        totalCount: found.length,
        products: { selection_search_product: products },
      },
    },
  });
}

/** Returns a few categories under one top category. */
function categoriesAnswer(catalog: SimulatedCatalog): Response {
  const top = { category_id: 99, category_name: 'Home' };
  const inside = catalog
    .categories()
    .map(({ id, title }) => ({ category_id: id, category_name: title, parent_category_id: top.category_id }));
  return Response.json({
    aliexpress_ds_category_get_response: {
      resp_result: { resp_code: 200, result: { categories: { category: [top, ...inside] } } },
    },
  });
}

function newToken(): Response {
  return Response.json({
    access_token: renewedSession,
    refresh_token: practiceRefresh,
    expires_in: tokenSeconds,
    refresh_expires_in: tokenSeconds * 2,
    account_platform: 'seller_center',
    user_nick: 'practice',
    code: '0',
    request_id: '1',
  });
}

function refusal(code: string): Response {
  return Response.json({ code, type: 'ISV', message: 'refused', request_id: '1' });
}
