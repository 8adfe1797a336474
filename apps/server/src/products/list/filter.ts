import type { ProductFilter, Selection } from '@bowerbird/contract/products/products';
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { isChangedSince } from '../history/changed-since.ts';
import { markConditions } from './mark-filter.ts';
import { orderOf } from './orders.ts';
import { type PriceColumns, priceConditions } from './price-conditions.ts';
import { queueCondition } from './queues.ts';
import { type Finding, productTextConditions } from './search-conditions.ts';

type Products = ExpressionBuilder<Tables, 'own_product'>;

/**
 * Builds the condition that a product belongs to this owner and matches every part of the filter; for queries on
 * `own_product`.
 */
export function whereFilter(ownerId: string, filter: ProductFilter, finding: Finding = 'by index') {
  return (eb: Products): Expression<SqlBool> =>
    eb.and([
      eb('owner_id', '=', ownerId),
      ...productTextConditions(ownerId, sql`id`, filter.text ?? '', finding),
      ...listConditions(filter),
      ...rangeConditions(eb, filter),
      ...markConditions(ownerId, filter),
      ...(filter.claimRunId === undefined ? [] : [claimedBy(ownerId, filter.claimRunId)]),
      ...listingConditions(ownerId, filter),
      ...(filter.queue === undefined ? [] : [queueCondition(ownerId, filter.queue)]),
    ]);
}

/** Builds the same condition for a selection: by hand, or by a filter with exclusions. */
export function whereSelected(ownerId: string, selection: Selection) {
  return (eb: Products): Expression<SqlBool> => {
    if ('ids' in selection) {
      return eb.and([eb('owner_id', '=', ownerId), sql<SqlBool>`id = any(${selection.ids}::uuid[])`]);
    }
    const except = selection.except.length > 0 ? [sql<SqlBool>`id <> all(${selection.except}::uuid[])`] : [];
    return eb.and([whereFilter(ownerId, selection.filter)(eb), ...except]);
  };
}

function listConditions(filter: ProductFilter): RawBuilder<SqlBool>[] {
  const oneOf = [
    ['status', filter.status],
    ['platform', filter.platforms],
    ['source', filter.sources],
    ['vendor', filter.vendors],
    ['type', filter.productTypes],
  ] as const;
  const sharesOne = [
    ['tags', filter.tags],
    ['categories', filter.categories],
  ] as const;
  return [
    ...oneOf.flatMap(([order, values]) =>
      // No value at all is sorted as an empty text, and matches nothing.
      values?.length ? [isOneOf(orderOf[order].by, values.filter(Boolean))] : [],
    ),
    ...sharesOne.flatMap(([column, values]) =>
      values?.length ? [sql<SqlBool>`${sql.ref(column)} && ${values}::text[]`] : [],
    ),
  ];
}

/** One value is compared as such, so that an index of this column and another can give the order of the other. */
function isOneOf(column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<SqlBool> {
  const [value] = values;
  return values.length === 1
    ? sql<SqlBool>`${column} = ${value}::text`
    : sql<SqlBool>`${column} = any(${values}::text[])`;
}

const prices: PriceColumns = {
  order: orderOf.price.by,
  unknown: sql`-1`,
  least: sql`price`,
  greatest: sql`price_max`,
};

function rangeConditions(eb: Products, filter: ProductFilter): Expression<SqlBool>[] {
  const given: (Expression<SqlBool> | false)[] = [
    filter.withoutImages === true && eb('image_count', '=', 0),
    filter.withoutImages === false && eb('image_count', '>', 0),
    filter.collectRunId !== undefined && eb('collect_run_id', '=', filter.collectRunId),
  ];
  return [
    ...given.filter((condition) => condition !== false),
    ...priceConditions(prices, filter.priceMin, filter.priceMax),
    ...within('stock', filter.stockMin, filter.stockMax),
    ...within('compareAt', filter.compareAtMin, filter.compareAtMax),
    ...within('cost', filter.costMin, filter.costMax),
    ...within('margin', filter.marginMin, filter.marginMax),
    ...within('variants', filter.variantsMin, filter.variantsMax),
    ...within('images', filter.imagesMin, filter.imagesMax),
    ...from('created', filter.createdFrom, filter.createdTo),
    ...from('updated', filter.updatedFrom, filter.updatedTo),
    ...from('collected', filter.collectedFrom, filter.collectedTo),
  ];
}

type Bound = string | number | undefined;

/** Builds the conditions that a number lies between two bounds, either of which may be missing; no number lies there. */
function within(order: keyof typeof orderOf, low: Bound, high: Bound): RawBuilder<SqlBool>[] {
  const { by, type, unknown } = orderOf[order];
  const cast = sql.raw(type);
  return [
    ...(low === undefined ? [] : [sql<SqlBool>`${by} >= ${low}::${cast}`]),
    ...(high === undefined ? [] : [sql<SqlBool>`${by} <= ${high}::${cast}`]),
    ...(unknown !== undefined && (low ?? high) !== undefined ? [sql<SqlBool>`${by} > ${unknown}`] : []),
  ];
}

/** The same for times: from the first on, and before the second. */
function from(order: keyof typeof orderOf, first: Bound, end: Bound): RawBuilder<SqlBool>[] {
  const { by, unknown } = orderOf[order];
  return [
    ...(first === undefined ? [] : [sql<SqlBool>`${by} >= ${first}::timestamptz`]),
    ...(end === undefined ? [] : [sql<SqlBool>`${by} < ${end}::timestamptz`]),
    ...(unknown !== undefined && (first ?? end) !== undefined ? [sql<SqlBool>`${by} > ${unknown}`] : []),
  ];
}

/** Builds the condition that one claim run made the product. */
function claimedBy(ownerId: string, runId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`id in (
    select product_change.product_id
    from edit_set join product_change on product_change.edit_set_id = edit_set.id
    where edit_set.owner_id = ${ownerId} and edit_set.run_id = ${runId} and edit_set.kind = 'claimed'
  )`;
}

/** A product is waiting while its listing is queued or being sent. */
const ledgerStates: Record<Exclude<ProductFilter['listing'], 'none' | 'changed' | undefined>, string[]> = {
  listed: ['listed'],
  refused: ['refused'],
  verifying: ['verifying'],
  waiting: ['waiting', 'intended'],
  conflict: ['conflict'],
  gone: ['gone'],
};

/** Builds the conditions of `listing` and `stores`: in any store, or in one of those named. */
function listingConditions(
  ownerId: string,
  { listing, stores = [] }: Pick<ProductFilter, 'listing' | 'stores'>,
): RawBuilder<SqlBool>[] {
  if (listing === undefined && stores.length === 0) {
    return [];
  }
  // By the shop: a store that was connected again is the same one.
  const named =
    stores.length === 0
      ? sql``
      : sql`and listing.shop_id in (
          select store.shop_id from store where store.owner_id = ${ownerId} and store.id = any(${stores}::uuid[])
        )`;
  const ledger = sql`select from listing
    where listing.owner_id = ${ownerId} and listing.product_id = own_product.id ${named}`;
  switch (listing) {
    case undefined:
      return [sql<SqlBool>`exists (${ledger})`];
    case 'none':
      return [sql<SqlBool>`not exists (${ledger})`];
    case 'changed':
      return [sql<SqlBool>`exists (${ledger} and ${isChangedSince('own_product')})`];
    default:
      return [sql<SqlBool>`exists (${ledger} and listing.state = any(${ledgerStates[listing]}::text[]))`];
  }
}
