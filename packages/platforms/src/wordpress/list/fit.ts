import type { Product } from '@bowerbird/catalog/product';
import type { Fit } from '../../listing/planner.ts';

/** Capacity of the database's title column, in bytes. */
const titleBytesMax = 65_535;
const slugMax = 200;

/** Returns what a post would refuse, truncate or drop of a product. Sends nothing. */
export function fit(product: Product): Fit[] {
  const found: Fit[] = [];
  const titleBytes = new TextEncoder().encode(product.title).length;
  if (titleBytes > titleBytesMax) {
    found.push({
      kind: 'refused',
      code: 'fit.too-long',
      params: { field: 'title', n: titleBytes, max: titleBytesMax },
    });
  }
  if (product.variants.some(({ price }) => price === null)) {
    found.push({ kind: 'refused', code: 'listing.price-missing', params: {} });
  }
  const slug = encodeURIComponent(product.handle).length;
  if (slug > slugMax) {
    found.push({ kind: 'cut', code: 'fit.handle-cut', params: { n: slug, max: slugMax } });
  }
  const skus = product.variants.filter(({ sku, barcode }) => sku !== null || barcode !== null).length;
  const lost: [Fit['code'], number][] = [
    ['fit.codes-lost', skus],
    ['fit.stock-lost', product.variants.filter(({ stock }) => stock !== null).length],
    ['fit.price-tiers-lost', product.priceTiers.length],
  ];
  return [
    ...found,
    ...lost.filter(([, n]) => n > 0).map(([code, n]): Fit => ({ kind: 'lost', code, params: { n } })),
  ];
}
