import type { Faults } from '../../../simulation-faults.ts';
import { isObject, textOf } from '../../../unread.ts';
import type { ShopyyLedger } from './ledger.ts';
import type { StoredProduct } from './record.ts';

/** What the merchant was told to do right after a write of ours. */
export function merchantActs(
  { id }: StoredProduct,
  { ledger, faults, marked, now }: { ledger: ShopyyLedger; faults: Faults; marked: string; now: number },
): void {
  const product = () => ledger.products.get(id);
  const edited = product();
  if (edited && faults.strike('merchant-edit', marked)) {
    ledger.update(edited, { ...edited, title: 'Edited by the merchant' }, 'merchant', now);
  }
  const copied = product();
  if (copied && faults.strike('merchant-duplicate', marked)) {
    // The copy carries what it was made of, our key among it.
    ledger.create(
      { ...structuredClone(copied), title: `${copied.title} (copy)`, status: 0 },
      'merchant',
      now,
    );
  }
  const deleted = product();
  if (deleted && faults.strike('merchant-delete', marked)) {
    ledger.remove(deleted, 'merchant', now);
  }
}

/** Somebody else's product that holds the handle a write of ours asks for, and this SKU. */
export function strangerHolds(
  sku: string,
  body: unknown,
  ledger: ShopyyLedger,
  now: number,
): StoredProduct | null {
  const handle = isObject(body) ? textOf(body.handle) : null;
  if (handle === null) {
    return null;
  }
  return ledger.create(
    {
      title: `Somebody else's ${handle}`,
      subtitle: '',
      handle,
      spu: String(ledger.newPart()),
      status: 1,
      specMode: 1,
      miniDetail: '',
      bodyHtml: '',
      innerTitle: '',
      vendor: 'Somebody else',
      productType: '',
      tags: [],
      metaTitle: '',
      metaDescript: '',
      metaKeywords: [],
      inventoryTracking: 0,
      inventoryPolicy: 1,
      taxable: 0,
      freeShipping: 0,
      collections: [],
      options: [],
      variants: [
        {
          id: ledger.newPart(),
          values: [],
          sku,
          barcode: '',
          price: '1.00',
          compareAtPrice: '0.00',
          weight: '0.0000',
          quantity: 0,
          src: '',
        },
      ],
      images: [{ id: ledger.newPart(), src: 'https://pictures.example/theirs.jpg', alt: '' }],
    },
    'stranger',
    now,
  );
}
