import type {
  StoredCollection,
  StoredProduct,
  StoredVariant,
} from '@bowerbird/simulators/shopyy/store/record';
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

const compared = fieldsBut('cost', 'shipping', 'attributes', 'source');

export interface ShopyyHeld {
  product: StoredProduct;
  collections: ReadonlyMap<number, StoredCollection>;
}

export const shopyyFields: FieldRules<ShopyyHeld> = {
  compared,
  // Earlier collections are sent back with each write, because the merchant may have added the product to them.
  added: ['collections'],
  once: [],
  between: [],
  wanted(product) {
    return only(compared, {
      ...wantedContent(product),
      description: product.descriptionHtml.trim(),
      tax: String(product.variants.some(({ taxable }) => taxable)),
      selling: 'until sold out',
    });
  },
  held({ product, collections }) {
    const { variants, images } = product;
    const each = (of: (variant: StoredVariant) => unknown) =>
      perVariant(variants, ({ values }) => values, of);
    return {
      title: product.title,
      // Our mark is at its end.
      description: product.bodyHtml.replaceAll(/\s*<div[^>]*data-bowerbird="[^"]*"[^>]*><\/div>/g, '').trim(),
      vendor: product.vendor,
      productType: product.productType,
      tags: sorted(product.tags),
      handle: product.handle,
      seoTitle: product.metaTitle,
      seoDescription: product.metaDescript,
      images: list(images.map(({ src }) => src)),
      imageAlts: list(images.map(({ alt }) => alt)),
      options: JSON.stringify(
        product.options.map(({ name, values }) => [name, values.map((value) => value.name)]),
      ),
      variants: JSON.stringify(variants.map(({ values }) => values)),
      price: each(({ price }) => money(price)),
      compareAtPrice: each(({ compareAtPrice }) => moneyOrNone(compareAtPrice)),
      sku: each(({ sku }) => sku),
      barcode: each(({ barcode }) => barcode),
      inventory: each(({ quantity }) => (product.inventoryTracking === 1 ? quantity : null)),
      selling: product.inventoryPolicy === 1 ? 'until sold out' : 'always',
      weight: each(({ weight }) => grams(weight, 'kg')),
      variantImages: each(({ src }) => (src === '' ? null : src)),
      tax: String(product.taxable === 1),
      collections: sorted(product.collections.map((id) => collections.get(id)?.title ?? 'no collection')),
    };
  },
};
