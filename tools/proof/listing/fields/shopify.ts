import type {
  StoredCollection,
  StoredMedia,
  StoredProduct,
  StoredVariant,
} from '@bowerbird/simulators/shopify/admin/record';
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

const compared = fieldsBut('attributes', 'source');

export interface ShopifyHeld {
  product: StoredProduct;
  media: ReadonlyMap<number, StoredMedia>;
  collections: ReadonlyMap<number, StoredCollection>;
}

/** A product without options has one of this name, with one value (`packages/platforms/src/shopify/readme.md`). */
const noOption = 'Default Title';

export const shopifyFields: FieldRules<ShopifyHeld> = {
  compared,
  // A product is added to a collection, and what a merchant or an earlier edition put there stays.
  added: ['collections'],
  once: [],
  between: ['collections'],
  wanted(product) {
    const used = product.options.map(({ name, values }, at) => [
      name,
      values.filter((value) => product.variants.some(({ optionValues }) => optionValues[at] === value)),
    ]);
    return only(compared, { ...wantedContent(product), options: JSON.stringify(used) });
  },
  held({ product, media, collections }) {
    const { options, variants, seo } = product;
    const isPlain = options.length === 1 && options[0]?.values[0]?.name === noOption;
    const values = ({ optionValues }: StoredVariant) => (isPlain ? [] : optionValues);
    const each = (of: (variant: StoredVariant) => unknown) => perVariant(variants, values, of);
    const addressOf = (id: number | null) => (id === null ? null : (media.get(id)?.source ?? 'no file'));
    return {
      title: product.title,
      description: product.descriptionHtml,
      vendor: product.vendor,
      productType: product.productType,
      tags: sorted(product.tags),
      handle: product.handle,
      seoTitle: seo.title ?? '',
      seoDescription: seo.description ?? '',
      images: list(product.media.map((id) => addressOf(id) ?? '')),
      imageAlts: list(product.media.map((id) => media.get(id)?.alt ?? '')),
      options: JSON.stringify(
        isPlain ? [] : options.map((option) => [option.name, option.values.map(({ name }) => name)]),
      ),
      variants: JSON.stringify(variants.map(values)),
      price: each(({ price }) => money(price)),
      compareAtPrice: each(({ compareAtPrice }) => moneyOrNone(compareAtPrice)),
      cost: each(({ cost }) => moneyOrNone(cost)),
      sku: each(({ sku }) => sku ?? ''),
      barcode: each(({ barcode }) => barcode ?? ''),
      inventory: each(({ tracked, stock }) =>
        tracked ? Object.values(stock).reduce((sum, inventory) => sum + inventory, 0) : null,
      ),
      selling: each(({ inventoryPolicy }) => (inventoryPolicy === 'DENY' ? 'until sold out' : 'always')),
      weight: each(({ weight }) => (weight ? grams(weight.value, weight.unit) : null)),
      variantImages: each(({ mediaId }) => addressOf(mediaId)),
      shipping: each(({ requiresShipping }) => requiresShipping),
      tax: each(({ taxable }) => taxable),
      collections: sorted(product.collections.map((id) => collections.get(id)?.title ?? 'no collection')),
    };
  },
};
