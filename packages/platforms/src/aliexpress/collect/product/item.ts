import type { Weight } from '@bowerbird/catalog/product';

/** The source format from which a product was read. */
export type Form = 'mtop' | 'components' | 'modules' | 'open-api';

/** An item as all source formats describe it, still with the source's own numbers. */
export interface Item {
  form: Form;
  id: string | null;
  title: string | null;
  /** Currency of the whole page; a price's own currency takes precedence. */
  currency: string | null;
  choices: Choice[];
  skus: Sku[];
  images: string[];
  attributes: { name: string; value: string; id: string | null }[];
  /** Category path, from the root. */
  categories: string[];
  categoryId: string | null;
  /** HTML, or the address to fetch it from. */
  description: { html: string | null; address: string | null };
  store: { id: string | null; name: string | null; sellerId: string | null };
  weight: Weight | null;
  onSale: boolean;
  /** Additional facts as text: units sold, rating, video ... */
  facts: Record<string, string | null>;
}

/** A choice with its values in the displayed order. */
export interface Choice {
  id: string;
  name: string | null;
  values: { id: string; shown: string | null; generic: string | null; image: string | null }[];
}

export interface Sku {
  id: string | null;
  picks: Picked[];
  price: string | null;
  compareAt: string | null;
  currency: string | null;
  stock: number | null;
  available: boolean | null;
  /** Cannot be sold; the amount it carries is not a price (`readme.md`, Product pages). */
  placeholder: boolean;
  barcode: string | null;
  tiers: { minimumQuantity: number; price: string }[];
  /** What was sent as the price, for a person to see. */
  sent: string;
}

/** The value of one choice, and the seller's own name for it. */
export interface Picked {
  choice: string;
  value: string;
  own: string | null;
}
