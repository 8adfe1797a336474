import type { z } from 'zod/mini';
import type { Work } from '../patterns/search.ts';
import type { Product, Variant } from '../product.ts';
import type { RefusalCode } from './refusal.ts';

/** The numbers for `{n}` in codes, handed out by the caller so that they are unique across the catalogue. */
export interface Series {
  /** The next free number; a product takes as many from here on as its outcome says. */
  next: number;
  /** Reports whether another variant of the catalogue has this code, which is then passed over. */
  isTaken?: ((field: 'sku' | 'barcode', code: string) => boolean) | undefined;
}

/** What an edit depends on besides the product. The same context gives the same result. */
export interface EditContext {
  series?: Series | undefined;
}

/** What the application of one edit to one product is given, and where it says what it could not do. */
export interface Scope {
  /** Reports whether the edit is for this variant. */
  takes(variant: Variant): boolean;
  /** Says that something cannot be done. The part that cannot be done is left as it was. */
  refuse(code: RefusalCode, detail?: Record<string, string | number>): void;
  readonly series: Series | undefined;
  /** What matching patterns may still cost for this product. */
  readonly work: Work;
}

/** One kind of edit: how it is written, and what it does. */
export interface EditKind<Schema extends z.ZodMiniType> {
  schema: Schema;
  /** Whether it changes variants one by one, so that a step may choose among them. */
  perVariant: boolean;
  /**
   * Returns the edited product, which is the same object when nothing changes, and leaves the given one alone. What cannot
   * be done is refused in the scope.
   */
  apply(product: Product, edit: z.infer<Schema>, scope: Scope): Product;
}

/** Defines a kind of edit of the product as a whole. */
export function productEdit<Schema extends z.ZodMiniType>(
  schema: Schema,
  apply: EditKind<Schema>['apply'],
): EditKind<Schema> {
  return { schema, perVariant: false, apply };
}

/** Defines a kind of edit that changes each variant by itself. */
export function variantEdit<Schema extends z.ZodMiniType>(
  schema: Schema,
  apply: EditKind<Schema>['apply'],
): EditKind<Schema> {
  return { schema, perVariant: true, apply };
}
