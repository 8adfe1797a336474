/**
 * Reports whether two values of plain data (what JSON can hold) are equal. The order of an object's keys does not
 * matter, the order of an array does; a key with the value undefined counts as absent, as it is after a round trip
 * through JSON.
 */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) {
    return true;
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return false;
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    return Array.isArray(left) && Array.isArray(right) && isSameList(left, right);
  }
  return isSameRecord(left, right);
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, index) => isSame(value, right[index]));
}

function isSameRecord(left: object, right: object): boolean {
  const others = new Map(Object.entries(right).filter(([, value]) => value !== undefined));
  let seen = 0;
  for (const [key, value] of Object.entries(left)) {
    if (value === undefined) {
      continue;
    }
    if (!others.has(key) || !isSame(value, others.get(key))) {
      return false;
    }
    seen += 1;
  }
  return seen === others.size;
}

/** Returns the record with these fields replaced, or the same object when they change nothing. */
export function withFields<Whole extends object>(whole: Whole, fields: Partial<Whole>): Whole {
  const next = { ...whole, ...fields };
  return isSame(next, whole) ? whole : next;
}
