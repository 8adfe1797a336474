import type { Product } from '@bowerbird/catalog/product';
import { mug, variant } from '../../../../apps/server/testing/products/products.ts';

const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL'];
const shades = ['Black', 'Sand', 'Moss', 'Ink'];
/** Numbers of sizes and shades of a product, in turn: 1 to 12 variants, 4.7 on average. */
const shapes = [
  [1, 1],
  [3, 1],
  [4, 1],
  [3, 2],
  [2, 1],
  [6, 2],
  [5, 1],
  [1, 1],
  [4, 2],
  [1, 4],
] as const;
const tags = ['cotton', 'summer', 'new', 'outdoor', 'gift', 'washable', 'unisex', 'eco', 'wide', 'soft'];
const catalogs = ['Jackets', 'Shirts', 'Trousers', 'Bags', 'Hats'];
const sentences = [
  'The cloth is woven tightly, so that wind and light rain stay outside.',
  'Two pockets close with a zip, a third one lies hidden at the back.',
  'Wash it at thirty degrees and let it dry in the shade.',
  'The seams are sewn twice where they carry weight.',
  'A cord at the hem keeps the shape, even when you cycle.',
  'It weighs little and folds into its own pocket.',
];

/**
 * Returns a typical product: 1 to 12 variants, 4 to 9 tags, 3 to 6 images, a description of 400 to 2,600 characters.
 * Always the same for the same index.
 */
export function costProduct(index: number): Product {
  const [wide, deep] = shapes[index % shapes.length] ?? [1, 1];
  const handle = `trail-cloth-${index}`;
  const catalog = catalogs[index % catalogs.length] ?? '';
  const images = Array.from({ length: 3 + (index % 4) }, (_, place) => ({
    url: `https://images.example/cloth/${index}-${place + 1}.jpg`,
    alt: `Trail cloth ${index}, view ${place + 1}`,
    width: 1600,
    height: 1600,
  }));
  const options = [
    ...(wide > 1 ? [{ name: 'Size', values: sizes.slice(0, wide) }] : []),
    ...(deep > 1 ? [{ name: 'Colour', values: shades.slice(0, deep) }] : []),
  ];
  const rows = options.reduce<string[][]>(
    (made, { values }) => made.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
  return {
    ...mug,
    title: `Trail cloth ${index} for every season`,
    handle,
    descriptionHtml: descriptionOf(index),
    vendor: 'Ridge Works',
    productType: catalog,
    tags: tags.slice(0, 4 + (index % 6)),
    options,
    variants: rows.map((optionValues, place) =>
      variant({
        id: `v${place + 1}`,
        sku: `TC-${index}-${place + 1}`,
        barcode: String(4_000_000_000_000 + index * 100 + place),
        optionValues,
        price: (29 + (index % 40) + place / 2).toFixed(2),
        compareAtPrice: index % 3 === 0 ? (59 + (index % 40) + place / 2).toFixed(2) : null,
        cost: '9.50',
        stock: 10 + ((index + place) % 50),
        available: true,
        weight: { value: String(300 + place * 20), unit: 'g' },
        imageUrl: images[place % images.length]?.url ?? null,
      }),
    ),
    images,
    categories: [['Clothes', catalog]],
    source: {
      platform: 'shopify',
      shop: 'ridge.example',
      id: String(index),
      url: `https://ridge.example/products/${handle}`,
      storeName: null,
    },
  };
}

/** Returns the same product with one variant at a higher price. */
export function repricedOnce(product: Product): Product {
  return {
    ...product,
    variants: product.variants.map((each, place) =>
      place === 0 ? { ...each, price: (Number(each.price) + 0.5).toFixed(2) } : each,
    ),
  };
}

function descriptionOf(index: number): string {
  const paragraphs = Array.from({ length: 1 + (index % 6) }, (_, at) => {
    const own = sentences.map((_, step) => sentences[(index + at + step * 5) % sentences.length]);
    return `<p><strong>Part ${at + 1}.</strong> ${own.join(' ')}</p>`;
  });
  return `<h2>Trail cloth ${index}</h2>${paragraphs.join('')}`;
}
