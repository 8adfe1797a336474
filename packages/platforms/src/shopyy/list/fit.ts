import { decimalsOf, isPriced } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import type { Fit } from '../../listing/planner.ts';
import type { ShopIdentity } from '../../listing/store/access.ts';
import { limits } from './limits.ts';

/** Returns what a Shopyy shop would refuse, truncate or drop of a product. Sends nothing. */
export function fit(
  product: Product,
  shop: Pick<ShopIdentity, 'maximumVariants' | 'maximumOptions' | 'currency'>,
): Fit[] {
  return [
    ...tooMany(product, shop),
    ...refused(product),
    ...tooLong(product),
    ...cut(product, shop),
    ...lost(product),
  ];
}

function tooMany(
  { options, variants }: Product,
  { maximumOptions, maximumVariants }: { maximumOptions: number; maximumVariants: number },
): Fit[] {
  const counts = [
    ['store.too-many-options', options.length, maximumOptions],
    ['store.too-many-variants', variants.length, maximumVariants],
  ] as const;
  return counts
    .filter(([, n, max]) => n > max)
    .map(([code, n, max]) => ({ kind: 'refused', code, params: { n, max } }));
}

function refused({ images, variants }: Product): Fit[] {
  const found: Fit[] = [];
  if (images.length === 0) {
    // A product must have at least one image (`readme.md`, Writing products).
    found.push({ kind: 'refused', code: 'fit.image-missing', params: { field: 'images' } });
  }
  if (variants.some(({ price }) => !isPriced(price))) {
    found.push({ kind: 'refused', code: 'listing.price-missing', params: {} });
  }
  const combinations = new Set(variants.map(({ optionValues }) => JSON.stringify(optionValues)));
  if (combinations.size < variants.length) {
    found.push({
      kind: 'refused',
      code: 'fit.variants-similar',
      params: { n: variants.length - combinations.size },
    });
  }
  return found;
}

function tooLong({ title, handle, vendor, seo, tags, options, variants }: Product): Fit[] {
  const longest = (words: readonly (string | null)[]) =>
    Math.max(0, ...words.map((word) => word?.length ?? 0));
  const lengths: [string, number, number][] = [
    ['title', title.length, limits.title],
    ['handle', handle.length, limits.handle],
    ['vendor', longest([vendor]), limits.vendor],
    ['seo', longest([seo.title, seo.description]), limits.seo],
    ['tags', longest(tags), limits.tag],
    ['options', longest(options.flatMap(({ name, values }) => [name, ...values])), limits.option],
    ['variants.sku', longest(variants.map(({ sku }) => sku)), limits.sku],
    ['variants.barcode', longest(variants.map(({ barcode }) => barcode)), limits.barcode],
  ];
  return lengths
    .filter(([, n, max]) => n > max)
    .map(([field, n, max]) => ({ kind: 'refused', code: 'fit.too-long', params: { field, n, max } }));
}

function cut({ variants, currency }: Product, shop: { currency: string | null }): Fit[] {
  const found: Fit[] = [];
  const fine = variants.filter(({ price }) => price !== null && decimalsOf(price) > limits.decimals).length;
  if (fine > 0) {
    found.push({ kind: 'cut', code: 'fit.prices-rounded', params: { n: fine, max: limits.decimals } });
  }
  if (currency !== null && shop.currency !== null && currency !== shop.currency) {
    found.push({ kind: 'cut', code: 'fit.currency-differs', params: { from: currency, to: shop.currency } });
  }
  return found;
}

function lost({ attributes, priceTiers, variants }: Product): Fit[] {
  const counted = variants.filter(({ stock }) => stock !== null).length;
  const dropped: [Fit['code'], number][] = [
    ['fit.attributes-lost', attributes.length],
    ['fit.price-tiers-lost', priceTiers.length],
    // Inventory is tracked for all variants of a product, or for none.
    ['fit.stock-uncounted', counted < variants.length ? counted : 0],
  ];
  return dropped.filter(([, n]) => n > 0).map(([code, n]) => ({ kind: 'lost', code, params: { n } }));
}
