import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';

/** Returns a product as a reader returns it. */
export function lamp(number: number): Product {
  const url = `https://www.aliexpress.com/item/${1005000000000 + number}.html`;
  return productWith({
    title: `Paper lamp ${number}`,
    handle: `paper-lamp-${number}`,
    descriptionHtml: '<p>Folds flat.</p>',
    variants: [
      variantWith({
        sku: `LAMP-${number}`,
        price: '19.90',
        available: true,
      }),
    ],
    source: {
      platform: 'aliexpress',
      shop: 'www.aliexpress.com',
      id: String(1005000000000 + number),
      url,
      storeName: null,
    },
  });
}

/** Returns what a page script sends to the worker for one lamp. */
export function collectedLamp(number: number) {
  const product = lamp(number);
  return {
    type: 'collected' as const,
    platform: 'aliexpress',
    url: product.source?.url ?? '',
    products: [product],
  };
}
