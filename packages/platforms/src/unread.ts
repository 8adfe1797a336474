/** Outside data that is an object; its fields are still unread. */
export type UnreadObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is UnreadObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An array's items; [] for anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text, trimmed; null for anything else and for nothing but spaces. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') {
    return null;
  }
  const trimmed = value.trim();
  return trimmed === '' ? null : trimmed;
}

/** A whole number from a number or its digits; null for anything else. */
export function wholeOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** An id as text. A number beyond 2^53 has lost its last digits already and is none. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  }
  return textOf(value);
}

/**
 * Any outside value as a person may be shown it; what is inside a list or an object stays there. Never fails, whatever
 * the value calls itself: an object from outside may bear a `toString` that is no function.
 */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? '[…]' : '{…}';
  }
  return value === undefined ? 'null' : String(value);
}
