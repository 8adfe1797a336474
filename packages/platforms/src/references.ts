import { textOf } from './unread.ts';

type Copy = { [key: string]: unknown } | unknown[];

/** So many references are followed on the way to one value. */
const hopsMax = 20;

/**
 * A copy of this tree in which every `{"$ref": "$.PRICE.a"}` is what stands at that path, as fastjson, the serialiser of
 * one house's sites, writes what it wrote before. A reference that leads nowhere, or in a circle of references, is null.
 * What is referred to many times is one object many times, so that nothing grows; a part that refers to what holds it
 * makes a circle of objects: read it by fixed paths, never by walking.
 */
export function withReferences(root: unknown): unknown {
  const copies = new Map<object, Copy>();
  const open: object[] = [];

  function copyOf(value: unknown): unknown {
    const target = followed(value, root, { left: hopsMax });
    if (typeof target !== 'object' || target === null) {
      return target;
    }
    const known = copies.get(target);
    if (known) {
      return known;
    }
    const copy: Copy = Array.isArray(target) ? [] : {};
    copies.set(target, copy);
    open.push(target);
    return copy;
  }

  const top = copyOf(root);
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const copy = copies.get(from);
    for (const [key, value] of Object.entries(from)) {
      if (Array.isArray(copy)) {
        copy.push(copyOf(value));
      } else if (copy && key !== '__proto__') {
        copy[key] = copyOf(value);
      }
    }
  }
  return top;
}

/** The path a value refers to; null for a value that is no reference. */
function pathOf(value: unknown): string | null {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '$ref') && '$ref' in value
    ? textOf(value.$ref)
    : null;
}

/** One count for the whole way: a path may lead through references, and each of those through others. */
function followed(value: unknown, root: unknown, hops: { left: number }): unknown {
  const path = pathOf(value);
  if (path === null) {
    return value;
  }
  hops.left -= 1;
  if (hops.left < 0 || !path.startsWith('$') || path.length > 500) {
    return null;
  }
  let at = root;
  // `$`, `$.a.b[0]`, `$.a["b"]` and `$.a\:b`, as the serialiser writes paths.
  for (const [, name, quoted, place] of path
    .slice(1)
    .matchAll(/\.((?:[^.[\\]|\\.)+)|\[["']([^"']+)["']\]|\[(\d+)\]/g)) {
    const key = name?.replaceAll(/\\(.)/g, '$1') ?? quoted ?? place ?? '';
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) {
      return null;
    }
    at = followed(Reflect.get(at, key), root, hops);
  }
  return at;
}
