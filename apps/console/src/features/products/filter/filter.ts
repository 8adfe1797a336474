import { ProductFilter, productSorts } from '@bowerbird/contract/products/products';
import { safeParse } from 'zod/mini';
import type { ListRequest, ProductSort } from '../queries.ts';

/** Parameters that may occur more than once in the query; all others occur once. Numbers and flags are text. */
const lists = new Set<string>([
  'tags',
  'status',
  'platforms',
  'sources',
  'categories',
  'vendors',
  'productTypes',
  'groups',
  'assignees',
  'colours',
  'stores',
]);
const numbers = /^(stock|margin|variants|images)(Min|Max)$/;
const flags = new Set<string>(['withoutImages', 'noted']);

/** Parses the list request of an address's query; unknown parts are ignored. */
export function requestFromQuery(query: URLSearchParams): ListRequest {
  const raw: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    const value = query.get(name) ?? '';
    raw[name] = lists.has(name)
      ? query.getAll(name)
      : numbers.test(name)
        ? Number(value)
        : flags.has(name)
          ? value === 'true'
          : value;
  }
  const filter: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(raw)) {
    if (field in ProductFilter.shape && safeParse(ProductFilter, { [field]: value }).success) {
      filter[field] = value;
    }
  }
  const sort = productSorts.find((each) => each === query.get('sort')) ?? 'updated';
  const direction = query.get('direction') === 'asc' ? 'asc' : 'desc';
  const read = safeParse(ProductFilter, filter);
  return { filter: read.success ? read.data : {}, sort, direction };
}

/** Formats the query of a list: `?tags=autumn&sort=price`; empty for the default. */
export function queryFromRequest({ filter, sort, direction }: ListRequest): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(filter)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) {
        query.append(field, String(each));
      }
    }
  }
  if (sort !== 'updated' || direction !== 'desc') {
    query.set('sort', sort);
    query.set('direction', direction);
  }
  const written = query.toString();
  return written === '' ? '' : `?${written}`;
}

/** Names and amounts begin at their lowest; all others at the newest or the most. */
const ascendingFirst = new Set<ProductSort>([
  'title',
  'price',
  'compareAt',
  'cost',
  'status',
  'platform',
  'source',
  'vendor',
  'type',
  'category',
]);

/** Returns the next order: a second click on a column reverses it. */
export function nextOrder(request: ListRequest, sort: ProductSort): ListRequest {
  const first = ascendingFirst.has(sort) ? 'asc' : 'desc';
  const direction = request.sort !== sort ? first : request.direction === 'asc' ? 'desc' : 'asc';
  return { ...request, sort, direction };
}
