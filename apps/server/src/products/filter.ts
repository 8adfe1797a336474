import { searchWords } from '@bowerbird/catalog/search-words';
import type { ProductFilter, Selection } from '@bowerbird/contract/products/products';
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../db/schema.ts';
import { queueCondition } from './queues.ts';

type Products = ExpressionBuilder<Tables, 'own_product'>;

/**
 * Builds the condition that a product belongs to this owner and matches every part of the filter; for queries on
 * `own_product`.
 */
export function whereFilter(ownerId: string, filter: ProductFilter) {
  return (eb: Products): Expression<SqlBool> =>
    eb.and([
      eb('owner_id', '=', ownerId),
      ...textConditions(filter.text ?? ''),
      ...listConditions(filter),
      ...rangeConditions(eb, filter),
      ...(filter.claimRunId === undefined ? [] : [claimedBy(ownerId, filter.claimRunId)]),
      ...(filter.listing === undefined ? [] : [listingCondition(ownerId, filter.listing)]),
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

/**
 * Builds the conditions that every word of a query occurs in `search`, for products and for collected products. Chinese
 * characters, alone or in pairs, are looked up in `bigrams`, words of three letters and more by their trigrams, both by
 * one index. A word of one or two Latin letters has no index.
 */
export function textConditions(text: string): RawBuilder<SqlBool>[] {
  const { words, bigrams, prefixes, phrases } = searchWords(text);
  const entries = [...bigrams.map((pair) => `'${pair}'`), ...prefixes.map((one) => `'${one}':*`)];
  return [
    ...(entries.length > 0
      ? [sql<SqlBool>`array_to_tsvector(bigrams) @@ ${entries.join(' & ')}::tsquery`]
      : []),
    ...[...words, ...phrases].map((part) => sql<SqlBool>`search like ${contains(part)}`),
  ];
}

function contains(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

function listConditions(filter: ProductFilter): RawBuilder<SqlBool>[] {
  const oneOf = [
    ['status', filter.status],
    ['platform', filter.platforms],
    ['source_host', filter.sources],
    ['vendor', filter.vendors],
  ] as const;
  const sharesOne = [
    ['tags', filter.tags],
    ['categories', filter.categories],
  ] as const;
  return [
    ...oneOf.flatMap(([column, values]) =>
      values?.length ? [sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`] : [],
    ),
    ...sharesOne.flatMap(([column, values]) =>
      values?.length ? [sql<SqlBool>`${sql.ref(column)} && ${values}::text[]`] : [],
    ),
  ];
}

function rangeConditions(eb: Products, filter: ProductFilter): Expression<SqlBool>[] {
  const given: (Expression<SqlBool> | false)[] = [
    // The most expensive variant is compared with the lower bound and the cheapest with the upper one: some variant
    // lies in the range, or variants lie on both sides of it.
    filter.priceMin !== undefined && eb('price_max', '>=', filter.priceMin),
    filter.priceMax !== undefined && eb('price', '<=', filter.priceMax),
    filter.stockMin !== undefined && eb('stock', '>=', filter.stockMin),
    filter.stockMax !== undefined && eb('stock', '<=', filter.stockMax),
    filter.withoutImages === true && eb('image_count', '=', 0),
    filter.withoutImages === false && eb('image_count', '>', 0),
    filter.collectRunId !== undefined && eb('collect_run_id', '=', filter.collectRunId),
  ];
  return given.filter((condition) => condition !== false);
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
  unsure: ['unsure'],
  waiting: ['waiting', 'intended'],
  conflict: ['conflict'],
  gone: ['gone'],
};

function listingCondition(
  ownerId: string,
  listing: Exclude<ProductFilter['listing'], undefined>,
): RawBuilder<SqlBool> {
  if (listing === 'changed') {
    return queueCondition(ownerId, 'changed');
  }
  const ledger = sql`select from listing where listing.owner_id = ${ownerId} and listing.product_id = own_product.id`;
  return listing === 'none'
    ? sql<SqlBool>`not exists (${ledger})`
    : sql<SqlBool>`exists (${ledger} and listing.state = any(${ledgerStates[listing]}::text[]))`;
}
