import type { UnreadObject } from '../../reading/unread.ts';

/** A product as the store holds it, for a write by id. */
export interface Held {
  product: UnreadObject;
  variations: HeldVariation[];
}

/** A variation of it. */
export interface HeldVariation {
  id: number;
  /** Option values, by our product's options. */
  choice: string;
  /** Created by us: variations of the merchant's own are never removed. */
  isOurs: boolean;
  sent: UnreadObject;
}
