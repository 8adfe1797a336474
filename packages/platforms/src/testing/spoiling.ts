import { isObject } from '../reading/unread.ts';

/** Values that may occur in place of the expected one. */
export const oddValues: readonly unknown[] = [
  null,
  0,
  -1,
  0.1,
  1e300,
  2 ** 60,
  '',
  ' ',
  '12,50',
  '1e3',
  '\u0000',
  '\uD800',
  '<script>alert(1)</script>',
  '9'.repeat(400),
  'http://[',
  '//x/a.jpg',
  true,
  [],
  [[]],
  [null],
  {},
  { toString: 1, valueOf: null, length: 9 },
  { $ref: '$' },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
];

/** Returns the paths of the values in a tree, limited in depth and number. */
export function pathsOf(value: unknown, most: number): string[][] {
  const found: string[][] = [];
  const waiting: { value: unknown; at: string[] }[] = [{ value, at: [] }];
  for (let next = waiting.shift(); next && found.length < most; next = waiting.shift()) {
    const { value: tree, at } = next;
    const inside = Array.isArray(tree) || isObject(tree) ? Object.entries(tree) : [];
    for (const [key, child] of inside.slice(0, 60)) {
      found.push([...at, key]);
      waiting.push({ value: child, at: [...at, key] });
    }
  }
  return found;
}

/** Returns the same tree with another value at this path. */
export function spoiled(tree: unknown, at: readonly string[], by: unknown): unknown {
  const [key, ...rest] = at;
  if (key === undefined) {
    return by;
  }
  if (Array.isArray(tree)) {
    return tree.map((part: unknown, place) => (String(place) === key ? spoiled(part, rest, by) : part));
  }
  return isObject(tree) ? { ...tree, [key]: spoiled(tree[key], rest, by) } : by;
}
