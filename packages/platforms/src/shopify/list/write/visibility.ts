import { z } from 'zod';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { VisibilityWriter } from '../../../listing/writer.ts';
import type { Outcome } from '../../../listing/writes.ts';
import { call } from '../client.ts';
import { costOf } from '../cost.ts';
import { productStatus } from '../operations.ts';
import { StoreProduct, seenOf } from '../seen.ts';
import { unanswered } from './outcome.ts';

const Changed = z.object({
  product: z.unknown(),
  userErrors: z.array(z.object({ field: z.array(z.string()).nullish(), message: z.string() })),
});

/** Drafts and archived products are on no channel, and keep the channels they were on (`readme.md`, Visibility). */
export const visibility: VisibilityWriter = {
  lacksParts: null,
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
): Promise<Outcome> {
  const variables = { product: { id, status } };
  const answer = await call(productStatus, variables, costOf('publish', null), store, context, {
    gated: true,
  });
  if (answer.kind !== 'data') {
    return unanswered(answer);
  }
  const payload = Changed.safeParse(answer.data.productUpdate);
  if (!payload.success) {
    return { outcome: 'unknown', because: 'an answer in another shape' };
  }
  const { product, userErrors } = payload.data;
  const [first] = userErrors;
  if (first) {
    // This mutation's errors have no codes; for a status, it only complains where the product does not exist.
    return /not exist|not found/i.test(first.message)
      ? { outcome: 'missing' }
      : {
          outcome: 'refused',
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
    return { outcome: 'unknown', because: 'an answer without the product' };
  }
  const { storeProductId, version, hash, address } = await seenOf(read.data);
  return { outcome: 'applied', storeProductId, version, hash, address, notes: [] };
}
