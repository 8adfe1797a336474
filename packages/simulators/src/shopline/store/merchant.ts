import { isObject, textOf } from '@bowerbird/platforms/reading/unread';
import type { Faults } from '../../simulation-faults.ts';
import type { ShoplineLedger } from './ledger.ts';
import { keyOf, type StoredProduct } from './record.ts';

const dayMs = 86_400_000;

/** Adds an unmanaged product that has had this handle since yesterday. */
export function unmanagedHolds(handle: string, ledger: ShoplineLedger, now: number): StoredProduct {
  return ledger.put(
    {
      number: ledger.nextNumber(),
      title: 'Theirs',
      subtitle: '',
      bodyHtml: '',
      vendor: '',
      handle,
      spu: 'THEIRS-1',
      category: '',
      status: 'active',
      tags: [],
      seoTitle: '',
      seoDescription: '',
      options: [],
      variants: [],
      images: [],
      createdAt: now - dayMs,
      updatedAt: now - dayMs,
      publishedAt: now - dayMs,
    },
    now,
  );
}

/** Duplicates a product as the admin does: a draft with everything except the handle (assumed). */
export function merchantDuplicates(
  product: StoredProduct,
  ledger: ShoplineLedger,
  now: number,
): StoredProduct {
  const number = ledger.nextNumber();
  const handle = ledger.handleFor(`${product.handle}-copy`, number, 'suffixed') ?? '';
  const variants = product.variants.map((variant) => ({ ...variant, number: ledger.nextNumber() }));
  return ledger.put(
    {
      ...product,
      number,
      handle,
      variants,
      title: `${product.title} (copy)`,
      status: 'draft',
      publishedAt: null,
      createdAt: now,
      updatedAt: now,
    },
    now,
  );
}

/**
 * Runs what happens in the store before a write of ours: an unmanaged product takes the handle that the write names.
 */
export function beforeWrite(
  marked: string,
  body: unknown,
  faults: Faults,
  ledger: ShoplineLedger,
  now: number,
): void {
  const unmanaged = faults.injectFault('unmanaged', marked);
  if (unmanaged) {
    const product = isObject(body) && isObject(body.product) ? body.product : {};
    unmanagedHolds(textOf(unmanaged.value) ?? textOf(product.handle) ?? 'theirs', ledger, now);
  }
}

/** Runs what the merchant was configured to do right after a write of ours, on the newest product with a key. */
export function afterWrite(marked: string, faults: Faults, ledger: ShoplineLedger, now: number): void {
  const product = [...ledger.products.values()].findLast((each) => keyOf(each) !== null);
  if (!product) {
    return;
  }
  if (faults.injectFault('merchant-edit', marked)) {
    ledger.put({ ...product, title: 'Edited by the merchant', updatedAt: now }, now);
  }
  if (faults.injectFault('merchant-duplicate', marked)) {
    merchantDuplicates(product, ledger, now);
  }
  if (faults.injectFault('merchant-delete', marked)) {
    ledger.remove(product, now);
  }
}
