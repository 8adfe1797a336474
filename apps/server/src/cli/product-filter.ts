import { ProductFilter } from '@bowerbird/contract/products/products';
import { z } from 'zod';
import { WrongUse } from './command.ts';

export const filterUsage = `  --filter NAME=VALUE   may be repeated; every one must hold: text, tag, status, platform, source, category, vendor,
                        priceMin, priceMax, stockMin, stockMax, withoutPictures, listing, run`;

const lists: Record<string, keyof ProductFilter> = {
  tag: 'tags',
  status: 'status',
  platform: 'platforms',
  source: 'sources',
  category: 'categories',
  vendor: 'vendors',
};
const singles: Record<string, keyof ProductFilter> = {
  text: 'text',
  priceMin: 'priceMin',
  priceMax: 'priceMax',
  listing: 'listing',
  run: 'collectRunId',
};
const numbers = new Set(['stockMin', 'stockMax']);

/** Reads `--filter NAME=VALUE`, each as often as wanted. A word without a name is searched for. */
export function readFilter(given: readonly string[]): ProductFilter {
  const filter: Record<string, unknown> = {};
  for (const condition of given) {
    const split = condition.indexOf('=');
    const [name, value] =
      split === -1 ? ['text', condition] : [condition.slice(0, split), condition.slice(split + 1)];
    const list = lists[name];
    const single = singles[name];
    if (list !== undefined) {
      const before = filter[list];
      filter[list] = [...(Array.isArray(before) ? before : []), value];
    } else if (single !== undefined) {
      filter[single] = value;
    } else if (numbers.has(name)) {
      filter[name] = Number(value);
    } else if (name === 'withoutImages') {
      filter[name] = value !== 'false';
    } else {
      throw new WrongUse(`--filter knows no ${name}.\n${filterUsage}`);
    }
  }
  const read = z.safeParse(ProductFilter, filter);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new WrongUse(`--filter ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return read.data;
}
