import type { ProductFilter } from '@bowerbird/contract/products/products';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Builds the conditions on marks of the team; for queries on `own_product`. */
export function markConditions(ownerId: string, filter: ProductFilter): RawBuilder<SqlBool>[] {
  return [
    ...oneOf(ownerId, 'group_id', 'uuid', filter.groups),
    ...oneOf(ownerId, 'colour', 'text', filter.colours),
    ...oneOf(ownerId, 'assignee_id', 'uuid', filter.assignees),
    ...(filter.noted === undefined
      ? []
      : [filter.noted ? marked(ownerId, sql`note is not null`) : withoutNote(ownerId)]),
  ];
}

function oneOf(
  ownerId: string,
  column: 'group_id' | 'colour' | 'assignee_id',
  type: 'uuid' | 'text',
  values: readonly string[] = [],
): RawBuilder<SqlBool>[] {
  if (values.length === 0) {
    return [];
  }
  const given = values.filter((value) => value !== 'none');
  const either = [
    ...(given.length > 0
      ? [marked(ownerId, sql`${sql.ref(column)} = any(${given}::${sql.raw(type)}[])`)]
      : []),
    ...(values.includes('none') ? [without(ownerId, sql`${sql.ref(column)} is not null`)] : []),
  ];
  return [sql<SqlBool>`(${sql.join(either, sql` or `)})`];
}

/** By ids: those that have a mark are few, and an index gives them. */
function marked(ownerId: string, condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`id in (select product_id from team_mark where owner_id = ${ownerId} and ${condition})`;
}

function without(ownerId: string, condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from team_mark where owner_id = ${ownerId} and product_id = own_product.id and ${condition}
  )`;
}

function withoutNote(ownerId: string): RawBuilder<SqlBool> {
  return without(ownerId, sql`note is not null`);
}
