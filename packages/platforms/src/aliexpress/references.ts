import { textOf } from '../unread.ts';

type Copy = { [key: string]: unknown } | unknown[];

/** A reference that leads to another that leads on is followed so far. */
const chainMax = 16;

/**
 * A copy of this tree in which every `{"$ref": "$.PRICE.a"}` is what stands at that path, as the source's serialiser writes what
 * it wrote before (platform notes 2.2). A reference that leads nowhere, or in a circle, is null. What is
 * referred to many times is one object many times, so that nothing grows; a part that refers to what holds it makes a
 * circle of objects: read it by fixed paths, never by walking.
 */
export function withReferences(root: unknown): unknown {
  const copies = new Map<object, Copy>();
  const open: object[] = [];

  function copyOf(value: unknown): unknown {
    const target = pathOf(value) === null ? value : followed(value, root);
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

function followed(value: unknown, root: unknown): unknown {
  let at = value;
  for (let step = 0; step < chainMax; step += 1) {
    const path = pathOf(at);
    if (path === null) {
      return at;
    }
    at = standsAt(root, path);
  }
  return null;
}

/** `$`, `$.a.b[0]`, `$.a["b"]` and `$.a\:b` as the serialiser writes paths. */
function standsAt(root: unknown, path: string): unknown {
  if (!path.startsWith('$') || path.length > 500) {
    return null;
  }
  const steps = [...path.slice(1).matchAll(/\.((?:[^.[\\]|\\.)+)|\[["']([^"']+)["']\]|\[(\d+)\]/g)];
  if (steps.reduce((length, [step]) => length + step.length, 1) !== path.length) {
    return null;
  }
  let at = root;
  for (const [, name, quoted, place] of steps) {
    const key = name?.replaceAll(/\\(.)/g, '$1') ?? quoted ?? place ?? '';
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) {
      return null;
    }
    // Whatever holds the key by itself: an object's field or a list's place.
    at = (at as { [key: string]: unknown })[key];
  }
  return at;
}
