import { productById, type Shelf } from '../../simulating/shelf.ts';
import { signed } from '../signature.ts';
import { openApiForm } from './forms.ts';

/** The one app that the played platform knows. */
export const practiceApp = { appKey: '537474', appSecret: 'practice-secret', session: 'practice-session' };

/** A call of the played open platform: its signature is checked as the platform checks it. */
export async function answerOpenApi(request: Request, shelf: Shelf): Promise<Response> {
  const sent = Object.fromEntries(new URLSearchParams(await request.text()));
  const { sign, ...parameters } = sent;
  if (parameters.app_key !== practiceApp.appKey) {
    return refusal('InvalidAppkey');
  }
  const method = parameters.method ?? '';
  if ((await signed(method, parameters, practiceApp.appSecret)).sign !== sign) {
    return refusal('IncompleteSignature');
  }
  if (parameters.session !== practiceApp.session) {
    return refusal('IllegalAccessToken');
  }
  if (method !== 'aliexpress.ds.product.get') {
    return refusal('InvalidApiPath');
  }
  const product = productById(shelf, Number(parameters.product_id));
  const origin = new URL(request.url).origin;
  return Response.json({
    aliexpress_ds_product_get_response: product
      ? { result: openApiForm({ product, origin }), rsp_code: 200, rsp_msg: 'Call succeeds' }
      : { rsp_code: 405, rsp_msg: 'ITEM_ID_NOT_FOUND' },
  });
}

function refusal(code: string): Response {
  return Response.json({ code, type: 'ISV', message: 'refused', request_id: '1' });
}
