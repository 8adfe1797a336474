import type { Faults } from '../../../simulation-faults.ts';
import { isObject, textOf } from '../../../unread.ts';
import type { ShoplineLedger } from './ledger.ts';
import { keyOf, type StoredProduct } from './record.ts';

const dayMs = 86_400_000;

/** Somebody else's product, which holds this handle since yesterday. */
export function strangerHolds(handle: string, ledger: ShoplineLedger, now: number): StoredProduct {
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

/** The admin's "Duplicate": a draft that bears all of it but the handle (assumed). */
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

/** What happens in the store before a write of ours: a stranger takes the handle that it names. */
export function beforeWrite(
  marked: string,
  body: unknown,
  faults: Faults,
  ledger: ShoplineLedger,
  now: number,
): void {
  const stranger = faults.strike('stranger', marked);
  if (stranger) {
    const product = isObject(body) && isObject(body.product) ? body.product : {};
    strangerHolds(textOf(stranger.value) ?? textOf(product.handle) ?? 'theirs', ledger, now);
  }
}

/** What the merchant was told to do right after a write of ours, to the newest product that bears a key. */
export function afterWrite(marked: string, faults: Faults, ledger: ShoplineLedger, now: number): void {
  const product = [...ledger.products.values()].findLast((each) => keyOf(each) !== null);
  if (!product) {
    return;
  }
  if (faults.strike('merchant-edit', marked)) {
    ledger.put({ ...product, title: 'Edited by the merchant', updatedAt: now }, now);
  }
  if (faults.strike('merchant-duplicate', marked)) {
    merchantDuplicates(product, ledger, now);
  }
  if (faults.strike('merchant-delete', marked)) {
    ledger.remove(product, now);
  }
}
