import type { Weight } from '@bowerbird/catalog/product';

/** Which of the source's forms a product was read from. */
export type Form = 'mtop' | 'components' | 'modules' | 'open-api';

/** An item as every form of the source tells it, still in the source's own numbers. */
export interface Item {
  form: Form;
  id: string | null;
  title: string | null;
  /** Of the whole page; a price's own counts more. */
  currency: string | null;
  choices: Choice[];
  skus: Sku[];
  pictures: string[];
  attributes: { name: string; value: string; id: string | null }[];
  /** From the root. */
  categories: string[];
  categoryId: string | null;
  /** HTML, or where it is to be fetched. */
  description: { html: string | null; address: string | null };
  store: { id: string | null; name: string | null; sellerId: string | null };
  weight: Weight | null;
  onSale: boolean;
  /** What the source tells beside, as text: sold, rating, video ... */
  facts: Record<string, string | null>;
}

/** A choice with its values in the order they are shown. */
export interface Choice {
  id: string;
  name: string | null;
  values: { id: string; shown: string | null; generic: string | null; picture: string | null }[];
}

export interface Sku {
  id: string | null;
  picks: Picked[];
  price: string | null;
  compareAt: string | null;
  currency: string | null;
  stock: number | null;
  available: boolean | null;
  /** Cannot be sold; what it carries for a price is none (`readme.md`, Product pages). */
  placeholder: boolean;
  barcode: string | null;
  tiers: { minimumQuantity: number; price: string }[];
  /** What was sent for the price, for a person to see. */
  sent: string;
}

/** The value of one choice, and the seller's own name for it. */
export interface Picked {
  choice: string;
  value: string;
  own: string | null;
}
