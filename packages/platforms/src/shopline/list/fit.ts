import { isPriced } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import type { Fit } from '../../listing/planner.ts';
import type { ShopIdentity } from '../../listing/store/access.ts';
import { descriptionBytesMax, imagesMax, priceDecimals, tagsMax, textMax } from './limits.ts';
import { sendable } from './mark.ts';

/** Returns what SHOPLINE would refuse, truncate or drop of a product (`readme.md`, Writing products). Sends nothing. */
export function fit(
  product: Product,
  shop: Pick<ShopIdentity, 'maximumVariants' | 'maximumOptions' | 'currency'>,
): Fit[] {
  return [...refused(product, shop), ...cut(product, shop), ...lost(product)];
}

function refused(product: Product, shop: { maximumVariants: number; maximumOptions: number }): Fit[] {
  const { options, variants } = product;
  const found: Fit[] = [];
  if (options.length > shop.maximumOptions) {
    const params = { n: options.length, max: shop.maximumOptions };
    found.push({ kind: 'refused', code: 'store.too-many-options', params });
  }
  if (variants.length > shop.maximumVariants) {
    const params = { n: variants.length, max: shop.maximumVariants };
    found.push({ kind: 'refused', code: 'store.too-many-variants', params });
  }
  if (variants.some(({ price }) => !isPriced(price))) {
    found.push({ kind: 'refused', code: 'listing.price-missing', params: {} });
  }
  for (const [field, n, max] of lengthsOf(product)) {
    if (n > max) {
      found.push({ kind: 'refused', code: 'fit.too-long', params: { field, n, max } });
    }
  }
  const similar =
    variants.length - new Set(variants.map(({ optionValues }) => JSON.stringify(optionValues))).size;
  if (similar > 0) {
    found.push({ kind: 'refused', code: 'fit.variants-similar', params: { n: similar } });
  }
  return found;
}

/** Returns texts that the store refuses above a length: each field with its longest one. */
function lengthsOf(product: Product): [string, number, number][] {
  const { descriptionHtml, vendor, productType, options, variants, tags } = product;
  const longest = (texts: readonly (string | null)[]) => Math.max(0, ...texts.map((one) => one?.length ?? 0));
  return [
    ['descriptionHtml', new TextEncoder().encode(descriptionHtml).length, descriptionBytesMax],
    ['vendor', longest([vendor]), textMax],
    ['productType', longest([productType]), textMax],
    ['options', longest(options.flatMap(({ name, values }) => [name, ...values])), textMax],
    ['sku', longest(variants.map(({ sku }) => sku)), textMax],
    ['barcode', longest(variants.map(({ barcode }) => barcode)), textMax],
    ['tags', longest(tags), textMax],
  ];
}

function cut(product: Product, shop: { currency: string | null }): Fit[] {
  const { title, handle, images, tags, variants, currency } = product;
  const found: Fit[] = [];
  const tooMuch: [Fit['code'], number, number][] = [
    ['fit.title-cut', title.length, textMax],
    ['fit.handle-cut', handle.length, textMax],
    ['fit.images-cut', images.length, imagesMax],
    ['fit.tags-cut', tags.length, tagsMax],
  ];
  for (const [code, n, max] of tooMuch) {
    if (n > max) {
      found.push({ kind: 'cut', code, params: { n, max } });
    }
  }
  const rounded = variants.filter(({ price }) => isRounded(price)).length;
  if (rounded > 0) {
    found.push({ kind: 'cut', code: 'fit.prices-rounded', params: { n: rounded, max: priceDecimals } });
  }
  if (currency !== null && shop.currency !== null && currency !== shop.currency) {
    found.push({ kind: 'cut', code: 'fit.currency-differs', params: { from: currency, to: shop.currency } });
  }
  return found;
}

/** Reports whether the store would round a price. */
function isRounded(price: string | null): boolean {
  return /[1-9]/.test((price?.split('.')[1] ?? '').slice(priceDecimals));
}

function lost(product: Product): Fit[] {
  const unsent = Math.min(product.images.length, imagesMax) - sendable(product).length;
  const dropped: [Fit['code'], number][] = [
    ['fit.image-addresses-lost', unsent],
    ['fit.attributes-lost', product.attributes.length],
    ['fit.price-tiers-lost', product.priceTiers.length],
  ];
  return dropped.filter(([, n]) => n > 0).map(([code, n]) => ({ kind: 'lost', code, params: { n } }));
}
