import { isPriced } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import type { Fit } from '../../listing/planner.ts';
import type { ShopIdentity } from '../../listing/store/access.ts';
import { imagesMax, seoMax, tagLengthMax, tagsMax, titleMax } from './limits.ts';

/** Returns what Shoplazza would refuse, truncate or drop of a product. Sends nothing. */
export function fit(
  product: Product,
  shop: Pick<ShopIdentity, 'maximumVariants' | 'maximumOptions' | 'currency'>,
): Fit[] {
  return [...refused(product, shop), ...cut(product, shop), ...lost(product)];
}

function refused(product: Product, shop: Pick<ShopIdentity, 'maximumVariants' | 'maximumOptions'>): Fit[] {
  const { options, variants, images, seo, tags } = product;
  const found: Fit[] = [];
  const tooMany = (code: 'store.too-many-options' | 'store.too-many-variants', n: number, max: number) =>
    n > max && found.push({ kind: 'refused', code, params: { n, max } });
  tooMany('store.too-many-options', options.length, shop.maximumOptions);
  tooMany('store.too-many-variants', variants.length, shop.maximumVariants);
  // "0.00" counts as an empty price (`readme.md`, Writing products).
  if (variants.some(({ price }) => !isPriced(price))) {
    found.push({ kind: 'refused', code: 'listing.price-missing', params: {} });
  }
  // Later versions create no product without an image (`readme.md`, Odd behaviour).
  if (images.length === 0) {
    found.push({ kind: 'refused', code: 'fit.image-missing', params: {} });
  }
  const tooLong: [string, number, number][] = [
    ['seo', Math.max(seo.title?.length ?? 0, seo.description?.length ?? 0), seoMax],
    ['tags', Math.max(0, ...tags.map(({ length }) => length)), tagLengthMax],
  ];
  for (const [field, n, max] of tooLong) {
    if (n > max) {
      found.push({ kind: 'refused', code: 'fit.too-long', params: { field, n, max } });
    }
  }
  const combinations = new Set(variants.map(({ optionValues }) => JSON.stringify(optionValues)));
  if (combinations.size < variants.length) {
    const n = variants.length - combinations.size;
    found.push({ kind: 'refused', code: 'fit.variants-similar', params: { n } });
  }
  return found;
}

function cut(product: Product, shop: Pick<ShopIdentity, 'currency'>): Fit[] {
  const { title, images, tags, currency } = product;
  const lengths: [Fit['code'], number, number][] = [
    ['fit.title-cut', title.length, titleMax],
    ['fit.images-cut', images.length, imagesMax],
    ['fit.tags-cut', tags.length, tagsMax],
  ];
  const found = lengths
    .filter(([, n, max]) => n > max)
    .map(([code, n, max]): Fit => ({ kind: 'cut', code, params: { n, max } }));
  if (currency !== null && shop.currency !== null && currency !== shop.currency) {
    // Amounts are sent unchanged in another currency; the merchant should know this beforehand.
    found.push({ kind: 'cut', code: 'fit.currency-differs', params: { from: currency, to: shop.currency } });
  }
  return found;
}

function lost({ attributes, priceTiers }: Product): Fit[] {
  const dropped: [Fit['code'], number][] = [
    ['fit.attributes-lost', attributes.length],
    ['fit.price-tiers-lost', priceTiers.length],
  ];
  return dropped.filter(([, n]) => n > 0).map(([code, n]): Fit => ({ kind: 'lost', code, params: { n } }));
}
