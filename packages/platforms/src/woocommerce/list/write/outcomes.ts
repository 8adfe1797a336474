import type { ErrorCode } from '@bowerbird/contract/errors';
import type { SeenProduct } from '../../../listing/product-seen.ts';
import { rejectionCode, rejectionParams } from '../../../listing/rejection-code.ts';
import { type RestAnswer, saidIn } from '../../../listing/wordpress/client.ts';
import type { Outcome, StoreFault } from '../../../listing/writes.ts';
import { idOf, isObject, itemsOf } from '../../../reading/unread.ts';
import { failureOf } from '../calls/client.ts';
import { seenOf } from '../seen.ts';

/**
 * Rejections of one row after which it was definitely not written, as recorded (`readme.md`, Errors). Everything else
 * is an unknown outcome: an error that a SKU or a barcode is already used may refer to our own product.
 */
const sureRefusals: Record<string, { code: ErrorCode; field: string | null }> = {
  woocommerce_product_image_upload_error: { code: 'store.rejected-product', field: 'images' },
  woocommerce_product_invalid_image_id: { code: 'store.rejected-product', field: 'images' },
  // For a row of variations (seen on 7.9.0 and 11.0.1).
  woocommerce_variation_invalid_image_id: { code: 'store.rejected-product', field: 'images' },
  rest_invalid_param: { code: 'store.rejected-product', field: null },
  rest_missing_callback_param: { code: 'store.rejected-product', field: null },
};

/** Rejections because another product holds the value we sent. */
const takenCodes = [
  'product_invalid_sku',
  'product_invalid_global_unique_id',
  'woocommerce_rest_product_not_created',
  // Inferred from the names of the others; not seen.
  'woocommerce_rest_product_variation_not_created',
];
const missingCodes = ['woocommerce_rest_product_invalid_id', 'woocommerce_rest_already_trashed'];

/** Our names of the store's product fields. */
const ours: Record<string, string> = {
  name: 'title',
  slug: 'handle',
  description: 'descriptionHtml',
  sku: 'variants.0.sku',
  global_unique_id: 'variants.0.barcode',
  regular_price: 'variants.0.price',
  sale_price: 'variants.0.compareAtPrice',
  images: 'images',
  categories: 'categories',
  tags: 'tags',
  stock_quantity: 'variants.0.stock',
};

/** Returns the rows of a batch of this kind; an outcome where the answer applies to all of them. */
export function rowsIn(
  answer: RestAnswer,
  kind: 'create' | 'update' | 'delete',
): Outcome | { rows: readonly unknown[] } {
  if (answer.kind === 'unclear') {
    return { outcome: 'unknown', because: answer.because };
  }
  const { status, body } = answer;
  if (status < 300) {
    return isObject(body) && Array.isArray(body[kind])
      ? { rows: body[kind] }
      : { outcome: 'unknown', because: 'an answer in another shape' };
  }
  return outcomeOfRefusal(status, body);
}

/**
 * Returns the outcome of a request that was rejected as a whole, with a named error, before any of it was examined;
 * everything else is an unknown outcome.
 */
export function outcomeOfRefusal(status: number, body: unknown): Outcome {
  const said = saidIn(body);
  if (said !== null && missingCodes.includes(said.code)) {
    return { outcome: 'missing' };
  }
  const isOfAll =
    /^(rest_|woocommerce_rest_(cannot_|user_cannot_|authentication_error|request_entity_too_large|trash_not_supported))/;
  const isSure =
    said !== null && (status < 500 || status === 501) && status !== 429 && isOfAll.test(said.code);
  return isSure && failureOf(status, body).code !== 'store.blocked-us'
    ? refusal(status, body, null)
    : { outcome: 'unknown', because: `HTTP ${status} ${said?.code ?? ''}` };
}

/** Returns the outcome of one product of a batch. */
export async function outcomeOfRow(row: unknown): Promise<Outcome> {
  const error = isObject(row) ? row.error : null;
  if (error !== undefined && error !== null) {
    return outcomeOfError(error, null);
  }
  const seen = await seenOf(row);
  if (seen === null) {
    return { outcome: 'unknown', because: 'the batch tells nothing of this one' };
  }
  const { storeProductId, version, hash, address, status } = seen;
  return status === 'trash'
    ? { outcome: 'missing' }
    : { outcome: 'applied', storeProductId, version, hash, address, notes: [] };
}

/** Returns the outcome for an error in a row; `place` is the index of its variant. */
export function outcomeOfError(error: unknown, place: number | null): Outcome {
  const code = saidIn(error)?.code ?? '';
  if (missingCodes.includes(code)) {
    return { outcome: 'missing' };
  }
  return sureRefusals[code]
    ? refusal(400, error, place)
    : {
        outcome: 'unknown',
        because: `${code}${holderIn(error) === null ? '' : ` held by ${holderIn(error)}`}`,
      };
}

export function isTaken(error: unknown): boolean {
  return takenCodes.includes(saidIn(error)?.code ?? '');
}

/** Returns the id of the product that holds a SKU or a barcode. */
export function holderIn(error: unknown): string | null {
  return isObject(error) && isObject(error.data) ? idOf(error.data.resource_id) : null;
}

/** Returns the rejection where an unmanaged product definitely holds the value we sent, in the shop or in its trash. */
export function takenBy(
  holder: Pick<SeenProduct, 'storeProductId' | 'status'>,
  sku: string,
  place: number,
  error: unknown,
): Outcome {
  const said = saidIn(error);
  const field = `variants.${place}.${said?.code === 'product_invalid_global_unique_id' ? 'barcode' : 'sku'}`;
  const fault: StoreFault = {
    code: holder.status === 'trash' ? 'store.trash-holds-sku' : 'store.sku-taken',
    params: { sku, holder: holder.storeProductId },
    field,
    said: said?.message ?? '',
  };
  return {
    outcome: 'refused',
    faults: [fault],
    answer: { code: said?.code ?? '', holder: holder.storeProductId },
  };
}

function refusal(status: number, body: unknown, place: number | null): Outcome {
  const said = saidIn(body);
  const sure = sureRefusals[said?.code ?? ''];
  const data = isObject(body) && isObject(body.data) && isObject(body.data.params) ? body.data.params : {};
  const [named = ''] = Object.keys(data);
  const whole = sure?.field ?? ours[named] ?? null;
  const failure = failureOf(status, body);
  const words = said?.message ?? '';
  const field = place === null ? whole : `variants.${place}.${whole === 'images' ? 'imageUrl' : 'price'}`;
  const code = sure?.code ?? (failure.code === 'store.unwell' ? 'store.rejected-product' : failure.code);
  const fault: StoreFault = {
    code: code === 'store.rejected-product' ? rejectionCode(words, field) : code,
    params: rejectionParams(words, field),
    field,
    said: words,
  };
  return {
    outcome: 'refused',
    faults: [fault],
    answer: { status, code: said?.code ?? '', message: said?.message ?? '' },
  };
}

/** Returns the failed rows of a batch of variations, each with the index of its variant. */
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
