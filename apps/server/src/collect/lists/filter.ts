import { Price } from '@bowerbird/catalog/product';
import type { CollectedFilter, CollectedSelection } from '@bowerbird/contract/collect/collected';
import { AppError } from '@bowerbird/contract/errors';
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, OwnerDb } from '../../db/database.ts';
import { idPages } from '../../db/pages/id-pages.ts';
import type { Tables } from '../../db/schema.ts';
import type { CollectedReader } from '../../products/claim/claim-routes.ts';
import { textConditions } from '../../products/list/search-conditions.ts';
import { requireExpected, sentCount } from '../../products/list/selection.ts';
import { metBy } from '../saving/met.ts';
import { boxQuery } from './search-text.ts';
import { traitText } from './traits.ts';

type Collected = ExpressionBuilder<Tables, 'own_collected'>;

/**
 * Builds the condition that a collected product belongs to this owner and matches every part of the filter; for
 * `own_collected`.
 */
export function whereFilter(ownerId: string, filter: CollectedFilter) {
  return (eb: Collected): Expression<SqlBool> =>
    eb.and([
      eb('owner_id', '=', ownerId),
      ...stateConditions(eb, filter.state),
      ...textConditions(boxQuery(filter.text ?? '')),
      ...(filter.platforms?.length ? [sql<SqlBool>`platform = any(${filter.platforms}::text[])`] : []),
      ...(filter.sources?.length ? [sql<SqlBool>`shop = any(${filter.sources}::text[])`] : []),
      ...(filter.priceMin ? [eb('price_max', '>=', amount(filter.priceMin))] : []),
      ...(filter.priceMax ? [eb('price_min', '<=', amount(filter.priceMax))] : []),
      ...(filter.runId === undefined ? [] : [gotBy(ownerId, filter.runId)]),
      ...(filter.duplicatesOnly ? [isInGroup(ownerId)] : []),
      ...(filter.attributes ?? []).map((trait) => hasTrait('a', trait)),
      ...(filter.facts ?? []).map((trait) => hasTrait('m', trait)),
    ]);
}

/** Builds the condition for a selection: by hand, or by a filter with exceptions. */
export function whereSelected(ownerId: string, selection: CollectedSelection) {
  return (eb: Collected): Expression<SqlBool> => {
    if ('ids' in selection) {
      return eb.and([eb('owner_id', '=', ownerId), sql<SqlBool>`id = any(${selection.ids}::uuid[])`]);
    }
    const except = selection.except.length > 0 ? [sql<SqlBool>`id <> all(${selection.except}::uuid[])`] : [];
    return eb.and([whereFilter(ownerId, selection.filter)(eb), ...except]);
  };
}

/**
 * Yields the ids of the selection, page by page, first collected first. A product that stays selected throughout comes
 * exactly once, whatever is claimed or collected meanwhile. Each page is a separate short transaction.
 */
export function selectCollected(
  db: Db,
  ownerId: string,
  selection: CollectedSelection,
  pageSize = 1000,
): AsyncGenerator<string[]> {
  return idPages(db, ownerId, pageSize, (owned) =>
    owned.selectFrom('own_collected').select('id').where(whereSelected(ownerId, selection)),
  );
}

/** Builds the query of the ids of the selection. */
export function chooseCollected(
  db: OwnerDb,
  ownerId: string,
  selection: CollectedSelection,
): RawBuilder<unknown> {
  return sql`${db.selectFrom('own_collected').select('id').where(whereSelected(ownerId, selection))}`;
}

/**
 * Returns how many are selected now and the last of their ids, or null if none is. Products collected later have
 * greater ids.
 */
export async function countCollected(
  db: OwnerDb,
  ownerId: string,
  selection: CollectedSelection,
): Promise<{ count: number; lastId: string | null }> {
  const selected = db.selectFrom('own_collected').where(whereSelected(ownerId, selection));
  const { count } = await selected
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const last = await selected.select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return { count: Number(count), lastId: last?.id ?? null };
}

/**
 * Compares the count of a selection by filter with the number that a person saw. Throws `selection.changed` if a
 * different number matches by now, and `request.invalid` if no number was sent. Returns the last id that was counted.
 */
export async function requireCounted(
  db: OwnerDb,
  ownerId: string,
  selection: CollectedSelection,
  expected: number | undefined,
): Promise<string | null> {
  const shown = sentCount(expected);
  const { count, lastId } = await countCollected(db, ownerId, selection);
  requireExpected(count, shown);
  return lastId;
}

function stateConditions(eb: Collected, state: CollectedFilter['state']): Expression<SqlBool>[] {
  switch (state) {
    case 'all':
      return [];
    case 'unclaimed':
      return [eb('product_id', 'is', null)];
    case 'claimed':
      return [eb('product_id', 'is not', null)];
    case 'failed':
      // What could not be read is no collected product; it has a separate list.
      return [sql<SqlBool>`false`];
  }
}

function amount(text: string): string {
  const read = Price.safeParse(text.trim());
  if (!read.success) {
    throw new AppError('request.invalid', 'a price to filter by is no amount', {
      issues: [{ path: ['filter', 'price'], code: 'price', message: '' }],
    });
  }
  return read.data;
}

/** What one run collected, both products that it wrote and products that it found unchanged. */
function gotBy(ownerId: string, runId: string) {
  return sql<SqlBool>`(shop, source_id) in (${metBy(ownerId, runId)})`;
}

/** Similar to other collected products that still exist, and not marked as kept. */
function isInGroup(ownerId: string) {
  return sql<SqlBool>`id in (
    select collected_id from similarity where owner_id = ${ownerId} and group_id in (${openGroups(ownerId)}))`;
}

/** Groups of more than one, with at least one product that is new since a person marked the group as kept. */
export function openGroups(ownerId: string) {
  return sql<{ group_id: string }>`
    select group_id from similarity where owner_id = ${ownerId}
    group by group_id having count(*) > 1 and not bool_and(kept)`;
}

interface Trait {
  name: string;
  values: readonly string[];
}

function hasTrait(kind: 'a' | 'm', { name, values }: Trait) {
  if (values.length > 0) {
    return sql<SqlBool>`traits && ${values.map((value) => traitText(kind, name, value))}::text[]`;
  }
  // A fact without a value is one of a few values; products with the fact match by any of them.
  return kind === 'a'
    ? sql<SqlBool>`traits @> ${[traitText('n', name)]}::text[]`
    : sql<SqlBool>`exists (select from unnest(traits) as trait where starts_with(trait, ${traitText('m', name)}))`;
}

/** The queries with which claiming reads the collected products. */
export const collectedReader: CollectedReader = {
  select: selectCollected,
  count: countCollected,
  requireCounted,
};
