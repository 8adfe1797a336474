import type { Product } from '@bowerbird/catalog/product';
import type { WooLedger } from '@bowerbird/simulators/woocommerce/store/ledger';
import type { StoredProduct } from '@bowerbird/simulators/woocommerce/store/record';
import {
  type FieldRules,
  fieldsBut,
  grams,
  imageMark,
  list,
  markIn,
  money,
  moneyOrNone,
  only,
  perVariant,
  sorted,
  variantFields,
  wantedContent,
} from './field.ts';

const compared = fieldsBut('productType', 'seoTitle', 'seoDescription', 'imageAlts', 'cost', 'selling');

export interface WooHeld {
  product: StoredProduct;
  ledger: WooLedger;
}

const brand = 'Brand';

export const wooFields: FieldRules<WooHeld> = {
  compared,
  added: [],
  // An update keeps the existing address: only publishing writes one.
  once: ['handle'],
  // A product's own write, those of its variations and that of its address are separate requests.
  between: ['options', ...variantFields],
  wanted(product: Product) {
    const { variants, options, images } = product;
    const isVariable = options.length > 0;
    return only(compared, {
      ...wantedContent(product),
      images: list(new Set(images.map(({ url }) => imageMark(url)))),
      variantImages: perVariant(
        variants,
        ({ optionValues }) => optionValues,
        ({ imageUrl }) => (isVariable && imageUrl !== null ? imageMark(imageUrl) : null),
      ),
      collections: sorted(product.categories.map((path) => path.join(' > '))),
      shipping: isVariable
        ? 'of its variations'
        : String(variants.some(({ requiresShipping }) => requiresShipping)),
      tax: String(variants.some(({ taxable }) => taxable)),
    });
  },
  held({ product, ledger }) {
    const isVariable = product.type === 'variable';
    const rows = isVariable
      ? ledger
          .variationsOf(product.id)
          .filter(({ status }) => status === 'publish')
          .sort((one, other) => one.menuOrder - other.menuOrder)
      : [product];
    const shared = product.attributes.toSorted((one, other) => one.position - other.position);
    const choices = shared.filter(({ variation }) => variation);
    // A product's own option may appear once more as one of the store's, so that it can be found.
    const names = new Set(choices.map(({ name }) => name));
    const reported = shared.filter(({ variation, name }) => !variation && !names.has(name));
    const values = ({ choice }: StoredProduct) =>
      choices.map(
        ({ id, name }) => choice.find((one) => (id > 0 ? one.id === id : one.name === name))?.option ?? '',
      );
    const each = (of: (row: StoredProduct) => unknown) => perVariant(rows, values, of);
    const fileOf = (id: number | undefined) =>
      id === undefined ? null : markIn(ledger.files.get(id)?.name ?? 'no file');
    const pathOf = (id: number): string => {
      const term = ledger.terms.get(id);
      const above = term && term.parent !== 0 ? `${pathOf(term.parent)} > ` : '';
      return `${above}${term?.name ?? 'no category'}`;
    };
    return {
      title: product.name,
      description: product.description,
      vendor: reported.find(({ name }) => name === brand)?.options.join() ?? '',
      tags: sorted(product.tags.map((id) => ledger.terms.get(id)?.name ?? 'no tag')),
      handle: product.slug,
      images: list(product.images.map((id) => fileOf(id) ?? '')),
      options: JSON.stringify(choices.map(({ name, options }) => [name, options])),
      variants: JSON.stringify(rows.map(values)),
      price: each(({ regularPrice, salePrice }) => money(salePrice === '' ? regularPrice : salePrice)),
      compareAtPrice: each(({ regularPrice, salePrice }) =>
        salePrice === '' ? null : moneyOrNone(regularPrice),
      ),
      sku: each(({ sku }) => sku),
      barcode: each(({ gtin }) => gtin),
      inventory: each(({ manageStock, stockQuantity }) => (manageStock ? stockQuantity : null)),
      weight: each(({ weight }) => grams(weight, 'kg')),
      variantImages: each(({ images, parent }) => (parent === 0 ? null : fileOf(images[0]))),
      shipping: isVariable ? 'of its variations' : String(!product.virtual),
      tax: String(product.taxStatus === 'taxable'),
      collections: sorted(product.categories.map(pathOf)),
      attributes: JSON.stringify(
        reported
          .filter(({ name }) => name !== brand)
          .flatMap(({ name, options }) => options.map((one) => [name, one])),
      ),
      source: String(product.meta.find(({ key }) => key === '_bowerbird_source_url')?.value ?? ''),
    };
  },
};
