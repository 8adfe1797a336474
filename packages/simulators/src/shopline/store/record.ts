export const statuses = ['active', 'draft', 'archived'] as const;
export type ProductStatus = (typeof statuses)[number];

/** An image as the store keeps it, with the address it was sent under. */
export interface StoredImage {
  number: number;
  source: string;
  alt: string;
}

export interface StoredVariant {
  number: number;
  sku: string;
  barcode: string;
  price: string;
  compareAtPrice: string;
  /** Values of `option1` to `option5`. */
  choices: string[];
  weight: string;
  weightUnit: string;
  tracked: boolean;
  policy: 'deny' | 'continue';
  shipped: boolean;
  taxable: boolean;
  image: StoredImage | null;
}

/** A product as the store keeps it. Times in milliseconds since 1970. */
export interface StoredProduct {
  number: number;
  title: string;
  subtitle: string;
  bodyHtml: string;
  vendor: string;
  handle: string;
  spu: string;
  category: string;
  status: ProductStatus;
  tags: string[];
  seoTitle: string;
  seoDescription: string;
  options: { name: string; valuesImages: Record<string, string> }[];
  variants: StoredVariant[];
  images: StoredImage[];
  createdAt: number;
  updatedAt: number;
  publishedAt: number | null;
}

/**
 * Returns our key that a product has: in its SPU or, when its creation was interrupted before that was written, as its
 * handle.
 */
export function keyOf({ spu, handle }: Pick<StoredProduct, 'spu' | 'handle'>): string | null {
  return (
    /^(bb-[a-z2-7]{16})(?:\.|$)/.exec(spu)?.[1] ?? /^(bb-[a-z2-7]{16})(?:-\d+)?$/.exec(handle)?.[1] ?? null
  );
}

/** Returns an id of 26 digits, as this platform uses them; the storefront uses the same ids. */
export function longId(number: number): string {
  return `16065${String(number).padStart(21, '0')}`;
}

/** Returns the number of an id that we generated; null for any other. */
export function numberOf(id: string): number | null {
  return /^16065\d{21}$/.test(id) ? Number(id.slice(5)) : null;
}

export function moment(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00');
}
