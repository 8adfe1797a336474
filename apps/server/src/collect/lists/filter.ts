import { Price } from '@bowerbird/catalog/product';
import type { CollectedFilter, CollectedSelection } from '@bowerbird/contract/collect/collected';
import { AppError } from '@bowerbird/contract/errors';
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Db, OwnerDb } from '../../db/database.ts';
import { idPages } from '../../db/pages/id-pages.ts';
import type { Tables } from '../../db/schema.ts';
import type { CollectedReader } from '../../products/claim/claim-routes.ts';
import { type PriceColumns, priceConditions } from '../../products/list/price-conditions.ts';
import { type Finding, wordConditions } from '../../products/list/search-conditions.ts';
import { requireExpected, sentCount } from '../../products/list/selection.ts';
import { metBy } from '../saving/met.ts';
import { openGroups } from './open-groups.ts';
import { collectedOrder } from './orders.ts';
import { boxQuery } from './search-text.ts';
import { traitText } from './traits.ts';

type Collected = ExpressionBuilder<Tables, 'own_collected'>;

/**
 * Builds the condition that a collected product belongs to this owner and matches every part of the filter; for
 * `own_collected`.
 */
export function whereFilter(ownerId: string, filter: CollectedFilter, finding: Finding = 'by index') {
  return (eb: Collected): Expression<SqlBool> =>
    eb.and([
      isSearched(filter) && finding === 'by index'
        ? sql<SqlBool>`owner_id::text = ${ownerId}`
        : eb('owner_id', '=', ownerId),
      ...stateConditions(eb, filter.state),
      ...wordConditions(boxQuery(filter.text ?? ''), finding),
      ...(filter.platforms?.length ? [isOneOf('platform', filter.platforms)] : []),
      ...(filter.sources?.length ? [isOneOf('shop', filter.sources)] : []),
      ...priceConditions(prices, amount(filter.priceMin), amount(filter.priceMax)),
      ...(filter.runId === undefined ? [] : [gotBy(ownerId, filter.runId)]),
      // Beside other conditions these find the products, and groups are looked at for each.
      ...(filter.duplicatesOnly ? [isInGroup(ownerId, isNarrowed(filter) ? 'by looking' : finding)] : []),
      ...(filter.attributes ?? []).map((trait) => hasTrait('a', trait)),
      ...(filter.facts ?? []).map((trait) => hasTrait('m', trait)),
    ]);
}

/** Builds the same condition for a statement that is written by hand. */
export function matching(ownerId: string, filter: CollectedFilter, finding: Finding): RawBuilder<SqlBool> {
  return sql`${whereFilter(ownerId, filter, finding)(expressionBuilder<Tables, 'own_collected'>())}`;
}

/**
 * Builds where a filter finds all its matches, named `own_collected`, and their condition. What a run met is looked up by its keys, and
 * the rest of the filter for each. What is found by text or traits is found in a view whose owner is compared without an index: the planner
 * does not know how many products a merchant has, and would read all of one's.
 * @param metMax looks at so many of the products that a run met, instead of all
 */
export function foundBy(
  ownerId: string,
  filter: CollectedFilter,
  metMax?: number,
): { from: RawBuilder<unknown>; where: RawBuilder<SqlBool> } {
  const { runId, ...others } = filter;
  if (runId !== undefined) {
    return {
      from: sql`(${productsOf(ownerId, runId, metMax)}) as own_collected`,
      where: matching(ownerId, others, 'by looking'),
    };
  }
  return {
    from: isSearched(filter) ? sql`own_collected_searched as own_collected` : sql`own_collected`,
    where: matching(ownerId, others, 'by index'),
  };
}

/** The products that a run met, each once, looked up by its key: the offset keeps that from becoming a join. */
function productsOf(ownerId: string, runId: string, most: number | undefined) {
  const some = most === undefined ? sql`` : sql`limit ${most}`;
  return sql`
    select found.* from (select distinct shop, source_id from (${metBy(ownerId, runId)}) as each ${some}) as met
    cross join lateral (
      select * from own_collected
      where owner_id = ${ownerId} and shop = met.shop and source_id = met.source_id
        and platform = (select platform from collect_run where owner_id = ${ownerId} and run_id = ${runId})
      offset 0
    ) as found`;
}

function isSearched({ text, attributes, facts }: CollectedFilter): boolean {
  return (
    wordConditions(boxQuery(text ?? ''), 'by index').length > 0 ||
    (attributes ?? []).length > 0 ||
    (facts ?? []).some(({ values }) => values.length > 0)
  );
}

/** Whether anything but the state and similar products is filtered by. */
function isNarrowed({ state: _, duplicatesOnly: __, ...others }: CollectedFilter): boolean {
  return Object.values(others).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
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

/** One value is compared as such, so that an index of this column and the order's can give the order. */
function isOneOf(column: 'platform' | 'shop', values: readonly string[]): RawBuilder<SqlBool> {
  const [value] = values;
  const compared = sql`(${sql.ref(column)} || '')`;
  return values.length === 1
    ? sql<SqlBool>`${compared} = ${value}::text`
    : sql<SqlBool>`${compared} = any(${values}::text[])`;
}

const prices: PriceColumns = {
  order: collectedOrder.price.by,
  unknown: sql`-1`,
  least: sql`price_min`,
  greatest: sql`price_max`,
};

/** Reads a bound of the price; an empty text is none. Throws `request.invalid` for what is no amount. */
function amount(text: string | undefined): string | undefined {
  if (!text) {
    return undefined;
  }
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
function isInGroup(ownerId: string, finding: Finding) {
  if (finding === 'by looking') {
    const member = (condition: RawBuilder<unknown>) => sql`exists (
      select from similarity as other where owner_id = ${ownerId} and other.group_id = mine.group_id and ${condition})`;
    // With an offset it is looked up for each product: the planner could begin with all that are similar.
    return sql<SqlBool>`exists (
      select from similarity as mine where owner_id = ${ownerId} and mine.collected_id = id
        and ${member(sql`other.collected_id <> mine.collected_id`)} and ${member(sql`not other.kept`)}
      offset 0)`;
  }
  return sql<SqlBool>`id in (
    select collected_id from similarity where owner_id = ${ownerId} and group_id in (${openGroups(ownerId)}))`;
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
