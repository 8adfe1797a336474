import { type RawBuilder, sql } from 'kysely';
import { asOwner, type Db } from '../../../../apps/server/src/db/database.ts';

/** What listing writes, each after what it refers to. */
const tables = [
  'run',
  'listing_run',
  'listing_lane',
  'listing',
  'listing_attempt',
  'listing_item',
  'listing_bulk',
  'shop_picture',
  'shop_turn',
] as const;

const triesMax = 5;

/** All that one merchant's listing wrote, as it was at one moment. */
export type Backup = ReadonlyMap<string, string>;

export async function backUp(db: Db, ownerId: string): Promise<Backup> {
  const columns = tables.map(
    (table): RawBuilder<unknown> =>
      sql`(select coalesce(json_agg(row), '[]'::json)::text from ${sql.table(table)} as row
        where owner_id = ${ownerId}) as ${sql.ref(table)}`,
  );
  // One statement, and so one moment.
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<Record<string, string>>`select ${sql.join(columns)}`.execute(owned),
  );
  return new Map(Object.entries(rows[0] ?? {}));
}

/** Puts it back; what was written since is forgotten. What the dead had open is undone meanwhile, and may stand in the way. */
export async function putBack(db: Db, ownerId: string, backup: Backup): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await replace(db, ownerId, backup);
    } catch (thrown) {
      if (tries >= triesMax) {
        throw thrown;
      }
    }
  }
}

async function replace(db: Db, ownerId: string, backup: Backup): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    for (const table of tables.toReversed()) {
      await sql`delete from ${sql.table(table)} where owner_id = ${ownerId}`.execute(owned);
    }
    for (const table of tables) {
      await sql`insert into ${sql.table(table)}
        select * from json_populate_recordset(null::${sql.table(table)}, ${backup.get(table) ?? '[]'}::json)
      `.execute(owned);
    }
  });
}
