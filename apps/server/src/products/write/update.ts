import type { Cell } from '@bowerbird/catalog/change/cell';
import { isSame } from '@bowerbird/catalog/merge/same';
import { type RawBuilder, sql } from 'kysely';
import { mapInTurns } from '../../async/map-in-turns.ts';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { ProductWrite } from '../claim/prepare.ts';
import { columnTypes, listOf, takenFrom } from './insert.ts';
import { columnsAfter } from './rows.ts';

interface Update extends ProductWrite {
  /** None: the product keeps its revision, and gets only what is known of its source. */
  cells: readonly Cell[];
}

/**
 * Writes locked products with one statement: their content, and of the columns beside it only those that can differ.
 * Either all of them have a snapshot, or none has.
 */
export async function updateProducts(
  db: OwnerDb,
  ownerId: string,
  updates: readonly Update[],
): Promise<void> {
  if (updates.length === 0) {
    return;
  }
  const isOtherSource = ({ row, product }: Update) => !isSame(row.product.source, product.source);
  const hasOtherSource = updates.some(isOtherSource);
  const paths = new Set(updates.flatMap(({ cells }) => cells.map(({ path }) => path)));
  const columns = await mapInTurns(updates, ({ product }) => columnsAfter(product, paths, hasOtherSource));
  const given: [name: string, list: RawBuilder<unknown>][] = [
    [
      'id',
      listOf(
        'uuid',
        updates.map(({ row }) => row.id),
      ),
    ],
  ];
  const set: RawBuilder<unknown>[] = [];
  for (const [name, type] of columnTypes) {
    if (columns.some((each) => name in each)) {
      const values = columns.map((each) => Reflect.get(each, name));
      given.push([name, listOf(type, values)]);
      set.push(sql`${sql.ref(name)} = ${takenFrom(name, type)}`);
    }
  }
  if (updates.some(({ snapshot }) => snapshot !== undefined)) {
    const hashes = updates.map(({ snapshot }) => snapshot?.hash ?? null);
    const known = updates.map(({ snapshot }) => (snapshot ? jsonText(snapshot.known) : null));
    given.push(['source_hash', listOf('text', hashes)], ['source_known', listOf('jsonb', known)]);
    set.push(sql`source_hash = given.source_hash`, sql`source_known = given.source_known`);
  }
  if (paths.size > 0) {
    set.push(sql`revision = product.revision + 1`, sql`updated_at = now()`);
  }
  const names = given.map(([name]) => sql.ref(name));
  await sql`
    update product set ${sql.join(set)}
    from unnest(${sql.join(given.map(([, list]) => list))}) as given (${sql.join(names)})
    where product.id = given.id and product.owner_id = ${ownerId}
  `.execute(db);
}
