import { isPriced } from '@bowerbird/catalog/price';
import type { Product } from '@bowerbird/catalog/product';
import type { Fit } from '../../listing/lister.ts';
import type { ShopIdentity } from '../../listing/store.ts';
import { descriptionBytesMax, picturesMax, priceDecimals, tagsMax, textMax } from './limits.ts';
import { sendable } from './mark.ts';

/** What SHOPLINE would refuse, cut or drop of a product (`readme.md`, Writing products). Nothing is sent. */
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
  const alike =
    variants.length - new Set(variants.map(({ optionValues }) => JSON.stringify(optionValues))).size;
  if (alike > 0) {
    found.push({ kind: 'refused', code: 'fit.variants-alike', params: { n: alike } });
  }
  return found;
}

/** Texts that the store refuses beyond a length: each field with its longest one. */
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
  const { title, handle, pictures, tags, variants, currency } = product;
  const found: Fit[] = [];
  const tooMuch: [Fit['code'], number, number][] = [
    ['fit.title-cut', title.length, textMax],
    ['fit.handle-cut', handle.length, textMax],
    ['fit.pictures-cut', pictures.length, picturesMax],
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

/** The store rounds amounts. */
function isRounded(price: string | null): boolean {
  return /[1-9]/.test((price?.split('.')[1] ?? '').slice(priceDecimals));
}

function lost(product: Product): Fit[] {
  const unsent = Math.min(product.pictures.length, picturesMax) - sendable(product).length;
  const dropped: [Fit['code'], number][] = [
    ['fit.picture-addresses-lost', unsent],
    ['fit.attributes-lost', product.attributes.length],
    ['fit.price-tiers-lost', product.priceTiers.length],
  ];
  return dropped.filter(([, n]) => n > 0).map(([code, n]) => ({ kind: 'lost', code, params: { n } }));
}
