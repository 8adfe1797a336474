import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { Trash } from '../../../listing/writer.ts';
import type { Outcome } from '../../../listing/writes.ts';
import { idOf, isObject, itemsOf, wholeOf } from '../../../reading/unread.ts';
import { call, readJson } from '../calls/client.ts';
import { isOurVariation } from '../marks.ts';
import { list, perPage } from '../product-lists.ts';
import { failedRows, outcomeOfError, outcomeOfRefusal, outcomeOfRow, rowsIn } from './outcomes.ts';

/**
 * Restoring from the trash: any status but the trash restores a product (recorded). Its variations were trashed with it
 * and are not restored by that (from memory): they are published again by their own ids, or their SKUs would stay held
 * by the trash.
 */
export const trash: Trash = {
  async due(id, keys, store, context) {
    const [thrown] = await list({ include: id, status: 'trash' }, store, context);
    if (thrown) {
      const { key } = thrown.seen;
      return key !== null && keys.includes(key) ? { id } : null;
    }
    const variations = await thrownVariations(id, store, context);
    return variations.length > 0 ? { id, variations } : null;
  },
  bring(step, store, context) {
    const id = isObject(step) ? (idOf(step.id) ?? '') : '';
    const variations = isObject(step) ? itemsOf(step.variations) : [];
    return variations.length > 0
      ? bringVariations(id, variations, store, context)
      : bringProduct(id, store, context);
  },
};

/** Returns at most as many as one request restores. */
async function thrownVariations(id: string, store: StoreAccess, context: ListerContext): Promise<number[]> {
  const query = {
    status: 'trash',
    context: 'edit',
    per_page: String(perPage),
    _fields: 'id,status,meta_data',
  };
  const route = `/wc/v3/products/${id}/variations`;
  const sent = await readJson({ method: 'GET', route, query }, store, context).catch((thrown: unknown) => {
    if (thrown instanceof AppError && thrown.code === 'store.product-gone') {
      return { body: [] };
    }
    throw thrown;
  });
  return itemsOf(sent.body)
    .filter(isObject)
    .filter(({ status, meta_data }) => status === 'trash' && isOurVariation(meta_data))
    .flatMap((variation) => wholeOf(variation.id) ?? []);
}

async function bringProduct(id: string, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const json = { update: [{ id: Number(id), status: 'draft' }] };
  const request = { method: 'POST', route: '/wc/v3/products/batch', json } as const;
  const stated = rowsIn(await call(request, store, context, { gated: true }), 'update');
  return 'outcome' in stated ? stated : await outcomeOfRow(stated.rows[0]);
}

async function bringVariations(
  id: string,
  variations: readonly unknown[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome> {
  const json = { update: variations.map((one) => ({ id: one, status: 'publish' })) };
  const request = { method: 'POST', route: `/wc/v3/products/${id}/variations/batch`, json } as const;
  const answer = await call(request, store, context, { gated: true });
  if (answer.kind === 'unclear') {
    return { outcome: 'unknown', because: answer.because };
  }
  if (answer.status >= 300) {
    return outcomeOfRefusal(answer.status, answer.body);
  }
  const [failed] = failedRows(answer.body, []);
  if (failed) {
    return outcomeOfError(failed.error, null);
  }
  return { outcome: 'applied', storeProductId: id, version: '', hash: '', address: null, notes: [] };
}
