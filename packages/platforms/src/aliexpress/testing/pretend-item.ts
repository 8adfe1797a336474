import type { Product } from '@bowerbird/catalog/product';
import { productOnPage } from '../collect/page.ts';

export const itemUrl = new URL('https://www.aliexpress.com/item/1005001111111111.html');

/** Returns a small fictitious item in the form of today's answer; given modules replace the default ones. */
export function pretendItem(modules: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    GLOBAL_DATA: {
      globalData: { productId: 1005001111111111, currencyCode: 'USD', storeName: 'Fern Store' },
    },
    PRODUCT_TITLE: { text: 'Fern lamp' },
    HEADER_IMAGE_PC: { imagePathList: ['//ae01.alicdn.com/kf/Sone.jpg_640x640.jpg'] },
    SKU: {
      skuProperties: [colour],
      skuPaths: [path('12000011111111111', '14:10'), path('12000011111111112', '14:29')],
    },
    PRICE: { skuPriceInfoMap: { '12000011111111111': requested(10), '12000011111111112': requested(12.5) } },
    ...modules,
  };
}

export const colour = {
  skuPropertyId: 14,
  skuPropertyName: 'Color',
  skuPropertyValues: [
    { propertyValueIdLong: 10, propertyValueDisplayName: 'Moss', propertyValueName: 'green' },
    { propertyValueIdLong: 29, propertyValueDisplayName: 'Bark', propertyValueName: 'brown' },
  ],
};

export function path(id: string, choice: string, changes: object = {}): object {
  return { skuIdStr: id, skuId: Number(id), path: choice, salable: true, skuStock: 5, ...changes };
}

export function requested(value: number): object {
  return { salePrice: { value, currency: 'USD' }, salePriceString: `$${value}` };
}

/** Returns the page's answer as it is sent. */
export function answer(result: unknown): string {
  return JSON.stringify({ ret: ['SUCCESS::ok'], data: { result } });
}

/** Reads the fictitious item with these modules. */
export function readItem(modules: Record<string, unknown> = {}): Product {
  return productOnPage(answer(pretendItem(modules)), itemUrl);
}

/** Returns the price of the single variant with this price entry. */
export function priceOf(
  entry: unknown,
  currency = 'USD',
): [string | null | undefined, string | null | undefined] {
  const [variant] = readItem({
    GLOBAL_DATA: { globalData: { productId: 1005001111111111, currencyCode: currency } },
    SKU: { skuPaths: [path('12000011111111111', '')] },
    PRICE: { skuPriceInfoMap: { '12000011111111111': entry } },
  }).variants;
  return [variant?.price, variant?.compareAtPrice];
}
