import type { Product } from '@bowerbird/catalog/product';
import { type KeyOfFile, sourceIdOf } from './keys.ts';

/** The platform of collected products that come from files. */
export const filePlatform = 'file';

/** A supplier of files, as its products name it. */
export interface Supplier {
  id: string;
  name: string;
}

/** Returns the address of a supplier: its products' addresses begin with it. Nothing answers there. */
export function supplierAddress(supplierId: string): string {
  return `file://${supplierId}/`;
}

/** Returns a product of a file as collecting would have read it in a shop. */
export function asCollected(product: Product, supplier: Supplier, key: KeyOfFile): Product {
  const id = sourceIdOf(product, key);
  return {
    ...product,
    source: {
      platform: filePlatform,
      shop: supplier.id,
      id,
      url: supplierAddress(supplier.id) + encodeURIComponent(id.toWellFormed()),
      storeName: supplier.name,
    },
  };
}
