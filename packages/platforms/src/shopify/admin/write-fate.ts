import { z } from 'zod';
import type { Fate } from '../../listing/writes.ts';
import type { Answer } from './client.ts';
import { judge, type UserError, type WriteOf } from './faults.ts';
import { StoreProduct, seenOf } from './seen.ts';

/** What `userErrors` holds, of any mutation that we send. */
export const UserErrors = z.array(
  z.object({ code: z.string().nullish(), field: z.array(z.string()).nullish(), message: z.string() }),
);
const Written = z.object({ product: z.unknown(), userErrors: UserErrors });

/** What became of a `productSet`. */
export function setFate(answer: Answer, of: WriteOf): Promise<Fate> {
  return fateOf(answer, 'productSet', Written, (payload) => payload.product, of);
}

/** What became of the part of a request that answers as `name`, by its errors and the product in it. */
export async function fateOf<Payload extends { userErrors: UserError[] }>(
  answer: Answer,
  name: string,
  shape: z.ZodType<Payload>,
  productIn: (payload: Payload) => unknown,
  of: WriteOf,
): Promise<Fate> {
  if (answer.kind !== 'data') {
    return unanswered(answer);
  }
  const payload = shape.safeParse(answer.data[name]);
  if (!payload.success) {
    return { fate: 'doubt', because: 'an answer in another shape' };
  }
  const { userErrors } = payload.data;
  if (userErrors.length > 0) {
    const judged = judge(userErrors, of);
    if ('missing' in judged) {
      return { fate: 'missing' };
    }
    if ('doubt' in judged) {
      return { fate: 'doubt', because: judged.doubt };
    }
    return {
      fate: 'refused',
      faults: judged.sure,
      answer: userErrors
        .slice(0, 20)
        .map(({ code, field, message }) => ({ code: code ?? null, field: field ?? null, message })),
    };
  }
  const product = StoreProduct.safeParse(productIn(payload.data));
  if (!product.success) {
    return { fate: 'doubt', because: 'an answer without the product' };
  }
  const { storeProductId, version, hash, address } = await seenOf(product.data);
  return { fate: 'applied', storeProductId, version, hash, address, notes: [] };
}

/** What a write came to that was not answered with data. */
export function unanswered(answer: Exclude<Answer, { kind: 'data' }>): Fate {
  switch (answer.kind) {
    case 'throttled':
      return answer.isSure
        ? { fate: 'throttled', waitMs: answer.waitMs }
        : { fate: 'doubt', because: 'throttled, though the request would have fitted' };
    case 'turned-away': {
      const { code, message, params } = answer.failure;
      return { fate: 'refused', faults: [{ code, params, field: null, said: message }], answer: message };
    }
    case 'unclear':
      return { fate: 'doubt', because: answer.because };
  }
}
