import { z } from 'zod';
import type { Shelf } from '../../listing/lister.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Fate } from '../../listing/writes.ts';
import { ask } from './client.ts';
import { costOf } from './cost.ts';
import { productStatus } from './operations.ts';
import { StoreProduct, seenOf } from './seen.ts';
import { unanswered } from './write-fate.ts';

const Changed = z.object({
  product: z.unknown(),
  userErrors: z.array(z.object({ field: z.array(z.string()).nullish(), message: z.string() })),
});

/** Drafts and archived products are on no channel, and keep the channels they were on (`readme.md`, Visibility). */
export const shelf: Shelf = {
  isHidden: ({ status }) => status !== 'active',
  hide: (ids, as, store, context) =>
    Promise.all(ids.map((id) => change(id, as === 'draft' ? 'DRAFT' : 'ARCHIVED', store, context))),
  show: (ids, store, context) => Promise.all(ids.map((id) => change(id, 'ACTIVE', store, context))),
};

async function change(
  id: string,
  status: 'ACTIVE' | 'DRAFT' | 'ARCHIVED',
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate> {
  const variables = { product: { id, status } };
  const answer = await ask(productStatus, variables, costOf('publish', null), store, context, {
    gated: true,
  });
  if (answer.kind !== 'data') {
    return unanswered(answer);
  }
  const payload = Changed.safeParse(answer.data.productUpdate);
  if (!payload.success) {
    return { fate: 'doubt', because: 'an answer in another shape' };
  }
  const { product, userErrors } = payload.data;
  const [first] = userErrors;
  if (first) {
    // This mutation's errors have no codes; of a status it complains only where the product is not there.
    return /not exist|not found/i.test(first.message)
      ? { fate: 'missing' }
      : {
          fate: 'refused',
          faults: [
            {
              code: 'store.rejected-product',
              params: { message: first.message.slice(0, 240) },
              field: null,
              said: first.message.slice(0, 240),
            },
          ],
          answer: userErrors.slice(0, 20).map(({ field, message }) => ({ field: field ?? null, message })),
        };
  }
  const read = StoreProduct.safeParse(product);
  if (!read.success) {
    return { fate: 'doubt', because: 'an answer without the product' };
  }
  const { storeProductId, version, hash, address } = await seenOf(read.data);
  return { fate: 'applied', storeProductId, version, hash, address, notes: [] };
}
