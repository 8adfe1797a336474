import type { AdminContext } from '../admin/admin-context.ts';
import type { StoredCollection, StoredProduct, StoredVariant } from '../admin/record.ts';
import type { Ledger } from './ledger.ts';

/** Simulates a merchant's edit of a product by hand. */
export function merchantEdits(
  id: number,
  changes: Partial<StoredProduct>,
  ledger: Ledger,
  now: number,
): void {
  const product = ledger.products.get(id);
  if (product) {
    ledger.save(
      { ...product, ...changes, updatedAt: Math.max(now, product.updatedAt + 1000) },
      'merchant',
      'update',
      now,
    );
  }
}

/** Simulates a merchant's deletion of a product by hand. */
export function merchantDeletes(id: number, ledger: Ledger, now: number): void {
  const product = ledger.products.get(id);
  if (product) {
    ledger.remove(product, 'merchant', now);
  }
}

/** Simulates a merchant's duplication of a product: the copy carries its metafields, our key among them. */
export function merchantDuplicates(id: number, ledger: Ledger, now: number): StoredProduct | null {
  const product = ledger.products.get(id);
  if (!product) {
    return null;
  }
  const copy: StoredProduct = {
    ...structuredClone(product),
    id: ledger.newId(),
    handle: `copy-of-${product.handle}-${ledger.newId()}`,
    title: `Copy of ${product.title}`,
    variants: product.variants.map((variant) => ({ ...variant, id: ledger.newId(), itemId: ledger.newId() })),
    status: 'DRAFT',
    publications: [],
    createdAt: now,
    updatedAt: now,
    by: 'merchant',
  };
  ledger.save(copy, 'merchant', 'create', now);
  return copy;
}

/** Creates an unmanaged product that holds this SKU and this handle. */
export function unmanagedHolds(sku: string, handle: string, ledger: Ledger, now: number): StoredProduct {
  const variant: StoredVariant = {
    id: ledger.newId(),
    itemId: ledger.newId(),
    optionValues: ['Default Title'],
    sku,
    barcode: null,
    price: '1.00',
    compareAtPrice: null,
    cost: null,
    taxable: true,
    requiresShipping: true,
    tracked: false,
    inventoryPolicy: 'DENY',
    weight: null,
    stock: {},
    mediaId: null,
    metafields: [],
    createdAt: now,
    updatedAt: now,
  };
  const product: StoredProduct = {
    id: ledger.newId(),
    handle,
    title: `Somebody else's ${handle}`,
    descriptionHtml: '',
    vendor: 'Somebody else',
    productType: '',
    tags: [],
    status: 'ACTIVE',
    seo: { title: null, description: null },
    templateSuffix: null,
    category: null,
    options: [{ id: ledger.newId(), name: 'Title', values: [{ id: ledger.newId(), name: 'Default Title' }] }],
    variants: [variant],
    media: [],
    collections: [],
    metafields: [],
    publications: [],
    createdAt: now,
    updatedAt: now,
    by: 'unmanaged',
  };
  ledger.save(product, 'unmanaged', 'create', now);
  return product;
}

/** Creates a merchant's collection: a manual one, or one that fills itself. */
export function merchantCollects(
  collection: Pick<StoredCollection, 'title' | 'handle' | 'smart'>,
  ledger: Ledger,
  now: number,
): StoredCollection {
  const made: StoredCollection = {
    ...collection,
    id: ledger.newId(),
    descriptionHtml: '',
    seo: { title: null, description: null },
    publications: [],
    updatedAt: now,
  };
  ledger.saveCollection(made);
  return made;
}

/** Performs the merchant's action that is configured to follow a write of ours. */
export function merchantActions({ id }: StoredProduct, { ledger, faults, text, now }: AdminContext): void {
  if (faults.injectFault('merchant-edit', text)) {
    merchantEdits(id, { title: 'Edited by the merchant' }, ledger, now);
  }
  if (faults.injectFault('merchant-duplicate', text)) {
    merchantDuplicates(id, ledger, now);
  }
  if (faults.injectFault('merchant-delete', text)) {
    merchantDeletes(id, ledger, now);
  }
}
