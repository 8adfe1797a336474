import type { ErrorCode } from '@bowerbird/contract/errors';
import type { SeenProduct } from '../../listing/product-seen.ts';
import { rejectionCode, rejectionParams } from '../../listing/rejection-code.ts';
import { type RestAnswer, saidIn } from '../../listing/wordpress-client.ts';
import type { Fate, StoreFault } from '../../listing/writes.ts';
import { idOf, isObject, itemsOf } from '../../unread.ts';
import { failureOf } from './client.ts';
import { seenOf } from './seen.ts';

/**
 * The refusals of one row after which it was surely not written, recorded (`readme.md`, Errors). All else is a doubt: what
 * says that a SKU or a barcode is held may speak of our own product.
 */
const sureRefusals: Record<string, { code: ErrorCode; field: string | null }> = {
  woocommerce_product_image_upload_error: { code: 'store.rejected-product', field: 'pictures' },
  woocommerce_product_invalid_image_id: { code: 'store.rejected-product', field: 'pictures' },
  // Of a row of variations (seen on 7.9.0 and 11.0.1).
  woocommerce_variation_invalid_image_id: { code: 'store.rejected-product', field: 'pictures' },
  rest_invalid_param: { code: 'store.rejected-product', field: null },
  rest_missing_callback_param: { code: 'store.rejected-product', field: null },
};

/** Refusals that speak of somebody who holds what we wanted. */
const takenCodes = [
  'product_invalid_sku',
  'product_invalid_global_unique_id',
  'woocommerce_rest_product_not_created',
  // By the way the others are named; not seen.
  'woocommerce_rest_product_variation_not_created',
];
const missingCodes = ['woocommerce_rest_product_invalid_id', 'woocommerce_rest_already_trashed'];

/** Fields of the store, as they are called in a product. */
const ours: Record<string, string> = {
  name: 'title',
  slug: 'handle',
  description: 'descriptionHtml',
  sku: 'variants.0.sku',
  global_unique_id: 'variants.0.barcode',
  regular_price: 'variants.0.price',
  sale_price: 'variants.0.compareAtPrice',
  images: 'pictures',
  categories: 'categories',
  tags: 'tags',
  stock_quantity: 'variants.0.stock',
};

/** The rows of a batch of this kind; a fate where the answer speaks of all alike. */
export function rowsIn(
  answer: RestAnswer,
  kind: 'create' | 'update' | 'delete',
): Fate | { rows: readonly unknown[] } {
  if (answer.kind === 'unclear') {
    return { fate: 'doubt', because: answer.because };
  }
  const { status, body } = answer;
  if (status < 300) {
    return isObject(body) && Array.isArray(body[kind])
      ? { rows: body[kind] }
      : { fate: 'doubt', because: 'an answer in another shape' };
  }
  return fateOfRefusal(status, body);
}

/** The fate of a request that was turned away whole, by name, before any of it was looked at; all else is a doubt. */
export function fateOfRefusal(status: number, body: unknown): Fate {
  const said = saidIn(body);
  if (said !== null && missingCodes.includes(said.code)) {
    return { fate: 'missing' };
  }
  const isOfAll =
    /^(rest_|woocommerce_rest_(cannot_|user_cannot_|authentication_error|request_entity_too_large|trash_not_supported))/;
  const isSure =
    said !== null && (status < 500 || status === 501) && status !== 429 && isOfAll.test(said.code);
  return isSure
    ? refusal(status, body, null)
    : { fate: 'doubt', because: `HTTP ${status} ${said?.code ?? ''}` };
}

/** What became of one product of a batch. */
export async function fateOfRow(row: unknown): Promise<Fate> {
  const error = isObject(row) ? row.error : null;
  if (error !== undefined && error !== null) {
    return fateOfError(error, null);
  }
  const seen = await seenOf(row);
  if (seen === null) {
    return { fate: 'doubt', because: 'the batch tells nothing of this one' };
  }
  const { storeProductId, version, hash, address, status } = seen;
  return status === 'trash'
    ? { fate: 'missing' }
    : { fate: 'applied', storeProductId, version, hash, address, notes: [] };
}

/** Reads an error in a row; `place` is that of the variant it was for. */
export function fateOfError(error: unknown, place: number | null): Fate {
  const code = saidIn(error)?.code ?? '';
  if (missingCodes.includes(code)) {
    return { fate: 'missing' };
  }
  return sureRefusals[code]
    ? refusal(400, error, place)
    : { fate: 'doubt', because: `${code}${holderIn(error) === null ? '' : ` held by ${holderIn(error)}`}` };
}

export function isTaken(error: unknown): boolean {
  return takenCodes.includes(saidIn(error)?.code ?? '');
}

/** The number of the product that holds a SKU or a barcode. */
export function holderIn(error: unknown): string | null {
  return isObject(error) && isObject(error.data) ? idOf(error.data.resource_id) : null;
}

/** Somebody else's product surely holds what we wanted, in the shop or in its trash. */
export function takenBy(
  holder: Pick<SeenProduct, 'storeProductId' | 'status'>,
  sku: string,
  place: number,
  error: unknown,
): Fate {
  const said = saidIn(error);
  const field = `variants.${place}.${said?.code === 'product_invalid_global_unique_id' ? 'barcode' : 'sku'}`;
  const fault: StoreFault = {
    code: holder.status === 'trash' ? 'store.trash-holds-sku' : 'store.sku-taken',
    params: { sku, holder: holder.storeProductId },
    field,
    said: said?.message ?? '',
  };
  return {
    fate: 'refused',
    faults: [fault],
    answer: { code: said?.code ?? '', holder: holder.storeProductId },
  };
}

function refusal(status: number, body: unknown, place: number | null): Fate {
  const said = saidIn(body);
  const sure = sureRefusals[said?.code ?? ''];
  const data = isObject(body) && isObject(body.data) && isObject(body.data.params) ? body.data.params : {};
  const [named = ''] = Object.keys(data);
  const whole = sure?.field ?? ours[named] ?? null;
  const failure = failureOf(status, body);
  const words = said?.message ?? '';
  const field = place === null ? whole : `variants.${place}.${whole === 'pictures' ? 'pictureUrl' : 'price'}`;
  const code = sure?.code ?? (failure.code === 'store.unwell' ? 'store.rejected-product' : failure.code);
  const fault: StoreFault = {
    code: code === 'store.rejected-product' ? rejectionCode(words, field) : code,
    params: rejectionParams(words, field),
    field,
    said: words,
  };
  return {
    fate: 'refused',
    faults: [fault],
    answer: { status, code: said?.code ?? '', message: said?.message ?? '' },
  };
}

/** The rows of a variations batch that failed, each with the place of its variant. */
export function failedRows(
  body: unknown,
  places: readonly number[],
): { error: unknown; place: number | null }[] {
  const sent = isObject(body) ? body : {};
  const rows = [...itemsOf(sent.create), ...itemsOf(sent.update)];
  return [
    ...rows.map((row, at) => ({ row, place: places[at] ?? null })),
    ...itemsOf(sent.delete).map((row) => ({ row, place: null })),
  ].flatMap(({ row, place }) =>
    isObject(row) && row.error !== undefined ? [{ error: row.error, place }] : [],
  );
}
