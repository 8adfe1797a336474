import { AppError } from '@bowerbird/contract/errors';
import type { Trash } from '../../listing/lister.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Fate } from '../../listing/writes.ts';
import { idOf, isObject, itemsOf, wholeOf } from '../../unread.ts';
import { ask, readJson } from './client.ts';
import { failedRows, fateOfError, fateOfRefusal, fateOfRow, rowsIn } from './fates.ts';
import { isOurVariation } from './marks.ts';
import { list, perPage } from './product-lists.ts';

/**
 * Any status but the trash takes a product out of it (recorded). Its variations were thrown away with it and do not come back
 * by that (from memory): they are shown again by their own ids, or their codes would stay held by the trash.
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

/** As many as one request brings back. */
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

async function bringProduct(id: string, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const json = { update: [{ id: Number(id), status: 'draft' }] };
  const request = { method: 'POST', route: '/wc/v3/products/batch', json } as const;
  const told = rowsIn(await ask(request, store, context, { gated: true }), 'update');
  return 'fate' in told ? told : await fateOfRow(told.rows[0]);
}

async function bringVariations(
  id: string,
  variations: readonly unknown[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate> {
  const json = { update: variations.map((one) => ({ id: one, status: 'publish' })) };
  const request = { method: 'POST', route: `/wc/v3/products/${id}/variations/batch`, json } as const;
  const answer = await ask(request, store, context, { gated: true });
  if (answer.kind === 'unclear') {
    return { fate: 'doubt', because: answer.because };
  }
  if (answer.status >= 300) {
    return fateOfRefusal(answer.status, answer.body);
  }
  const [failed] = failedRows(answer.body, []);
  if (failed) {
    return fateOfError(failed.error, null);
  }
  return { fate: 'applied', storeProductId: id, version: '', hash: '', address: null, notes: [] };
}
