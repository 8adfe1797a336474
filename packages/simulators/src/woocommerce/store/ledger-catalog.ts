import { multiplyPrice, roundPrice } from '@bowerbird/catalog/pricing/price';
import { imageSide } from '../../practice/images.ts';
import { type CatalogProduct, listCatalog, type SimulatedCatalog } from '../../storefront/catalog.ts';
import type { StoreSettings } from './auth.ts';
import type { WooLedger } from './ledger.ts';
import type { StoredProduct } from './record.ts';
import { shownValues } from './values.ts';

/** Returns what was listed and is visible to shoppers now. */
export function ledgerCatalog(ledger: WooLedger, settings: StoreSettings): SimulatedCatalog {
  const shown = [...ledger.products.values()]
    .filter(({ parent, status }) => parent === 0 && status === 'publish')
    .reverse();
  const shelved = (products: readonly StoredProduct[]) =>
    products.map((product) => catalogProduct(product, ledger, settings));
  const categories = [...ledger.terms.values()].filter(({ taxonomy }) => taxonomy === 'product_cat');
  return {
    ...listCatalog(shelved(shown), ledger.version),
    categories: () =>
      categories.map(({ id, slug, name }) => ({
        id,
        handle: slug,
        title: name,
        description: null,
        updatedAt: moment(0),
        count: shown.filter((product) => product.categories.includes(id)).length,
      })),
    inCategory: (handle) => {
      const category = categories.find(({ slug }) => slug === handle);
      const inside = shown.filter((product) => category && product.categories.includes(category.id));
      return category ? listCatalog(shelved(inside)) : null;
    },
    categoriesOf: ({ id }) =>
      categories
        .filter((category) => ledger.products.get(id)?.categories.includes(category.id))
        .map(({ slug }) => slug),
  };
}

function catalogProduct(
  product: StoredProduct,
  ledger: WooLedger,
  { weightUnit: unit, ordersValues }: StoreSettings,
): CatalogProduct {
  const variations = ledger.variationsOf(product.id).sort((one, other) => one.menuOrder - other.menuOrder);
  const choices = product.attributes
    .filter(({ variation }) => variation)
    .sort((one, other) => one.position - other.position);
  const rows = product.type === 'variable' ? variations : [product];
  return {
    id: product.id,
    title: product.name,
    handle: decodeURIComponent(product.slug),
    bodyHtml: product.description,
    publishedAt: moment(product.created),
    createdAt: moment(product.created),
    updatedAt: moment(product.modified),
    vendor: product.attributes.find(({ name }) => name === 'Brand')?.options[0] ?? '',
    productType: '',
    tags: product.tags.flatMap((id) => ledger.terms.get(id)?.name ?? []),
    options:
      choices.length === 0
        ? [{ id: product.id, name: 'Title', values: ['Default Title'] }]
        : choices.map((choice, at) => ({
            id: product.id * 10 + at,
            name: choice.name,
            values: shownValues(choice, { ledger, ordersValues }),
          })),
    variants: rows.map((row) => {
      const image = product.images.indexOf(row.images[0] ?? -1);
      return {
        id: row.id,
        optionValues: choices.map(({ name }) => row.choice.find((one) => one.name === name)?.option ?? ''),
        sku: row.sku,
        barcode: row.gtin || null,
        price: row.salePrice || row.regularPrice,
        compareAtPrice: row.salePrice === '' ? null : row.regularPrice,
        grams: gramsOf(row.weight || product.weight, unit),
        available: row.stockStatus !== 'outofstock',
        quantity: row.stockQuantity ?? (row.stockStatus === 'outofstock' ? 0 : 9999),
        requiresShipping: !row.virtual,
        taxable: true,
        image: image < 0 || row === product ? null : image,
      };
    }),
    images: product.images.flatMap((id) => {
      const file = ledger.files.get(id);
      return file
        ? [
            {
              id,
              path: `/wp-content/uploads/${file.name}`,
              alt: file.alt === '' ? null : file.alt,
              width: imageSide,
              height: imageSide,
            },
          ]
        : [];
    }),
  };
}

const gramsIn = { kg: '1000', g: '1', lbs: '453.59237', oz: '28.349523125' } as const;

function gramsOf(weight: string, unit: StoreSettings['weightUnit']): number {
  return weight === '' ? 0 : Number(roundPrice(multiplyPrice(weight, gramsIn[unit]), 0));
}

function moment(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00');
}
