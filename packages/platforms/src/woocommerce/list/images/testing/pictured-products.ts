import type { Product } from '@bowerbird/catalog/product';
import { idOf, mug, type preparedStore } from '../../testing.ts';

export type Open = Awaited<ReturnType<typeof preparedStore>>;

/** A product with an image for each name, at an address from which the store fetches it. */
export function pictured(handle: string, names: readonly string[], alt = ''): Product {
  const images = names.map((name) => ({
    url: `https://pictures.example/${name}.jpg?v=1`,
    alt,
    width: null,
    height: null,
  }));
  return { ...mug, title: `The ${handle}`, handle, images };
}

/** The file's name as an address without words ends. */
export function signedName(number: number): string {
  return `${'s'.repeat(22)}-0190a0b0-0000-7000-8000-00000000000${number}.jpg`;
}

/** A product with one image that the merchant uploaded, and that a store without our access fetches from us. */
export function uploaded(number: number, alt: string): Product {
  const url = `https://bower.example/shop-reptile/api/public-images/${signedName(number)}`;
  return { ...pictured('mug', []), images: [{ url, alt, width: null, height: null }] };
}

/** The same store as a later run sees it, which knows nothing of the one before. */
export function later(open: Open): Open {
  return { ...open, access: { ...open.access, prepared: { ...open.access.prepared } } };
}

/** Returns the files in the library of the store. */
export function files({ store }: Open) {
  return [...store.ledger.files.values()];
}

/** Returns the names of the files that a product shows. */
export function imagesOf({ store }: Open, outcome: Parameters<typeof idOf>[0]): (string | undefined)[] {
  return (store.ledger.products.get(Number(idOf(outcome)))?.images ?? []).map(
    (id) => store.ledger.files.get(id)?.name,
  );
}
