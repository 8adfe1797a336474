import { imageSide } from '../../practice/images.ts';
import { type CatalogProduct, listCatalog, type SimulatedCatalog } from '../../storefront/catalog.ts';
import type { ShoplineLedger } from './ledger.ts';
import { moment, type StoredProduct, type StoredVariant } from './record.ts';
import type { StoreSettings } from './settings.ts';

/** Returns the listed products that are visible now. */
export function ledgerCatalog(
  ledger: ShoplineLedger,
  { reaches }: Pick<StoreSettings, 'reaches'>,
): SimulatedCatalog {
  const shown = [...ledger.products.values()].filter(({ status }) => status === 'active').reverse();
  const on = (products: readonly StoredProduct[]) =>
    listCatalog(
      products.map((product) => shelved(product, ledger, reaches)),
      ledger.version,
    );
  return {
    ...on(shown),
    categories: () =>
      [...ledger.collections.values()].map((collection) => ({
        id: collection.number,
        handle: collection.handle,
        title: collection.title,
        description: null,
        updatedAt: moment(0),
        count: shown.filter(({ number }) => collection.products.includes(number)).length,
      })),
    inCategory: (handle) => {
      const collection = [...ledger.collections.values()].find((each) => each.handle === handle);
      return collection ? on(shown.filter(({ number }) => collection.products.includes(number))) : null;
    },
  };
}

function shelved(
  product: StoredProduct,
  ledger: ShoplineLedger,
  reaches: (source: string) => boolean,
): CatalogProduct {
  const images = product.images.filter(({ source }) => reaches(source));
  const single = product.options.length === 0;
  return {
    id: product.number,
    title: product.title,
    handle: product.handle,
    bodyHtml: product.bodyHtml,
    publishedAt: moment(product.publishedAt ?? product.createdAt),
    createdAt: moment(product.createdAt),
    updatedAt: moment(product.updatedAt),
    vendor: product.vendor,
    productType: product.category,
    tags: product.tags,
    options: single
      ? [{ id: product.number, name: 'Title', values: ['Default Title'] }]
      : product.options.map(({ name }, place) => ({
          id: product.number * 10 + place,
          name,
          values: [...new Set(product.variants.map(({ choices }) => choices[place] ?? ''))],
        })),
    variants: product.variants.map((variant) => {
      const inventory = ledger.inventoryOf(variant.number);
      const image = images.findIndex(({ source }) => source === variant.image?.source);
      return {
        id: variant.number,
        optionValues: single ? ['Default Title'] : variant.choices.slice(0, product.options.length),
        sku: variant.sku,
        barcode: variant.barcode,
        price: variant.price,
        compareAtPrice: Number(variant.compareAtPrice) > 0 ? variant.compareAtPrice : null,
        grams: gramsOf(variant),
        available: !variant.tracked || variant.policy === 'continue' || inventory > 0,
        quantity: inventory,
        requiresShipping: variant.shipped,
        taxable: variant.taxable,
        image: image < 0 ? null : image,
      };
    }),
    images: images.map(({ number, source, alt }) => ({
      id: number,
      path: `/image/${source.split('?')[0]?.split('/').at(-1) ?? ''}`,
      alt: alt === '' ? null : alt,
      width: imageSide,
      height: imageSide,
    })),
  };
}

const grams: Record<string, number> = { g: 1, kg: 1000, zh_kg: 1000, lb: 453.59237, oz: 28.349523125 };

function gramsOf({ weight, weightUnit }: StoredVariant): number {
  return Math.round(Number(weight) * (grams[weightUnit] ?? 1));
}
