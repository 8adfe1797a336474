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
  return (
    Object.keys(left).every((key) => isSame(fieldOf(left, key), fieldOf(right, key))) &&
    Object.keys(right).every((key) => fieldOf(right, key) === undefined || fieldOf(left, key) !== undefined)
  );
}

/** Returns what a record itself has under a key; undefined for nothing, whatever its prototype has. */
export function fieldOf(record: object, key: string): unknown {
  return Object.hasOwn(record, key) ? Reflect.get(record, key) : undefined;
}

/** Returns the record with these fields replaced, or the same object when they change nothing. */
export function withFields<Whole extends object>(whole: Whole, fields: Partial<Whole>): Whole {
  const changes = Object.keys(fields).some((key) => !isSame(fieldOf(fields, key), fieldOf(whole, key)));
  return changes ? { ...whole, ...fields } : whole;
}
