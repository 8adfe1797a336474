import type { EditKindName, EditOf } from '../../edits/edit.ts';
import type { EditContext } from '../../edits/kind.ts';
import type { RefusalCode } from '../../edits/refusal.ts';
import type { Product, Variant } from '../../product.ts';
import { productWith, variantWith } from '../product-with.ts';

/** What an edit makes of a product: the fields that matter before, and those that differ after. */
export interface EditExample<Kind extends EditKindName> {
  before?: Partial<Product>;
  edit: Omit<EditOf<Kind>, 'kind'>;
  /** Absent: nothing changes. */
  after?: Partial<Product>;
  /** Why it is rejected, if it is. */
  refused?: RefusalCode;
  context?: EditContext;
}

/** Examples of some kinds of edits. */
export type Examples<Kinds extends EditKindName> = {
  readonly [Kind in Kinds]: readonly [EditExample<Kind>, ...EditExample<Kind>[]];
};

/** Returns the whole product of an example's fields. */
export const exampleProduct = (fields: Partial<Product> = {}): Product =>
  productWith({ title: 'Blue mug', vendor: 'Glade', productType: 'Mugs', ...fields });

/** Returns one variant of a product without options, with these fields. */
export const only = (fields: Partial<Variant>): Pick<Product, 'variants'> => ({
  variants: [variantWith(fields)],
});

/** Returns the variants of a product with one option: their values, and their fields in the same order. */
export function sizes(values: readonly string[], fields: readonly Partial<Variant>[] = []): Partial<Product> {
  return {
    options: [{ name: 'Size', values: [...values] }],
    variants: values.map((value, at) =>
      variantWith({ id: `v${at + 1}`, optionValues: [value], ...fields[at] }),
    ),
  };
}
