import { type Expression, type RawBuilder, sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../database.ts';

/** A query for ids that can be narrowed further: Kysely's own query builder, for any table with ids. */
interface IdQuery extends Expression<{ id: string }> {
  where(column: 'id', operator: '>', value: string): IdQuery;
  orderBy(column: 'id'): IdQuery;
  limit(limit: number): IdQuery;
  execute(): Promise<{ id: string }[]>;
}

const idBytes = 16;

/**
 * Yields the ids that a query finds, in their order, page by page; no transaction is open meanwhile. The query is executed
 * twice at most, however many pages there are: for the first page, and for all the others, which are kept as 16 bytes each.
 * So a row that exists throughout comes exactly once, whatever else is written meanwhile.
 */
export async function* idPages(
  db: Db,
  ownerId: string,
  pageSize: number,
  wanted: (db: OwnerDb) => IdQuery,
): AsyncGenerator<string[]> {
  const rows = await asOwner(db, ownerId, (owned) => wanted(owned).orderBy('id').limit(pageSize).execute());
  const first = rows.map(({ id }) => id);
  if (first.length > 0) {
    yield first;
  }
  const last = first.at(-1);
  if (last === undefined || first.length < pageSize) {
    return;
  }
  const rest = await asOwner(db, ownerId, (owned) => readIds(owned, wanted(owned).where('id', '>', last)));
  const pageBytes = pageSize * idBytes;
  for (let at = 0; at < rest.length; at += pageBytes) {
    yield idsIn(rest.subarray(at, at + pageBytes));
  }
}

async function readIds(db: OwnerDb, query: IdQuery): Promise<Buffer> {
  const packed: RawBuilder<{ ids: Buffer | null }> = sql`
    select string_agg(uuid_send(id), '' order by id) as ids from (${query}) as chosen`;
  const { rows } = await packed.execute(db);
  return rows[0]?.ids ?? Buffer.alloc(0);
}

function idsIn(bytes: Buffer): string[] {
  return Array.from({ length: bytes.length / idBytes }, (_, index) => {
    const digits = bytes.toString('hex', index * idBytes, (index + 1) * idBytes);
    return [
      [0, 8],
      [8, 12],
      [12, 16],
      [16, 20],
      [20, 32],
    ]
      .map(([from, to]) => digits.slice(from, to))
      .join('-');
  });
}
