import type { StoredCollection } from '@bowerbird/simulators/shopline/store/ledger';
import type { StoredProduct, StoredVariant } from '@bowerbird/simulators/shopline/store/record';
import {
  type FieldRules,
  fieldsBut,
  grams,
  list,
  money,
  moneyOrNone,
  only,
  perVariant,
  sorted,
  wantedContent,
} from './field.ts';

const compared = fieldsBut('cost', 'attributes', 'source');

export interface ShoplineHeld {
  product: StoredProduct;
  collections: readonly StoredCollection[];
  inventoryOf(variant: number): number;
}

export const shoplineFields: FieldRules<ShoplineHeld> = {
  compared,
  added: [],
  // An update keeps the existing address: only publishing writes one.
  once: ['handle'],
  // Inventory and collections need separate calls.
  between: ['inventory', 'collections'],
  wanted(product) {
    const names = product.options.map(({ name }) => name);
    return only(compared, { ...wantedContent(product), options: list(names) });
  },
  held({ product, collections, inventoryOf }) {
    const { variants, images } = product;
    const values = ({ choices }: StoredVariant) => choices.filter((value) => value !== '');
    const each = (of: (variant: StoredVariant) => unknown) => perVariant(variants, values, of);
    return {
      title: product.title,
      description: product.bodyHtml,
      vendor: product.vendor,
      productType: product.category,
      tags: sorted(product.tags),
      handle: product.handle,
      seoTitle: product.seoTitle,
      seoDescription: product.seoDescription,
      images: list(images.map(({ source }) => source)),
      imageAlts: list(images.map(({ alt }) => alt)),
      options: list(product.options.map(({ name }) => name)),
      variants: JSON.stringify(variants.map(values)),
      price: each(({ price }) => money(price)),
      compareAtPrice: each(({ compareAtPrice }) => moneyOrNone(compareAtPrice)),
      sku: each(({ sku }) => sku),
      barcode: each(({ barcode }) => barcode),
      inventory: each(({ tracked, number }) => (tracked ? inventoryOf(number) : null)),
      selling: each(({ policy }) => (policy === 'deny' ? 'until sold out' : 'always')),
      weight: each(({ weight, weightUnit }) => grams(weight, weightUnit)),
      variantImages: each(({ image }) => image?.source ?? null),
      shipping: each(({ shipped }) => shipped),
      tax: each(({ taxable }) => taxable),
      collections: sorted(
        collections.filter(({ products }) => products.includes(product.number)).map(({ title }) => title),
      ),
    };
  },
};
