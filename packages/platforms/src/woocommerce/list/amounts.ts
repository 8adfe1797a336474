import {
  comparePrices,
  dividePrice,
  multiplyPrice,
  roundPrice,
  trimDecimals,
} from '@bowerbird/catalog/pricing/price';
import type { Variant } from '@bowerbird/catalog/product';
import { sentPrice } from '../../listing/sent-price.ts';
import type { StoreAccess } from '../../listing/store/access.ts';

/**
 * Returns price and inventory as the store accepts them: plain decimals with a point, and a sale price only where there
 * is one.
 */
export function amountsOf(variant: Variant): Record<string, unknown> {
  const { compareAtPrice, stock, available } = variant;
  const price = sentPrice(variant);
  const isSale = compareAtPrice !== null && comparePrices(compareAtPrice, price) > 0;
  return {
    regular_price: isSale ? compareAtPrice : price,
    sale_price: isSale ? price : '',
    ...(stock === null
      ? { manage_stock: false, stock_status: available === false ? 'outofstock' : 'instock' }
      : { manage_stock: true, stock_quantity: Math.max(0, stock) }),
  };
}

const gramsIn = { g: '1', kg: '1000', oz: '28.349523125', lb: '453.59237', lbs: '453.59237' } as const;

/** Returns a weight in the unit of the whole store; '' for none. */
export function weightIn({ weight }: Variant, { prepared }: StoreAccess): string {
  if (weight === null) {
    return '';
  }
  const unit = prepared.weightUnit;
  const to = unit === 'g' || unit === 'oz' || unit === 'lbs' ? unit : 'kg';
  if (to === weight.unit || (to === 'lbs' && weight.unit === 'lb')) {
    return trimDecimals(weight.value);
  }
  const grams = multiplyPrice(weight.value, gramsIn[weight.unit]);
  return trimDecimals(roundPrice(dividePrice(grams, gramsIn[to], 8), 4));
}

/** Returns what the store keeps of a barcode: it silently drops anything but digits (`readme.md`, Writing products). */
export function barcodeOf({ barcode }: Variant): string {
  return barcode !== null && /^\d[\d-]{5,17}$/.test(barcode) ? barcode : '';
}
