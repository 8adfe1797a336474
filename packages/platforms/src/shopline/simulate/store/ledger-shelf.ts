import { pictureSide } from '../../../practice/pictures.ts';
import { listShelf, type Shelf, type ShelfProduct } from '../../../simulating/shelf.ts';
import type { ShoplineLedger } from './ledger.ts';
import { moment, type StoredProduct, type StoredVariant } from './record.ts';
import type { StoreSettings } from './settings.ts';

/** What was listed and is shown now. */
export function ledgerShelf(ledger: ShoplineLedger, { reaches }: Pick<StoreSettings, 'reaches'>): Shelf {
  const shown = [...ledger.products.values()].filter(({ status }) => status === 'active').reverse();
  const on = (products: readonly StoredProduct[]) =>
    listShelf(
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
): ShelfProduct {
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
      const pieces = ledger.piecesOf(variant.number);
      const picture = images.findIndex(({ source }) => source === variant.image?.source);
      return {
        id: variant.number,
        optionValues: single ? ['Default Title'] : variant.choices.slice(0, product.options.length),
        sku: variant.sku,
        barcode: variant.barcode,
        price: variant.price,
        compareAtPrice: Number(variant.compareAtPrice) > 0 ? variant.compareAtPrice : null,
        grams: gramsOf(variant),
        available: !variant.tracked || variant.policy === 'continue' || pieces > 0,
        quantity: pieces,
        requiresShipping: variant.shipped,
        taxable: variant.taxable,
        picture: picture < 0 ? null : picture,
      };
    }),
    pictures: images.map(({ number, source, alt }) => ({
      id: number,
      path: `/image/${source.split('?')[0]?.split('/').at(-1) ?? ''}`,
      alt: alt === '' ? null : alt,
      width: pictureSide,
      height: pictureSide,
    })),
  };
}

const grams: Record<string, number> = { g: 1, kg: 1000, zh_kg: 1000, lb: 453.59237, oz: 28.349523125 };

function gramsOf({ weight, weightUnit }: StoredVariant): number {
  return Math.round(Number(weight) * (grams[weightUnit] ?? 1));
}
