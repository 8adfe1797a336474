import type { BrowserRoute, Route } from '@bowerbird/contract/route';
import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** One schema inside the input of a call, and the path to it. */
export interface InputPart {
  /** `POST /products/query body.filter.tags[]` */
  name: string;
  /** Keys from the body, query or parameters on; `*` for each element of a list or value of a record. */
  path: string[];
  from: 'params' | 'query' | 'body';
  schema: z.core.$ZodTypes;
  /** The nearest enclosing part. */
  within: InputPart | undefined;
}

/**
 * Returns every schema in what a call takes, from the outermost in. Alternatives that occur in several places, as
 * conditions within conditions do, are followed in the first one only.
 */
export function inputParts(route: Route | BrowserRoute): InputPart[] {
  const inputs = { params: route.params, query: route.query, body: 'body' in route ? route.body : undefined };
  const parts: InputPart[] = [];
  const followed = new Set<Schema>();
  const visit = (schema: Schema, part: Omit<InputPart, 'schema'>): void => {
    // Every schema of the library is one of these; the library has no narrower type for nested schemas.
    const here: InputPart = { ...part, schema: schema as z.core.$ZodTypes };
    parts.push(here);
    if (here.schema._zod.def.type === 'union') {
      if (followed.has(schema)) {
        return;
      }
      followed.add(schema);
    }
    for (const [key, inner] of insideOf(here.schema)) {
      const path = key === '' ? part.path : [...part.path, key];
      visit(inner, { ...part, path, name: nameOf(route, part.from, path), within: here });
    }
  };
  for (const [from, schema] of Object.entries(inputs)) {
    if (schema) {
      const known = from as InputPart['from'];
      visit(schema, { name: nameOf(route, known, []), path: [], from: known, within: undefined });
    }
  }
  return parts;
}

function nameOf({ method, path }: Route | BrowserRoute, from: string, keys: string[]): string {
  return `${method} ${path} ${[from, ...keys].join('.')}`;
}

/** Returns what is directly inside a schema, by its key; '' where it is the same value. */
function insideOf({ _zod: { def } }: z.core.$ZodTypes): [string, Schema][] {
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [['*', def.element]];
    case 'union':
      return def.options.map((option) => ['', option]);
    case 'intersection':
      return [
        ['', def.left],
        ['', def.right],
      ];
    case 'record':
      return [
        ['*', def.keyType],
        ['*', def.valueType],
      ];
    case 'pipe':
      return [['', def.in]];
    case 'optional':
    case 'nullable':
    case 'default':
      return [['', def.innerType]];
    default:
      return [];
  }
}
