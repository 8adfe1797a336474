import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';

/** A product with two options, two images and a category below another. */
export const lamp: Product = productWith({
  title: 'Desk lamp “Noir” & more',
  handle: 'desk-lamp',
  descriptionHtml: '<p>A lamp with a <strong>port</strong>.</p>',
  vendor: 'Glade Home',
  productType: 'Lamps',
  tags: ['desk'],
  options: [{ name: 'Colour', values: ['White', 'Black & brass'] }],
  variants: [
    ['White', '39.00', 'LAMP-1'],
    ['Black & brass', '45.00', 'LAMP-2'],
  ].map(([value = '', price = '', sku = ''], at) =>
    variantWith({
      id: `v${at + 1}`,
      sku,
      optionValues: [value],
      price,
      stock: 4,
      available: true,
    }),
  ),
  images: ['lamp.jpg', 'lamp-side.jpg'].map((name) => ({
    url: `https://pictures.example/${name}`,
    alt: 'Lamp',
    width: null,
    height: null,
  })),
  categories: [['Home', 'Lamps & more']],
  seo: { title: null, description: 'A lamp.' },
  currency: 'EUR',
  attributes: [{ name: 'Height', value: '40 cm' }],
});

export function titled(title: string): Product {
  return { ...lamp, title };
}
