import { z } from 'zod/mini';
import { withFields } from '../../merge/same.ts';
import { FilledText, LongText } from '../../similar/sent-text.ts';
import { productEdit } from '../kind.ts';

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

/** Sets the value of the first attribute of this name, matched without regard to case, or adds it as the last one. */
export const setAttribute = productEdit(
  z.strictObject({ kind: z.literal('set-attribute'), name: FilledText, value: LongText }),
  (product, { name, value }) => {
    const { attributes } = product;
    const place = attributes.findIndex((each) => nameKey(each.name) === nameKey(name));
    const known = attributes[place];
    return withFields(product, {
      attributes: known ? attributes.with(place, { ...known, value }) : [...attributes, { name, value }],
    });
  },
);

export const removeAttributes = productEdit(
  z.strictObject({ kind: z.literal('remove-attributes'), names: z.array(FilledText).check(z.minLength(1)) }),
  (product, edit) => {
    const gone = new Set(edit.names.map(nameKey));
    return withFields(product, {
      attributes: product.attributes.filter(({ name }) => !gone.has(nameKey(name))),
    });
  },
);

/** Renames every attribute of this name. Refused where another attribute has the new name. */
export const renameAttribute = productEdit(
  z.strictObject({ kind: z.literal('rename-attribute'), name: FilledText, to: FilledText }),
  (product, edit, scope) => {
    const [from, to] = [nameKey(edit.name), nameKey(edit.to)];
    const isThere = product.attributes.some(({ name }) => nameKey(name) === from);
    if (isThere && from !== to && product.attributes.some(({ name }) => nameKey(name) === to)) {
      scope.refuse('attribute-name-taken', { name: edit.to });
      return product;
    }
    return withFields(product, {
      attributes: product.attributes.map((each) =>
        nameKey(each.name) === from ? { ...each, name: edit.to } : each,
      ),
    });
  },
);
