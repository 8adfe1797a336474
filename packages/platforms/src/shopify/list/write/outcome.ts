import { z } from 'zod';
import type { Outcome } from '../../../listing/writes.ts';
import type { Answer } from '../client.ts';
import { judge, type UserError, type WriteOf } from '../faults.ts';
import { StoreProduct, seenOf } from '../seen.ts';

/** The `userErrors` of any mutation that we send. */
export const UserErrors = z.array(
  z.object({ code: z.string().nullish(), field: z.array(z.string()).nullish(), message: z.string() }),
);
const Written = z.object({ product: z.unknown(), userErrors: UserErrors });

/** Returns the outcome of a `productSet`. */
export function setOutcome(answer: Answer, of: WriteOf): Promise<Outcome> {
  return outcomeOf(answer, 'productSet', Written, (payload) => payload.product, of);
}

/** Returns the outcome of the part of a request that answers as `name`, by its errors and the product in it. */
export async function outcomeOf<Payload extends { userErrors: UserError[] }>(
  answer: Answer,
  name: string,
  shape: z.ZodType<Payload>,
  productIn: (payload: Payload) => unknown,
  of: WriteOf,
): Promise<Outcome> {
  if (answer.kind !== 'data') {
    return unanswered(answer);
  }
  const payload = shape.safeParse(answer.data[name]);
  if (!payload.success) {
    return { outcome: 'unknown', because: 'an answer in another shape' };
  }
  const { userErrors } = payload.data;
  if (userErrors.length > 0) {
    const judged = judge(userErrors, of);
    if ('missing' in judged) {
      return { outcome: 'missing' };
    }
    if ('unclear' in judged) {
      return { outcome: 'unknown', because: judged.unclear };
    }
    return {
      outcome: 'refused',
      faults: judged.sure,
      answer: userErrors
        .slice(0, 20)
        .map(({ code, field, message }) => ({ code: code ?? null, field: field ?? null, message })),
    };
  }
  const product = StoreProduct.safeParse(productIn(payload.data));
  if (!product.success) {
    return { outcome: 'unknown', because: 'an answer without the product' };
  }
  const { storeProductId, version, hash, address } = await seenOf(product.data);
  return { outcome: 'applied', storeProductId, version, hash, address, notes: [] };
}

/** Returns the outcome of a write whose answer holds no data. */
export function unanswered(answer: Exclude<Answer, { kind: 'data' }>): Outcome {
  switch (answer.kind) {
    case 'throttled':
      return answer.isSure
        ? { outcome: 'throttled', waitMs: answer.waitMs }
        : { outcome: 'unknown', because: 'throttled, though the request would have fitted' };
    case 'turned-away': {
      const { code, message, params } = answer.failure;
      return { outcome: 'refused', faults: [{ code, params, field: null, said: message }], answer: message };
    }
    case 'unclear':
      return { outcome: 'unknown', because: answer.because };
  }
}
