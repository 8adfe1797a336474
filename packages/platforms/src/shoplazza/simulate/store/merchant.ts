import { isObject, itemsOf, textOf } from '../../../unread.ts';
import type { AskedOfStore } from './api.ts';
import type { LazzaLedger, StoredProduct } from './ledger.ts';
import { slugOf } from './ledger.ts';
import { blankProduct, blankVariant } from './merge-product.ts';
import type { Applying } from './write-product.ts';

/** What the merchant was told to do right after a write of ours. */
export function merchantActs(product: StoredProduct, { ledger, faults, marked, now }: Applying): void {
  const current = () => ledger.products.get(product.id);
  if (faults.strike('merchant-edit', marked)) {
    const edited = { ...(current() ?? product), title: 'Edited by the merchant', updatedAt: now + 1000 };
    ledger.save(edited, 'merchant', 'update', now);
  }
  if (faults.strike('merchant-duplicate', marked)) {
    duplicate(current() ?? product, ledger, now);
  }
  const there = current();
  if (there && faults.strike('merchant-delete', marked)) {
    ledger.remove(there, 'merchant', now);
  }
}

/** The admin's own copy: it bears what the first one bears, our key among it. */
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

/** Somebody else's product, made before our write, that holds its handle and a SKU of it. */
export function strangerComes({ body, marked }: AskedOfStore, { ledger, faults, now }: Applying): void {
  const fault = faults.strike('stranger', marked);
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
    by: 'stranger',
  };
  ledger.save(product, 'stranger', 'create', now);
}
