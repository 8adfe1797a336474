/**
 * Returns the key of a field's label, such as `field.variants.price` for `variants.0.price`. A part of a field without
 * its own label gets the label of the field; null for a field without a label.
 */
export function fieldKeyOf(field: string, has: (key: string) => boolean): string | null {
  const parts = field.split('.').filter((part) => !/^\d+$/.test(part));
  for (let length = parts.length; length > 0; length -= 1) {
    const key = `field.${parts.slice(0, length).join('.')}`;
    if (has(key)) {
      return key;
    }
  }
  return null;
}
