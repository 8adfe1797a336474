import { isPriced } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import type { Fit } from '../../listing/planner.ts';
import type { ShopIdentity } from '../../listing/store/access.ts';
import { barcodeOf } from './amounts.ts';
import { choiceName } from './choices.ts';

/** Limits of the database columns: titles in bytes, slugs as they are encoded. */
const titleBytesMax = 65_535;
const slugMax = 200;
const skuMax = 100;

type Shop = Pick<ShopIdentity, 'maximumVariants' | 'maximumOptions' | 'currency'>;

/** Returns what a WooCommerce store would reject, cut or drop of a product. Sends nothing. */
export function fit(product: Product, shop: Shop): Fit[] {
  return [...refused(product, shop), ...cut(product, shop), ...lost(product)];
}

function refused(product: Product, { maximumVariants, maximumOptions }: Shop): Fit[] {
  const { variants, options } = product;
  const titleBytes = new TextEncoder().encode(product.title).length;
  const longestSku = Math.max(...variants.map(({ sku }) => sku?.length ?? 0));
  const choices = new Set(variants.map(({ optionValues }) => choiceName(optionValues).toLowerCase()));
  const similar = variants.length - choices.size;
  const skus = variants.flatMap(({ sku }) => sku || []);
  const twice = skus.find((sku, at) => skus.indexOf(sku) !== at);
  const found: (Fit | false)[] = [
    options.length > maximumOptions && {
      kind: 'refused',
      code: 'store.too-many-options',
      params: { n: options.length, max: maximumOptions },
    },
    variants.length > maximumVariants && {
      kind: 'refused',
      code: 'store.too-many-variants',
      params: { n: variants.length, max: maximumVariants },
    },
    variants.some(({ price }) => !isPriced(price)) && {
      kind: 'refused',
      code: 'listing.price-missing',
      params: {},
    },
    titleBytes > titleBytesMax && tooLong('title', titleBytes, titleBytesMax),
    longestSku > skuMax && tooLong('variants.sku', longestSku, skuMax),
    similar > 0 && { kind: 'refused', code: 'fit.variants-similar', params: { n: similar } },
    twice !== undefined && { kind: 'refused', code: 'fit.skus-similar', params: { sku: twice } },
  ];
  return found.filter((one) => one !== false);
}

function tooLong(field: string, n: number, max: number): Fit {
  return { kind: 'refused', code: 'fit.too-long', params: { field, n, max } };
}

function cut(product: Product, { currency }: Shop): Fit[] {
  const slug = encodeURIComponent(product.handle).length;
  const values = product.options.flatMap((option) => option.values).filter((value) => value.includes('|'));
  const found: (Fit | false)[] = [
    slug > slugMax && { kind: 'cut', code: 'fit.handle-cut', params: { n: slug, max: slugMax } },
    values.length > 0 && { kind: 'cut', code: 'fit.bars-replaced', params: { n: values.length } },
    product.currency !== null &&
      currency !== null &&
      product.currency !== currency && {
        kind: 'cut',
        code: 'fit.currency-differs',
        params: { from: product.currency, to: currency },
      },
  ];
  return found.filter((one) => one !== false);
}

function lost(product: Product): Fit[] {
  const barcodes = product.variants.filter((variant) => variant.barcode && barcodeOf(variant) === '').length;
  const dropped: [Fit['code'], number][] = [
    ['fit.barcodes-lost', barcodes],
    ['fit.price-tiers-lost', product.priceTiers.length],
  ];
  return dropped.filter(([, n]) => n > 0).map(([code, n]) => ({ kind: 'lost', code, params: { n } }));
}
