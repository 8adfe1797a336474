import { multiplyPrice, roundPrice } from '@bowerbird/catalog/price';
import { pictureSide } from '../../../practice/pictures.ts';
import { listShelf, type Shelf, type ShelfProduct } from '../../../simulating/shelf.ts';
import { pathOf } from './forms.ts';
import type { LazzaLedger, StoredProduct, StoredVariant } from './ledger.ts';

/** What was listed and is shown to shoppers now, newest first. */
export function ledgerShelf(ledger: LazzaLedger): Shelf {
  const shown = [...ledger.products.values()].filter(({ published }) => published).reverse();
  const shelved = (products: readonly StoredProduct[]) => products.map(shelfProduct);
  const collections = [...ledger.collections.values()];
  return {
    ...listShelf(shelved(shown), ledger.version),
    categories: () =>
      collections.map(({ id, handle, title }) => ({
        id,
        handle,
        title,
        description: null,
        updatedAt: moment(0),
        count: shown.filter((product) => product.collections.includes(id)).length,
      })),
    inCategory: (handle) => {
      const found = collections.find((one) => one.handle === handle);
      const inside = shown.filter((product) => found && product.collections.includes(found.id));
      return found ? listShelf(shelved(inside)) : null;
    },
    categoriesOf: ({ id }) =>
      collections
        .filter((one) => ledger.products.get(id)?.collections.includes(one.id))
        .map(({ handle }) => handle),
  };
}

function shelfProduct(product: StoredProduct): ShelfProduct {
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    bodyHtml: product.description,
    publishedAt: moment(product.publishedAt ?? product.createdAt),
    createdAt: moment(product.createdAt),
    updatedAt: moment(product.updatedAt),
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    options:
      product.options.length === 0
        ? [{ id: product.id, name: 'Title', values: ['Default Title'] }]
        : product.options,
    variants: product.variants.map((variant) => shelfVariant(variant, product)),
    pictures: product.images.map(({ id, source, alt }) => ({
      id,
      path: `/files/${fileOf(source)}`,
      alt: alt === '' ? null : alt,
      width: pictureSide,
      height: pictureSide,
    })),
  };
}

function shelfVariant(variant: StoredVariant, product: StoredProduct): ShelfProduct['variants'][number] {
  const picture = product.images.findIndex(({ source }) => source === variant.image);
  const tracked = product.inventoryTracking && product.inventoryPolicy !== 'continue';
  return {
    id: variant.id,
    optionValues: product.options.length === 0 ? ['Default Title'] : variant.values,
    sku: variant.sku === '' ? null : variant.sku,
    barcode: variant.barcode === '' ? null : variant.barcode,
    price: Number(variant.price).toFixed(2),
    compareAtPrice: Number(variant.compareAtPrice) > 0 ? Number(variant.compareAtPrice).toFixed(2) : null,
    grams: gramsOf(variant),
    available: !tracked || variant.quantity > 0,
    quantity: variant.quantity,
    requiresShipping: product.requiresShipping,
    taxable: product.taxable,
    picture: picture < 0 ? null : picture,
  };
}

const gramsIn: Record<string, string> = { kg: '1000', g: '1', lb: '453.59237', oz: '28.349523125' };

function gramsOf({ weight, weightUnit }: StoredVariant): number {
  return Number(roundPrice(multiplyPrice(weight, gramsIn[weightUnit] ?? '1'), 0));
}

/** A picture of the practice goods keeps its name, so that it is drawn again; any other gets the store's own. */
function fileOf(source: string): string {
  const name = URL.parse(source)?.pathname.split('/').at(-1) ?? '';
  return name.endsWith('.svg') ? name : pathOf(source);
}

function moment(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00');
}
