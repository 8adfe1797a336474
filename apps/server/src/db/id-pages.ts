import { asOwner, type Db, type OwnerDb } from './database.ts';

/** A query for ids that can be narrowed further: Kysely's own query builder, for any table with ids. */
interface IdQuery {
  where(column: 'id', operator: '>', value: string): IdQuery;
  orderBy(column: 'id'): IdQuery;
  limit(limit: number): IdQuery;
  execute(): Promise<{ id: string }[]>;
}

/**
 * Yields the ids that a query finds, in their order, page by page. Each page is a separate short transaction that
 * continues after the last id of the page before. A row that exists throughout comes exactly once, whatever else is
 * written meanwhile.
 */
export async function* idPages(
  db: Db,
  ownerId: string,
  pageSize: number,
  wanted: (db: OwnerDb) => IdQuery,
): AsyncGenerator<string[]> {
  let after: string | undefined;
  for (;;) {
    const last = after;
    const rows = await asOwner(db, ownerId, (owned) => {
      const query = last === undefined ? wanted(owned) : wanted(owned).where('id', '>', last);
      return query.orderBy('id').limit(pageSize).execute();
    });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      yield ids;
    }
    after = ids.at(-1);
    if (ids.length < pageSize) {
      return;
    }
  }
}
