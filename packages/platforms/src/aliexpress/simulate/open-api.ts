import { productById, type Shelf } from '../../simulating/shelf.ts';
import { signed } from '../signature.ts';
import { openApiForm, pictures } from './forms.ts';

/** The one app that the played platform knows. */
export const practiceApp = { appKey: '537474', appSecret: 'practice-secret', session: 'practice-session' };
export const practiceRefresh = 'practice-refresh';

/** What a renewed token looks like: the old one lives on until it ends. */
const renewedSession = 'practice-session-renewed';
const tokenSeconds = 86_400;

/** A call of the played open platform: its signature is checked as the platform checks it. */
export async function answerOpenApi(request: Request, shelf: Shelf): Promise<Response> {
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
      return productAnswer(shelf, parameters.product_id ?? '', origin);
    case 'aliexpress.ds.text.search':
      return searchAnswer(shelf, parameters, origin);
    case 'aliexpress.ds.category.get':
      return categoriesAnswer(shelf);
    default:
      return refusal('InvalidApiPath');
  }
}

function productAnswer(shelf: Shelf, id: string, origin: string): Response {
  const product = productById(shelf, Number(id));
  return Response.json({
    aliexpress_ds_product_get_response: product
      ? { result: openApiForm({ product, origin }), rsp_code: 200, rsp_msg: 'Call succeeds' }
      : { rsp_code: 405, rsp_msg: 'ITEM_ID_NOT_FOUND' },
  });
}

function searchAnswer(shelf: Shelf, asked: Record<string, string>, origin: string): Response {
  const category = shelf.categories().find(({ id }) => String(id) === asked.categoryId);
  const place = asked.categoryId === undefined ? shelf : category && shelf.inCategory(category.handle);
  const words = (asked.keyWord ?? '').toLowerCase();
  const found = (place?.slice(0, 2000) ?? []).filter(({ title }) => title.toLowerCase().includes(words));
  const [size, page] = [Number(asked.pageSize ?? 20), Number(asked.pageIndex ?? 1)];
  const products = found.slice((page - 1) * size, page * size).map((product) => ({
    itemId: String(product.id),
    title: product.title,
    itemMainPic: pictures(product, origin)[0] ?? '',
    itemUrl: `//www.aliexpress.com/item/${product.id}.html`,
    targetSalePrice: product.variants[0]?.price ?? '',
    targetOriginalPriceCurrency: asked.currency ?? 'USD',
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

/** A few categories under one at the top. */
function categoriesAnswer(shelf: Shelf): Response {
  const top = { category_id: 99, category_name: 'Home' };
  const inside = shelf
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
