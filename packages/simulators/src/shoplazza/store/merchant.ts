import { isObject, itemsOf, textOf } from '@bowerbird/platforms/reading/unread';
import type { StoreRequestBody } from './api.ts';
import type { LazzaLedger, StoredProduct } from './ledger.ts';
import { slugOf } from './ledger.ts';
import type { Applying } from './merge-product.ts';
import { blankProduct, blankVariant } from './merge-product.ts';

/** Runs what the merchant was configured to do right after a write of ours. */
export function merchantActions(product: StoredProduct, { ledger, faults, marked, now }: Applying): void {
  const current = () => ledger.products.get(product.id);
  if (faults.injectFault('merchant-edit', marked)) {
    const edited = { ...(current() ?? product), title: 'Edited by the merchant', updatedAt: now + 1000 };
    ledger.save(edited, 'merchant', 'update', now);
  }
  if (faults.injectFault('merchant-duplicate', marked)) {
    duplicate(current() ?? product, ledger, now);
  }
  const there = current();
  if (there && faults.injectFault('merchant-delete', marked)) {
    ledger.remove(there, 'merchant', now);
  }
}

/** Copies a product as the admin does: the copy has everything of the original, including our key. */
export function duplicate(product: StoredProduct, ledger: LazzaLedger, now: number): StoredProduct {
  const copy: StoredProduct = {
    ...structuredClone(product),
    id: ledger.newId(),
    title: `${product.title} (copy)`,
    handle: ledger.freeHandle(product.handle),
    variants: product.variants.map((variant) => ({ ...variant, id: ledger.newId() })),
    images: product.images.map((image) => ({ ...image, id: ledger.newId() })),
    published: false,
    publishedAt: null,
    token: null,
    by: 'merchant',
    createdAt: now,
    updatedAt: now,
  };
  return ledger.save(copy, 'merchant', 'create', now);
}

/** Creates an unmanaged product before our write, which takes its handle and one of its SKUs. */
export function unmanagedComes({ body, marked }: StoreRequestBody, { ledger, faults, now }: Applying): void {
  const fault = faults.injectFault('unmanaged', marked);
  const sent = isObject(body) && isObject(body.product) ? body.product : {};
  if (!fault) {
    return;
  }
  const [first] = itemsOf(sent.variants);
  const sku = String(fault.value ?? (isObject(first) ? (textOf(first.sku) ?? '') : ''));
  const product: StoredProduct = {
    ...blankProduct(ledger, now),
    title: "Somebody else's",
    handle: ledger.freeHandle(slugOf(textOf(sent.handle) ?? 'theirs')),
    published: true,
    publishedAt: now,
    variants: [{ ...blankVariant(ledger, now), sku, price: '1' }],
    by: 'unmanaged',
  };
  ledger.save(product, 'unmanaged', 'create', now);
}
