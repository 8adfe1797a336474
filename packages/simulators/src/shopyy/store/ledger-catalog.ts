import { type CatalogProduct, listCatalog, type SimulatedCatalog } from '../../storefront/catalog.ts';
import type { ShopyyLedger } from './ledger.ts';
import type { StoredProduct } from './record.ts';

/** Returns the products that were listed through the Open API and are visible now. */
export function ledgerCatalog(ledger: ShopyyLedger, now: number): SimulatedCatalog {
  ledger.catchUp(now);
  const shown = [...ledger.products.values()].filter(({ status }) => status === 1).reverse();
  const inside = (id: number) => shown.filter(({ collections }) => collections.includes(id));
  return {
    ...listCatalog(shown.map(shelved), ledger.version),
    categories: () =>
      [...ledger.collections.values()].map(({ id, title, handle }) => ({
        id,
        handle,
        title,
        description: null,
        updatedAt: moment(0),
        count: inside(id).length,
      })),
    inCategory: (handle) => {
      const collection = [...ledger.collections.values()].find((one) => one.handle === handle);
      return collection ? listCatalog(inside(collection.id).map(shelved)) : null;
    },
  };
}

function shelved(product: StoredProduct): CatalogProduct {
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    bodyHtml: product.bodyHtml,
    publishedAt: moment(product.createdAt),
    createdAt: moment(product.createdAt),
    updatedAt: moment(product.updatedAt),
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    options: product.options.map(({ id, name, values }) => ({
      id,
      name,
      values: values.map((value) => value.name),
    })),
    variants: product.variants.map((variant) => ({
      id: variant.id,
      optionValues: variant.values,
      sku: variant.sku,
      barcode: variant.barcode,
      price: variant.price,
      compareAtPrice: variant.compareAtPrice,
      grams: Math.round(Number(variant.weight) * 1000),
      available: true,
      quantity: variant.quantity,
      requiresShipping: true,
      taxable: product.taxable === 1,
      image: null,
    })),
    images: product.images.map(({ id, src, alt }) => ({ id, path: src, alt, width: 0, height: 0 })),
  };
}

function moment(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00');
}
