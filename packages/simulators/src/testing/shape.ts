/** Every path of a JSON value with the types of values found there: `products[].sku` is `string` and `null`. */
export type Shape = Map<string, Set<string>>;

export function shapeOf(value: unknown, path = '', shape: Shape = new Map()): Shape {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  shape.set(path, (shape.get(path) ?? new Set()).add(kind));
  if (Array.isArray(value)) {
    for (const item of value) {
      shapeOf(item, `${path}[]`, shape);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inside] of Object.entries(value)) {
      shapeOf(inside, path === '' ? key : `${path}.${key}`, shape);
    }
  }
  return shape;
}

/** Returns what one shape has and the other lacks, as `path: kind`. */
export function missingFrom(shape: Shape, other: Shape): string[] {
  return [...shape].flatMap(([path, kinds]) =>
    [...kinds].filter((kind) => !other.get(path)?.has(kind)).map((kind) => `${path}: ${kind}`),
  );
}
