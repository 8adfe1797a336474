import type { AdminContext } from '../../admin/admin-context.ts';
import type { StoredProduct } from '../../admin/record.ts';
import type { ProductInput } from '../products/product-input.ts';

/**
 * Reports whether this write creates more new variants than the store accepts in a day once it is very full
 * (`shopify/readme.md`, Rate limits). How Shopify reports it is from memory only; the fault `daily-cap=userErrors`
 * simulates the other way.
 */
export function variantThrottle(
  input: ProductInput,
  former: StoredProduct | null,
  context: AdminContext,
): 'errors' | 'userErrors' | null {
  const injected = context.faults.injectFault('daily-cap', context.text);
  if (injected) {
    return injected.value === 'userErrors' ? 'userErrors' : 'errors';
  }
  const { from, perDay } = context.settings.variantThrottle;
  const { ledger, now } = context;
  if (ledger.variantCount < from) {
    return null;
  }
  const made = Math.max(0, (input.variants?.length ?? 1) - (former?.variants.length ?? 0));
  return ledger.variantsMadeSince(now - 86_400_000) + made > perDay ? 'errors' : null;
}
