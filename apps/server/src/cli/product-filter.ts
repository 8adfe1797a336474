import { ProductFilter } from '@bowerbird/contract/products/products';
import { z } from 'zod';
import { WrongUse } from './command.ts';

/** Shorter names of conditions. */
const aliases: Record<string, string> = {
  tag: 'tags',
  platform: 'platforms',
  source: 'sources',
  category: 'categories',
  vendor: 'vendors',
  type: 'productTypes',
  group: 'groups',
  assignee: 'assignees',
  colour: 'colours',
  store: 'stores',
  run: 'collectRunId',
  withoutImages: 'withoutImages',
};

/** The conditions that the API knows, each with the kind of its value. */
const kinds = new Map(
  Object.entries(ProductFilter.shape).map(([name, { _zod }]) => [name, _zod.def.innerType._zod.def.type]),
);

export const filterUsage = `  --filter NAME=VALUE   may be repeated; every one must hold: ${wrapped([...kinds.keys()])}.
                        Shorter: ${wrapped(Object.keys(aliases))}`;

function wrapped(names: readonly string[]): string {
  const lines = [''];
  for (const name of names) {
    const last = lines.at(-1) ?? '';
    if (last.length + name.length > 60) {
      lines.push(name);
    } else {
      lines[lines.length - 1] = last === '' ? name : `${last}, ${name}`;
    }
  }
  return lines.join(',\n                        ');
}

/**
 * Reads `--filter NAME=VALUE`, each as often as wanted: whatever condition the API's filter has, its lists by repeating
 * it. A word without a name is searched for.
 */
export function readFilter(given: readonly string[]): ProductFilter {
  const filter: Record<string, unknown> = {};
  for (const condition of given) {
    const split = condition.indexOf('=');
    const [named, value] =
      split === -1 ? ['text', condition] : [condition.slice(0, split), condition.slice(split + 1)];
    const name = aliases[named] ?? named;
    switch (kinds.get(name)) {
      case undefined:
        throw new WrongUse(`--filter knows no ${named}.\n${filterUsage}`);
      case 'array': {
        const before = filter[name];
        filter[name] = [...(Array.isArray(before) ? before : []), value];
        break;
      }
      case 'number':
        filter[name] = Number(value);
        break;
      case 'boolean':
        filter[name] = value !== 'false';
        break;
      default:
        filter[name] = value;
    }
  }
  const read = z.safeParse(ProductFilter, filter);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new WrongUse(`--filter ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return read.data;
}
