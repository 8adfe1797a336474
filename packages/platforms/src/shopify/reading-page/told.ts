import type { FieldForms as FieldFormsOf } from '../../page-fields.ts';
import type { UnreadObject } from '../../unread.ts';

/** Forms in which a Shopify page tells of its product. */
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

/** What one form on a page tells, in the feed's own shape: prices in currency units, options in `option1` to `option3`. */
export interface Told {
  form: PageForm;
  /** What is left out here is not told by this form; an empty text is told to be empty. */
  product: UnreadObject;
  rows: readonly UnreadObject[];
  /** Names of the options, in order; [] where this form names none. */
  optionNames: readonly string[];
  currency: string | null;
}

/** Forms that Shopify or a theme fill from the product itself: each tells all its variants, by id. */
const complete: ReadonlySet<PageForm> = new Set(['theme-json', 'variants-json', 'var-meta', 'web-pixel']);

export function tellsAllVariants({ form }: Told): boolean {
  return complete.has(form);
}

/** Which form told each field of a product, by field; `address` where nothing but the page's address tells it. */
export type FieldForms = FieldFormsOf<PageForm>;
