import { isObject, textOf } from '@bowerbird/platforms/reading/unread';
import type { Faults } from '../../simulation-faults.ts';
import type { ShopyyLedger } from './ledger.ts';
import type { StoredProduct } from './record.ts';

/** Runs what the merchant was configured to do right after a write of ours. */
export function merchantActions(
  { id }: StoredProduct,
  { ledger, faults, marked, now }: { ledger: ShopyyLedger; faults: Faults; marked: string; now: number },
): void {
  const product = () => ledger.products.get(id);
  const edited = product();
  if (edited && faults.injectFault('merchant-edit', marked)) {
    ledger.update(edited, { ...edited, title: 'Edited by the merchant' }, 'merchant', now);
  }
  const copied = product();
  if (copied && faults.injectFault('merchant-duplicate', marked)) {
    // The copy keeps the content of its original, including our key.
    ledger.create(
      { ...structuredClone(copied), title: `${copied.title} (copy)`, status: 0 },
      'merchant',
      now,
    );
  }
  const deleted = product();
  if (deleted && faults.injectFault('merchant-delete', marked)) {
    ledger.remove(deleted, 'merchant', now);
  }
}

/** Adds an unmanaged product that has the handle requested by a write of ours, and this SKU. */
export function unmanagedHolds(
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
    'unmanaged',
    now,
  );
}
