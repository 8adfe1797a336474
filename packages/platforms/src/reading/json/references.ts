import { textOf } from '../unread.ts';

/** Largest number of references followed to one value. */
const hopsMax = 20;

/**
 * Resolves references in a tree from `JSON.parse`. Replaces every `{"$ref": "$.PRICE.a"}` by the value at that path of
 * the tree; fastjson, the serialiser of one company's sites, writes such references for values it wrote before. Changes
 * and returns the tree itself. A reference that leads nowhere or into a circle of references becomes null. A value with
 * many references is one shared object, so the tree does not grow. A part that refers to its own container makes a
 * circular structure: read it by fixed paths, never by walking.
 */
export function withReferences(root: unknown): unknown {
  const found: { holder: Tree; key: string | number; value: unknown }[] = [];
  const open: Tree[] = isTree(root) ? [root] : [];
  const meet = (holder: Tree, key: string | number, value: Tree) => {
    if (!Array.isArray(value) && '$ref' in value && pathOf(value) !== null) {
      found.push({ holder, key, value: followed(value, root, { left: hopsMax }) });
    } else {
      open.push(value);
    }
  };
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (Array.isArray(holder)) {
      for (let at = 0; at < holder.length; at += 1) {
        const value: unknown = holder[at];
        if (isTree(value)) {
          meet(holder, at, value);
        }
      }
    } else {
      for (const key in holder) {
        const value = holder[key];
        if (isTree(value)) {
          meet(holder, key, value);
        }
      }
    }
  }
  // Assigned only now: the result of a path must not depend on which reference was found first.
  for (const { holder, key, value } of found) {
    holder[key] = value;
  }
  return followed(root, root, { left: hopsMax });
}

type Tree = { [key: string | number]: unknown };

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

/** Returns the path that a value refers to; null for a value that is no reference. */
function pathOf(value: unknown): string | null {
  return isTree(value) && '$ref' in value && Object.hasOwn(value, '$ref') ? textOf(value.$ref) : null;
}

/** One counter for the whole way: a path may lead through references, and each of those through others. */
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
    const key = (name?.includes('\\') ? name.replaceAll(/\\(.)/g, '$1') : name) ?? quoted ?? place ?? '';
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) {
      return null;
    }
    at = followed(Reflect.get(at, key), root, hops);
  }
  return at;
}
