import type { Product } from '@bowerbird/catalog/product';

/** A product as a reader gives it. */
export function lamp(number: number): Product {
  const url = `https://www.aliexpress.com/item/${1005000000000 + number}.html`;
  return {
    title: `Paper lamp ${number}`,
    handle: `paper-lamp-${number}`,
    descriptionHtml: '<p>Folds flat.</p>',
    vendor: null,
    productType: null,
    tags: [],
    options: [],
    variants: [
      {
        id: 'v1',
        sku: `LAMP-${number}`,
        barcode: null,
        optionValues: [],
        price: '19.90',
        compareAtPrice: null,
        cost: null,
        stock: null,
        available: true,
        weight: null,
        pictureUrl: null,
        requiresShipping: true,
        taxable: true,
      },
    ],
    pictures: [],
    categories: [],
    seo: { title: null, description: null },
    status: 'active',
    currency: 'USD',
    attributes: [],
    priceTiers: [],
    source: {
      platform: 'aliexpress',
      shop: 'www.aliexpress.com',
      id: String(1005000000000 + number),
      url,
      storeName: null,
    },
    extra: {},
  };
}

/** What a page's script hands the worker of one lamp. */
export function collectedLamp(number: number) {
  const product = lamp(number);
  return {
    type: 'collected' as const,
    platform: 'aliexpress',
    url: product.source?.url ?? '',
    products: [product],
  };
}
