import { z } from 'zod/mini';

type Schema = z.core.$ZodType;

/**
 * Returns the same schema, in which every object rejects keys that it does not name (`unrecognized_keys`): a misspelt
 * condition must not be ignored silently. Schemas that are shared with results and stored data are not modified. Throws
 * for a kind of schema that it cannot process.
 */
export function exact<S extends Schema>(schema: S): S {
  // Only the inside has changed; the input and output types are the same.
  return exactOf(schema) as S;
}

const done = new WeakMap<Schema, Schema>();

function exactOf(schema: Schema): Schema {
  const known = done.get(schema);
  if (known) {
    return known;
  }
  const made = insideExact(schema as z.core.$ZodTypes);
  done.set(schema, made);
  return made;
}

function insideExact(schema: z.core.$ZodTypes): Schema {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return withParts(schema, { shape: mapped(def.shape), catchall: z.never() });
    case 'array':
      return withParts(schema, { element: exactOf(def.element) });
    case 'union':
      return withParts(schema, { options: def.options.map(exactOf) });
    case 'intersection':
      return withParts(schema, { left: exactOf(def.left), right: exactOf(def.right) });
    case 'record':
      return withParts(schema, { keyType: exactOf(def.keyType), valueType: exactOf(def.valueType) });
    case 'pipe':
      return withParts(schema, { in: exactOf(def.in), out: exactOf(def.out) });
    case 'optional':
    case 'nullable':
    case 'default':
      return withParts(schema, { innerType: exactOf(def.innerType) });
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'unknown':
    case 'transform':
      return schema;
    default:
      throw new Error(
        `An input of the API cannot be of the kind "${def.type}": say in exact.ts how it is read.`,
      );
  }
}

function mapped(shape: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, exactOf(value)]));
}

/**
 * Returns the schema with these parts of its definition replaced. A default value stays a getter, so that every read
 * gets its own value.
 */
function withParts(schema: Schema, parts: object): Schema {
  const def = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema._zod.def));
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(def, name, { value, enumerable: true, configurable: true });
  }
  return z.core.clone(schema, def as Schema['_zod']['def']);
}
