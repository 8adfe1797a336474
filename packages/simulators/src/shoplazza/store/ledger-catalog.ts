import { multiplyPrice, roundPrice } from '@bowerbird/catalog/pricing/price';
import { imageSide } from '../../practice/images.ts';
import { type CatalogProduct, listCatalog, type SimulatedCatalog } from '../../storefront/catalog.ts';
import { pathOf } from './forms.ts';
import type { LazzaLedger, StoredProduct, StoredVariant } from './ledger.ts';

/** Returns listed products that shoppers can see now, newest first. */
export function ledgerCatalog(ledger: LazzaLedger): SimulatedCatalog {
  const shown = [...ledger.products.values()].filter(({ published }) => published).reverse();
  const shelved = (products: readonly StoredProduct[]) => products.map(catalogProduct);
  const collections = [...ledger.collections.values()];
  return {
    ...listCatalog(shelved(shown), ledger.version),
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
      return found ? listCatalog(shelved(inside)) : null;
    },
    categoriesOf: ({ id }) =>
      collections
        .filter((one) => ledger.products.get(id)?.collections.includes(one.id))
        .map(({ handle }) => handle),
  };
}

function catalogProduct(product: StoredProduct): CatalogProduct {
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
    variants: product.variants.map((variant) => catalogVariant(variant, product)),
    images: product.images.map(({ id, source, alt }) => ({
      id,
      path: `/files/${fileOf(source)}`,
      alt: alt === '' ? null : alt,
      width: imageSide,
      height: imageSide,
    })),
  };
}

function catalogVariant(variant: StoredVariant, product: StoredProduct): CatalogProduct['variants'][number] {
  const image = product.images.findIndex(({ source }) => source === variant.image);
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
    image: image < 0 ? null : image,
  };
}

const gramsIn: Record<string, string> = { kg: '1000', g: '1', lb: '453.59237', oz: '28.349523125' };

function gramsOf({ weight, weightUnit }: StoredVariant): number {
  return Number(roundPrice(multiplyPrice(weight, gramsIn[weightUnit] ?? '1'), 0));
}

/**
 * Returns an image's file name: an image of the practice products keeps its name, so that it is drawn again; any other
 * gets the store's own.
 */
function fileOf(source: string): string {
  const name = URL.parse(source)?.pathname.split('/').at(-1) ?? '';
  return name.endsWith('.svg') ? name : pathOf(source);
}

function moment(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00');
}
