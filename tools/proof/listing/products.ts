import type { Product, Variant } from '@bowerbird/catalog/product';
import { sampleProduct } from '../../../apps/server/testing/products/products.ts';

const newIn = 'New in';
const onSale = 'On sale';

/**
 * Returns a product with something in every field that any platform carries; few images, so that a round is about
 * listing.
 */
export function proofProduct(index: number): Product {
  const product = sampleProduct(index);
  const images = product.images.slice(0, 2).map((image, at) => ({
    ...image,
    alt: image.alt || `View ${at + 1}`,
  }));
  const held = new Set(images.map(({ url }) => url));
  return {
    ...product,
    images,
    categories: [...product.categories, [newIn]],
    seo: { title: `${product.title}, to buy`, description: `What is to be known of ${product.title}` },
    attributes: [{ name: 'Material', value: index % 2 === 0 ? 'Linen' : 'Beech' }],
    variants: product.variants.map((variant, at) => ({
      ...variant,
      sku: variant.sku ?? `P-${index}-${at}`,
      barcode: variant.barcode ?? `29${String(index).padStart(8, '0')}${String(at).padStart(3, '0')}`,
      cost: (Number(variant.price) * 0.4).toFixed(2),
      compareAtPrice: index % 2 === 0 ? (Number(variant.price) * 1.25).toFixed(2) : variant.compareAtPrice,
      // Sold-out products, which lead to a report, are covered by another proof.
      stock: (variant.stock ?? 0) + 5,
      imageUrl: variant.imageUrl !== null && held.has(variant.imageUrl) ? variant.imageUrl : null,
    })),
  };
}

/** Returns one of many products: with one variant, and an image that all of them share. */
export function tinyProduct(index: number): Product {
  const product = proofProduct(index);
  const images = [{ url: 'https://pictures.example/files/one.svg', alt: 'One', width: 800, height: 800 }];
  const variants = product.variants
    .slice(0, 1)
    .map((variant) => ({ ...variant, sku: `T-${index}`, optionValues: [], imageUrl: null }));
  return {
    ...product,
    handle: `tiny-${index}`,
    tags: ['tiny'],
    categories: [[newIn]],
    options: [],
    variants,
    images,
  };
}

/** Names of all collections of such products. */
export const proofCollections: readonly string[] = [
  ...new Set([
    ...Array.from({ length: 400 }, (_, index) => sampleProduct(index).productType ?? ''),
    newIn,
    onSale,
  ]),
];

/** Changes that a new edition can make to a product; no price jump that would need a confirmation. */
const changes = {
  words: (product: Product): Product => ({
    ...product,
    title: `${product.title}, second edition`,
    descriptionHtml: `${product.descriptionHtml}<p>Second edition.</p>`,
    vendor: `${product.vendor} & Co`,
    productType: `${product.productType}, newer`,
    tags: [...product.tags.slice(1), 'second edition'],
    seo: { title: `${product.seo.title} again`, description: `${product.seo.description} again` },
    attributes: [{ name: 'Material', value: 'Wool' }],
    categories: [...product.categories.slice(0, 1), [onSale]],
  }),
  amounts: (product: Product): Product =>
    withVariants(product, (variant, at) => ({
      price: (Number(variant.price) + 0.5).toFixed(2),
      compareAtPrice: at % 2 === 0 ? null : (Number(variant.price) * 1.3).toFixed(2),
      stock: (variant.stock ?? 0) + 3,
    })),
  codes: (product: Product): Product =>
    withVariants(product, (variant) => ({
      sku: `${variant.sku}-B`,
      barcode: `21${variant.barcode?.slice(2)}`,
      cost: (Number(variant.cost) + 0.25).toFixed(2),
      weight: { value: String(Number(variant.weight?.value ?? 0) + 10), unit: 'g' },
      taxable: !variant.taxable,
    })),
  images: (product: Product): Product => {
    const [first, ...others] = product.images;
    const url = `${first?.url}&edition=2`;
    const images = [...others, { url, alt: 'Second edition', width: 800, height: 800 }];
    return withVariants({ ...product, images }, () => ({ imageUrl: url }));
  },
  choices: (product: Product): Product => {
    const [option, ...others] = product.options;
    if (!option) {
      return product;
    }
    const [first = '', ...left] = option.values;
    const kept = left.length > 0 ? left : [first];
    const added = `${kept[0]} II`;
    const of = (value: string) => product.variants.filter(({ optionValues }) => optionValues[0] === value);
    return {
      ...product,
      options: [{ ...option, values: [added, ...kept] }, ...others],
      variants: [
        ...of(kept[0] ?? '').map((variant, at) => ({
          ...variant,
          id: `n${at + 1}`,
          sku: `${variant.sku}-N`,
          barcode: `22${variant.barcode?.slice(2)}`,
          optionValues: [added, ...variant.optionValues.slice(1)],
        })),
        ...kept.flatMap(of),
      ],
    };
  },
  address: (product: Product): Product => ({ ...product, handle: `${product.handle}-2nd` }),
} as const satisfies Record<string, (product: Product) => Product>;

export type Change = keyof typeof changes;
export const allChanges = Object.keys(changes) as Change[];

function withVariants(product: Product, change: (variant: Variant, at: number) => Partial<Variant>): Product {
  return {
    ...product,
    variants: product.variants.map((variant, at) => ({ ...variant, ...change(variant, at) })),
  };
}

/** Returns the same product with these changes; all of them if none is named. */
export function edition(product: Product, ...which: Change[]): Product {
  return (which.length === 0 ? allChanges : which).reduce((made, change) => changes[change](made), product);
}

/** Returns the same product with other text, other prices and other codes. */
export function secondEdition(product: Product): Product {
  return edition(product, 'words', 'amounts', 'codes');
}

/** Returns the same product with other prices and inventory only: platforms that can are sent only these. */
export function repriced(product: Product): Product {
  return edition(product, 'amounts');
}

/** One dot, as a GIF. */
const dot = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
);

/** Returns the file at this address: a different image for each address. */
export function imageBytes(address: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...dot, ...new TextEncoder().encode(address)]);
}

/** Answers for the host of the images. */
export function imageAt(address: string): Response {
  return new Response(imageBytes(address), { headers: { 'content-type': 'image/gif' } });
}
