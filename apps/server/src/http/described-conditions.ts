import { EditSteps } from '@bowerbird/catalog/edits/edit-steps';
import { exact } from '@bowerbird/contract/exact';
import { z } from 'zod';

type Schema = z.core.$ZodType;

/**
 * Gives conditions within conditions a name each in the description of the API, which refers to them by it. Written out
 * in every place, all of them together would be hundreds of megabytes.
 */
export function nameConditions(): void {
  nameIn(EditSteps, 'Condition');
  nameIn(exact(EditSteps), 'SentCondition');
}

function nameIn(whole: Schema, name: string): void {
  const visited = new Set<Schema>();
  let named = 0;
  const visit = (schema: Schema) => {
    if (visited.has(schema)) {
      return;
    }
    visited.add(schema);
    if (isJoined(schema)) {
      named += 1;
      if (!z.globalRegistry.has(schema)) {
        z.globalRegistry.add(schema, { id: `${name}${named}` });
      }
    }
    insideOf(schema).forEach(visit);
  };
  visit(whole);
}

/** Reports whether these are conditions, one of which is `all` of others. */
function isJoined(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'union' && def.options.some(isAll);
}

function isAll(option: Schema): boolean {
  const { def } = (option as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') {
    return false;
  }
  const kind = def.shape.kind && (def.shape.kind as z.core.$ZodTypes)._zod.def;
  return kind?.type === 'literal' && kind.values.includes('all');
}

function insideOf(schema: Schema): Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'union':
      return [...def.options];
    case 'optional':
    case 'nullable':
    case 'default':
      return [def.innerType];
    default:
      return [];
  }
}
