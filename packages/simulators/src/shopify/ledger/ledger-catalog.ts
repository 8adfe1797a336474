import { imageSide } from '../../practice/images.ts';
import { type CatalogProduct, listCatalog, type SimulatedCatalog } from '../../storefront/catalog.ts';
import type { StoredProduct, StoredVariant } from '../admin/record.ts';
import { imageAddress, mediaOf } from '../resolvers/media-view.ts';
import { isVisible, publishedAt, unitsIn } from '../resolvers/products/product-view.ts';
import type { Ledger } from './ledger.ts';

/**
 * Returns the catalog of what was listed through the Admin side and is visible now: active, and published to the online
 * store.
 */
export function ledgerCatalog(ledger: Ledger, now: number): SimulatedCatalog {
  const visible = [...ledger.products.values()].filter((product) => isVisible(product, now)).reverse();
  const catalog = listCatalog(
    visible.map((product) => shelved(product, ledger)),
    ledger.version,
  );
  const shown = [...ledger.collections.values()].filter(({ publications }) => publications.length > 0);
  return {
    ...catalog,
    categories: () =>
      shown.map((collection) => ({
        id: collection.id,
        handle: collection.handle,
        title: collection.title,
        description: collection.descriptionHtml,
        updatedAt: moment(collection.updatedAt),
        count: visible.filter(({ collections }) => collections.includes(collection.id)).length,
      })),
    inCategory: (handle) => {
      const collection = shown.find((one) => one.handle === handle);
      const inside = visible.filter(({ collections }) => collection && collections.includes(collection.id));
      return collection ? listCatalog(inside.map((product) => shelved(product, ledger))) : null;
    },
  };
}

function shelved(product: StoredProduct, ledger: Ledger): CatalogProduct {
  const media = mediaOf(product, ledger).filter(({ fault }) => fault === null);
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    bodyHtml: product.descriptionHtml,
    publishedAt: moment(publishedAt(product) ?? product.createdAt),
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
    variants: product.variants.map((variant) => {
      const image = media.findIndex(({ id }) => id === variant.mediaId);
      const quantity = unitsIn(variant.stock);
      return {
        id: variant.id,
        optionValues: variant.optionValues,
        sku: variant.sku ?? '',
        barcode: variant.barcode,
        price: variant.price,
        compareAtPrice: variant.compareAtPrice,
        grams: gramsOf(variant),
        available: !variant.tracked || variant.inventoryPolicy === 'CONTINUE' || quantity > 0,
        quantity,
        tracked: variant.tracked,
        continues: variant.inventoryPolicy === 'CONTINUE',
        requiresShipping: variant.requiresShipping,
        taxable: variant.taxable,
        image: image < 0 ? null : image,
      };
    }),
    images: media.map((one) => ({
      id: one.id,
      path: imageAddress(one, ''),
      alt: one.alt === '' ? null : one.alt,
      width: imageSide,
      height: imageSide,
    })),
  };
}

const gramsIn = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 } as const;

function gramsOf({ weight }: StoredVariant): number {
  return weight ? Math.round(weight.value * gramsIn[weight.unit]) : 0;
}

function moment(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00');
}
