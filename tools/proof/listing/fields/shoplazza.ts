import type {
  StoredCollection,
  StoredProduct,
  StoredVariant,
} from '@bowerbird/simulators/shoplazza/store/ledger';
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
  variantFields,
  wantedContent,
} from './field.ts';

const compared = fieldsBut('attributes', 'source');

export interface ShoplazzaHeld {
  product: StoredProduct;
  collections: ReadonlyMap<number, StoredCollection>;
}

export const shoplazzaFields: FieldRules<ShoplazzaHeld> = {
  compared,
  added: [],
  // An update keeps the existing address and type: the platform accepts the type only with the first write.
  once: ['handle', 'productType'],
  // Options, and variants that are new or removed, need separate requests.
  between: ['options', ...variantFields],
  wanted(product) {
    const { options, variants, images, title } = product;
    const any = (is: (variant: (typeof variants)[number]) => boolean) => String(variants.some(is));
    const isPictured = options.length > 0 && variants.some(({ imageUrl }) => imageUrl !== null);
    const first = images[0]?.url ?? null;
    return only(compared, {
      ...wantedContent(product),
      imageAlts: list(images.map(({ alt }) => alt || title)),
      // A setting of the whole product: true if it is true for any variant.
      shipping: any(({ requiresShipping }) => requiresShipping),
      tax: any(({ taxable }) => taxable),
      selling: 'until sold out',
      variantImages: perVariant(
        variants,
        ({ optionValues }) => optionValues,
        ({ imageUrl }) => (isPictured ? (imageUrl ?? first) : null),
      ),
    });
  },
  held({ product, collections }) {
    const { variants, images } = product;
    const each = (of: (variant: StoredVariant) => unknown) =>
      perVariant(variants, ({ values }) => values, of);
    return {
      title: product.title,
      description: product.description,
      vendor: product.vendor,
      productType: product.productType,
      tags: sorted(product.tags),
      handle: product.handle,
      seoTitle: product.seo.title,
      seoDescription: product.seo.description,
      images: list(images.map(({ source }) => source)),
      imageAlts: list(images.map(({ alt }) => alt)),
      options: JSON.stringify(product.options.map(({ name, values }) => [name, values])),
      variants: JSON.stringify(variants.map(({ values }) => values)),
      price: each(({ price }) => money(price)),
      compareAtPrice: each(({ compareAtPrice }) => moneyOrNone(compareAtPrice)),
      cost: each(({ cost }) => moneyOrNone(cost)),
      sku: each(({ sku }) => sku),
      barcode: each(({ barcode }) => barcode),
      inventory: each(({ quantity }) => (product.inventoryTracking ? quantity : null)),
      selling: product.inventoryPolicy === 'deny' ? 'until sold out' : 'always',
      weight: each(({ weight, weightUnit }) => grams(weight, weightUnit)),
      variantImages: each(({ image }) => (product.needVariantImage ? image : null)),
      shipping: String(product.requiresShipping),
      tax: String(product.taxable),
      collections: sorted(product.collections.map((id) => collections.get(id)?.title ?? 'no collection')),
    };
  },
};
