import type { Product } from '@bowerbird/catalog/product';
import type { WatchedField } from '@bowerbird/contract/collect/collect';

/** Reports, by field, whether a product has what a reader should find. Every product has `product` and `title`. */
export const hasField: Record<WatchedField, (product: Product) => boolean> = {
  product: () => true,
  title: () => true,
  description: ({ descriptionHtml }) => descriptionHtml.trim() !== '',
  images: ({ images }) => images.length > 0,
  price: ({ variants }) => variants.some(({ price }) => Number(price) > 0),
  compareAtPrice: ({ variants }) => variants.some(({ compareAtPrice }) => compareAtPrice !== null),
  currency: ({ currency }) => currency !== null,
  vendor: ({ vendor }) => vendor !== null && vendor !== '',
  sku: ({ variants }) => variants.some(({ sku }) => sku !== null && sku !== ''),
  stock: ({ variants }) => variants.some(({ stock, available }) => stock !== null || available !== null),
  weight: ({ variants }) => variants.some(({ weight }) => weight !== null),
  categories: ({ categories }) => categories.length > 0,
  tags: ({ tags }) => tags.length > 0,
  attributes: ({ attributes }) => attributes.length > 0,
  options: ({ options }) => options.length > 0,
};
