import { isPriced } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import type { Fit } from '../../listing/planner.ts';
import type { ShopIdentity } from '../../listing/store/access.ts';
import { variantFiles } from './cost.ts';
import {
  descriptionBytesMax,
  handleMax,
  imagesMax,
  skuMax,
  tagLengthMax,
  tagsMax,
  titleMax,
} from './limits.ts';

/** Returns what Shopify would reject, cut or drop of a product. Sends nothing. */
export function fit(
  product: Product,
  shop: Pick<ShopIdentity, 'maximumVariants' | 'maximumOptions' | 'currency'>,
): Fit[] {
  return [...refused(product, shop), ...cut(product, shop), ...lost(product)];
}

function refused(product: Product, shop: { maximumVariants: number; maximumOptions: number }): Fit[] {
  const found: Fit[] = [];
  if (product.options.length > shop.maximumOptions) {
    found.push({
      kind: 'refused',
      code: 'store.too-many-options',
      params: { n: product.options.length, max: shop.maximumOptions },
    });
  }
  if (product.variants.length > shop.maximumVariants) {
    found.push({
      kind: 'refused',
      code: 'store.too-many-variants',
      params: { n: product.variants.length, max: shop.maximumVariants },
    });
  }
  if (product.variants.some(({ price }) => !isPriced(price))) {
    found.push({ kind: 'refused', code: 'listing.price-missing', params: {} });
  }
  const tooLong: [string, number, number][] = [
    ['handle', product.handle.length, handleMax],
    ['descriptionHtml', new TextEncoder().encode(product.descriptionHtml).length, descriptionBytesMax],
    ['variants.sku', Math.max(...product.variants.map(({ sku }) => sku?.length ?? 0)), skuMax],
    ['tags', Math.max(0, ...product.tags.map(({ length }) => length)), tagLengthMax],
  ];
  for (const [field, length, max] of tooLong) {
    if (length > max) {
      found.push({ kind: 'refused', code: 'fit.too-long', params: { field, n: length, max } });
    }
  }
  const combinations = new Set(product.variants.map(({ optionValues }) => JSON.stringify(optionValues)));
  if (combinations.size < product.variants.length) {
    found.push({
      kind: 'refused',
      code: 'fit.variants-similar',
      params: { n: product.variants.length - combinations.size },
    });
  }
  return found;
}

function cut(product: Product, shop: { currency: string | null }): Fit[] {
  const found: Fit[] = [];
  if (product.title.length > titleMax) {
    found.push({ kind: 'cut', code: 'fit.title-cut', params: { n: product.title.length, max: titleMax } });
  }
  if (product.images.length > imagesMax) {
    found.push({
      kind: 'cut',
      code: 'fit.images-cut',
      params: { n: product.images.length, max: imagesMax },
    });
  }
  const { left } = variantFiles(product);
  if (left > 0) {
    found.push({ kind: 'cut', code: 'fit.variant-images-cut', params: { n: left } });
  }
  if (product.tags.length > tagsMax) {
    found.push({ kind: 'cut', code: 'fit.tags-cut', params: { n: product.tags.length, max: tagsMax } });
  }
  if (product.currency !== null && shop.currency !== null && product.currency !== shop.currency) {
    // Prices are sent unchanged; only the currency differs, which a merchant wants to know beforehand.
    found.push({
      kind: 'cut',
      code: 'fit.currency-differs',
      params: { from: product.currency, to: shop.currency },
    });
  }
  return found;
}

function lost(product: Product): Fit[] {
  const dropped: [Fit['code'], number][] = [
    ['fit.categories-lost', product.categories.length],
    ['fit.attributes-lost', product.attributes.length],
    ['fit.price-tiers-lost', product.priceTiers.length],
  ];
  return dropped.filter(([, n]) => n > 0).map(([code, n]) => ({ kind: 'lost', code, params: { n } }));
}
