import { ProductFilter, productSorts } from '@bowerbird/contract/products';
import { safeParse } from 'zod/mini';
import type { ListRequest, ProductSort } from './queries.ts';

/** One condition of a filter; a price range counts as one. */
export type Condition =
  | 'text'
  | 'tags'
  | 'status'
  | 'categories'
  | 'sources'
  | 'platforms'
  | 'vendors'
  | 'price'
  | 'stock'
  | 'withoutImages'
  | 'listing'
  | 'queue'
  | 'collectRunId'
  | 'claimRunId';

const fieldsOf: Record<Condition, readonly (keyof ProductFilter)[]> = {
  text: ['text'],
  tags: ['tags'],
  status: ['status'],
  categories: ['categories'],
  sources: ['sources'],
  platforms: ['platforms'],
  vendors: ['vendors'],
  price: ['priceMin', 'priceMax'],
  stock: ['stockMin', 'stockMax'],
  withoutImages: ['withoutImages'],
  listing: ['listing'],
  queue: ['queue'],
  collectRunId: ['collectRunId'],
  claimRunId: ['claimRunId'],
};

const conditions = Object.keys(fieldsOf) as Condition[];

/** Returns the active conditions, in the order in which they were set. */
export function conditionsOf(filter: ProductFilter): Condition[] {
  const given = Object.keys(filter);
  const place = (condition: Condition) =>
    Math.min(...fieldsOf[condition].map((field) => given.indexOf(field)).filter((at) => at !== -1));
  return conditions
    .filter((condition) => fieldsOf[condition].some((field) => filter[field] !== undefined))
    .sort((left, right) => place(left) - place(right));
}

export function withoutCondition(filter: ProductFilter, condition: Condition): ProductFilter {
  const gone: readonly string[] = fieldsOf[condition];
  return Object.fromEntries(Object.entries(filter).filter(([field]) => !gone.includes(field)));
}

/** Returns the filter with this condition changed; empty values are removed. */
export function withCondition(
  filter: ProductFilter,
  condition: Condition,
  reported: Partial<ProductFilter>,
): ProductFilter {
  const filled = Object.fromEntries(
    Object.entries(reported).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
  const held = fieldsOf[condition].some((field) => filter[field] !== undefined);
  // A changed condition keeps its place in the row.
  return held && Object.keys(filled).length > 0
    ? Object.fromEntries(
        Object.entries({ ...filter, ...filled }).filter(
          ([field]) => !fieldsOf[condition].some((own) => own === field) || field in filled,
        ),
      )
    : { ...withoutCondition(filter, condition), ...filled };
}

/** Parameters that may occur more than once in the query; all others occur once. Numbers and flags are text. */
const lists = new Set<string>(['tags', 'status', 'platforms', 'sources', 'categories', 'vendors']);

/** Parses the list request of an address's query; unknown parts are ignored. */
export function requestFromQuery(query: URLSearchParams): ListRequest {
  const raw: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    const value = query.get(name) ?? '';
    raw[name] = lists.has(name)
      ? query.getAll(name)
      : name === 'stockMin' || name === 'stockMax'
        ? Number(value)
        : name === 'withoutImages'
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

/** Returns the next order: a second click on a column reverses it. */
export function nextOrder(request: ListRequest, sort: ProductSort): ListRequest {
  const first = sort === 'title' || sort === 'price' ? 'asc' : 'desc';
  const direction = request.sort !== sort ? first : request.direction === 'asc' ? 'desc' : 'asc';
  return { ...request, sort, direction };
}
