import type { ProductFilter } from '@bowerbird/contract/products/products';

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
  | 'productTypes'
  | 'compareAt'
  | 'cost'
  | 'margin'
  | 'variants'
  | 'images'
  | 'created'
  | 'updated'
  | 'collected'
  | 'groups'
  | 'assignees'
  | 'colours'
  | 'noted'
  | 'stores'
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
  productTypes: ['productTypes'],
  compareAt: ['compareAtMin', 'compareAtMax'],
  cost: ['costMin', 'costMax'],
  margin: ['marginMin', 'marginMax'],
  variants: ['variantsMin', 'variantsMax'],
  images: ['imagesMin', 'imagesMax'],
  created: ['createdFrom', 'createdTo'],
  updated: ['updatedFrom', 'updatedTo'],
  collected: ['collectedFrom', 'collectedTo'],
  groups: ['groups'],
  assignees: ['assignees'],
  colours: ['colours'],
  noted: ['noted'],
  stores: ['stores'],
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
