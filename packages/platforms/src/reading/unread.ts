/** External data that is an object; its fields are not validated. */
export type UnreadObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is UnreadObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an array's items; [] for anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns trimmed text; null for anything else and for text of only spaces. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') {
    return null;
  }
  const trimmed = value.trim();
  return trimmed === '' ? null : trimmed;
}

/** Returns a whole number from a number or its digits; null for anything else. */
export function wholeOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** Returns an id as text. A number beyond 2^53 has already lost its last digits and gives null. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  }
  return textOf(value);
}

/**
 * Returns any external value in a form that can be shown to a person; the content of a list or an object is left out.
 * Never fails, even when an external object has a `toString` that is not a function.
 */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? '[…]' : '{…}';
  }
  return value === undefined ? 'null' : String(value);
}
