import type { Product, Variant } from '../product.ts';
import { productWith, variantWith } from './product-with.ts';

/** A mug in two colours, as a collector would read it. */
export const mug: Product = productWith({
  title: 'Blue mug',
  handle: 'blue-mug',
  descriptionHtml: '<p class="mug">A mug for tea &amp; coffee.</p>',
  vendor: 'Glade',
  productType: 'Mugs',
  tags: ['Kitchen', 'gift'],
  options: [
    { name: 'Colour', values: ['Blue', 'White'] },
    { name: 'Size', values: ['S', 'L'] },
  ],
  variants: [
    variant('v1', ['Blue', 'S'], { sku: 'MUG-1', price: '12.00', cost: '4.50', stock: 3 }),
    variant('v2', ['Blue', 'L'], { sku: 'MUG-2', price: '15.00', stock: 0 }),
    variant('v3', ['White', 'S'], { sku: null, price: '11.00', stock: 5 }),
  ],
  images: [image('https://pictures.example/blue.jpg'), image('https://pictures.example/white.jpg')],
  categories: [['Home', 'Kitchen'], ['New in']],
  seo: { title: null, description: 'A blue mug' },
  status: 'active',
  currency: 'EUR',
  attributes: [{ name: 'Material', value: 'Stoneware' }],
});

/** Creates a variant with these option values and fields, and defaults for everything else. */
export function variant(id: string, optionValues: string[], fields: Partial<Variant> = {}): Variant {
  return variantWith({ id, optionValues, ...fields });
}

/** Creates an image without a size. */
export function image(url: string, alt = ''): Product['images'][number] {
  return { url, alt, width: null, height: null };
}
