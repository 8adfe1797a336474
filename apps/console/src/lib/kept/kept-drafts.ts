import { Image, PriceTier, Product, Variant, Weight } from '@bowerbird/catalog/product';
import type { infer as Infer } from 'zod/mini';
import { array, extend, int, nullable, number, object, safeParse, string } from 'zod/mini';
import { keepInWindow } from '../person/window-person.ts';

/** A product while it is typed: an amount or an address that is not valid yet is kept as typed. */
const TypedProduct = extend(Product, {
  title: string(),
  handle: string(),
  options: array(object({ name: string(), values: array(string()) })),
  variants: array(
    extend(Variant, {
      price: nullable(string()),
      compareAtPrice: nullable(string()),
      cost: nullable(string()),
      stock: nullable(number()),
      weight: nullable(extend(Weight, { value: string() })),
    }),
  ),
  images: array(extend(Image, { url: string() })),
  currency: nullable(string()),
  priceTiers: array(extend(PriceTier, { minimumQuantity: number(), price: string() })),
});

const KeptDraft = object({
  /** When it was last changed: ISO 8601. */
  at: string(),
  revision: int(),
  /** The version on which the changes are based. */
  base: TypedProduct,
  product: TypedProduct,
});
export type KeptDraft = Infer<typeof KeptDraft>;

const prefix = 'bowerbird.product-draft.';

function keyOf(userId: string, productId: string): string {
  return `${prefix}${userId}.${productId}`;
}

/** Keeps unsaved changes of one product for this person, in this window, so that a reload loses nothing. */
export function keepDraft(userId: string, productId: string, draft: KeptDraft): void {
  try {
    keepInWindow(keyOf(userId, productId), JSON.stringify(draft));
  } catch {
    // If storage is full or blocked, only the restore after a reload is lost.
  }
}

/** Returns the unsaved changes that this person left in this window; null if there are none. */
export function readDraft(userId: string, productId: string): KeptDraft | null {
  try {
    const read = safeParse(KeptDraft, JSON.parse(sessionStorage.getItem(keyOf(userId, productId)) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Deletes the unsaved changes of one product. */
export function dropDraft(userId: string, productId: string): void {
  sessionStorage.removeItem(keyOf(userId, productId));
}

/** Deletes all drafts of this window, so that no personal data remains after a session. */
export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith(prefix))) {
    sessionStorage.removeItem(key);
  }
}
