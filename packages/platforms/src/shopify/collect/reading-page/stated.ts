import type { FieldForms as FieldFormsOf } from '../../../reading/page-fields.ts';
import type { UnreadObject } from '../../../reading/unread.ts';

/** Forms in which a Shopify page describes its product. */
export type PageForm =
  | 'theme-json'
  | 'variants-json'
  | 'var-meta'
  | 'web-pixel'
  | 'linked-data'
  | 'app-json'
  | 'microdata'
  | 'open-graph'
  | 'shop-script'
  | 'markup';

/**
 * Content of one form on a page, in the feed's own structure: prices in currency units, options in `option1` to
 * `option3`.
 */
export interface Stated {
  form: PageForm;
  /** A field left out here is not in this form; an empty text means that the field is empty. */
  product: UnreadObject;
  rows: readonly UnreadObject[];
  /** Names of the options, in order; [] where this form names none. */
  optionNames: readonly string[];
  currency: string | null;
}

/** Forms that Shopify or a theme generates from the product itself: each has all its variants, by id. */
const complete: ReadonlySet<PageForm> = new Set(['theme-json', 'variants-json', 'var-meta', 'web-pixel']);

export function statesAllVariants({ form }: Stated): boolean {
  return complete.has(form);
}

/** The form that gave each field of a product, by field; `address` where only the page's address gives it. */
export type FieldForms = FieldFormsOf<PageForm>;
