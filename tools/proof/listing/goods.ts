import type { Product } from '@bowerbird/catalog/product';
import { sampleProduct } from '../../../apps/server/src/testing/products.ts';

/** Few pictures, so that a round is about listing: two of a product's own at most, shared by its variants. */
export function proofProduct(index: number): Product {
  const product = sampleProduct(index);
  const pictures = product.pictures.slice(0, 2);
  const held = new Set(pictures.map(({ url }) => url));
  return {
    ...product,
    pictures,
    variants: product.variants.map((variant) => ({
      ...variant,
      // A gate that asks about what is sold out is another's proof.
      stock: (variant.stock ?? 0) + 5,
      pictureUrl: variant.pictureUrl !== null && held.has(variant.pictureUrl) ? variant.pictureUrl : null,
    })),
  };
}

/** The same product with other words and other prices; no jump that anybody would ask about. */
export function secondEdition(product: Product): Product {
  return { ...repriced(product), title: `${product.title}, second edition` };
}

/** The same product with other prices and stock, and nothing else: platforms that can are sent these alone. */
export function repriced(product: Product): Product {
  return {
    ...product,
    variants: product.variants.map((variant) => ({
      ...variant,
      price: (Number(variant.price) + 0.5).toFixed(2),
      compareAtPrice: null,
      stock: (variant.stock ?? 0) + 3,
    })),
  };
}

/** One dot, as a GIF. */
const dot = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
);

/** Answers for where pictures lie: each address a picture of its own. */
export function pictureAt(address: string): Response {
  const own = new TextEncoder().encode(address);
  const bytes = new Uint8Array([...dot, ...own]);
  return new Response(bytes, { headers: { 'content-type': 'image/gif' } });
}
