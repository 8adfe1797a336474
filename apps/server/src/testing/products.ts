import type { Product, Variant } from '@bowerbird/catalog/product';
import { type Good, goodAt } from '@bowerbird/platforms/practice/goods';

/** A product with nothing special about it. */
export const mug: Product = {
  title: 'Blue mug',
  handle: 'blue-mug',
  descriptionHtml: '<p>Holds <strong>300 ml</strong>.</p>',
  vendor: 'Glade Home',
  productType: 'Mugs',
  tags: ['kitchen', 'autumn'],
  options: [],
  variants: [variant({ sku: 'MUG-1', price: '19.90', cost: '8.00', stock: 12 })],
  pictures: [{ url: 'https://pictures.example/mug.jpg', alt: 'A mug', width: 800, height: 800 }],
  categories: [['Home', 'Kitchen']],
  seo: { title: null, description: null },
  status: 'draft',
  currency: 'USD',
  attributes: [],
  priceTiers: [],
  source: {
    platform: 'shopify',
    shop: 'glade-home.example',
    id: '1001',
    url: 'https://glade-home.example/products/blue-mug',
    storeName: 'Glade Home',
  },
  extra: {},
};

/** A variant without anything that was not asked for. */
export function variant(fields: Partial<Variant> = {}): Variant {
  return {
    id: 'v1',
    sku: null,
    barcode: null,
    optionValues: [],
    price: '1.00',
    compareAtPrice: null,
    cost: null,
    stock: null,
    available: null,
    weight: null,
    pictureUrl: null,
    requiresShipping: true,
    taxable: true,
    ...fields,
  };
}

/** A believable product, the same for the same index; every third is Chinese. For lists that are felt. */
export function sampleProduct(index: number): Product {
  return fromGood(goodAt(7, index, index % 3 === 0 ? 'zh-CN' : 'en'), index);
}

function fromGood(good: Good, index: number): Product {
  const pictures = good.pictures.map(({ name, alt }) => ({
    url: `https://pictures.example/files/${name}?v=${index}`,
    alt,
    width: 800,
    height: 800,
  }));
  return {
    ...mug,
    title: good.title,
    handle: `${good.handle}-${index}`,
    descriptionHtml: good.descriptionHtml,
    vendor: good.vendor,
    productType: good.type,
    tags: good.tags,
    options: good.options,
    variants: good.variants.map((each, place) =>
      variant({
        id: `v${place + 1}`,
        sku: each.sku,
        barcode: each.barcode,
        optionValues: each.optionValues,
        price: (each.cents / 100).toFixed(2),
        compareAtPrice: each.compareAtCents === null ? null : (each.compareAtCents / 100).toFixed(2),
        stock: each.stock,
        available: each.stock > 0,
        weight: { value: String(each.grams), unit: 'g' },
        pictureUrl: pictures[each.picture]?.url ?? null,
      }),
    ),
    pictures,
    categories: [['Home', good.type]],
    source: {
      platform: 'shopify',
      shop: `shop-${index % 7}.example`,
      id: String(1000 + index),
      url: `https://shop-${index % 7}.example/products/${good.handle}-${index}`,
      storeName: null,
    },
  };
}
