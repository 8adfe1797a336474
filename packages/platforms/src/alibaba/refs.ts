import { isObject, type UnreadObject } from '../unread.ts';

const hopsMax = 20;
const pathForm = /^\$(?:\.[^.[\]]+|\[\d+\])*$/;

/**
 * Puts the things themselves in the place of fastjson's references to them (`{"$ref":"$.result.data.list[3]"}`), inside
 * the given value. What points nowhere, or in a circle, becomes null. The value may hold circles afterwards; it is walked
 * by fixed paths only.
 */
export function resolveRefs(root: unknown): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const container = open.pop();
    if (typeof container !== 'object' || container === null) {
      continue;
    }
    for (const key of Object.keys(container)) {
      // Freshly parsed JSON, which is ours to change.
      const writable = container as Record<string, unknown>;
      const inside = Object.hasOwn(container, key) ? writable[key] : null;
      if (isRef(inside)) {
        if (key !== '__proto__') {
          writable[key] = followed(root, inside, { left: hopsMax });
        }
      } else if (typeof inside === 'object' && inside !== null) {
        open.push(inside);
      }
    }
  }
}

type Ref = UnreadObject & { $ref: string };

function isRef(value: unknown): value is Ref {
  return isObject(value) && typeof value.$ref === 'string';
}

/** One count of hops for the whole way: a reference through a reference through itself must end. */
function followed(root: unknown, ref: Ref, hops: { left: number }): unknown {
  if (ref.$ref.length > 500 || !pathForm.test(ref.$ref)) {
    return null;
  }
  let at = root;
  for (const [, name, place] of ref.$ref.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)) {
    const key = name ?? place ?? '';
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : null;
    if (isRef(at)) {
      hops.left -= 1;
      at = hops.left > 0 ? followed(root, at, hops) : null;
    }
  }
  return at;
}
