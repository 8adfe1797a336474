import { type RawBuilder, sql } from 'kysely';
import { asOwner, type Db } from '../../src/db/database.ts';

/** The tables that listing writes, each after those it refers to. */
const tables = [
  'run',
  'listing_run',
  'listing_store_job',
  'listing',
  'listing_attempt',
  'listing_item',
  'listing_bulk',
  'shop_image',
  'store_resource_attempt',
  'shop_turn',
] as const;

const triesMax = 5;

/** Everything that one merchant's listing wrote, and the installation's row, as they were at one moment. */
export interface Backup {
  rows: ReadonlyMap<string, string>;
  installation: string;
}

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
  const known = await sql<{ installation: string }>`
    select row_to_json(installation)::text as installation from installation
  `.execute(db);
  return { rows: new Map(Object.entries(rows[0] ?? {})), installation: known.rows[0]?.installation ?? '{}' };
}

/**
 * Restores the backup; what was written since is lost. Transactions that killed workers had open are being rolled back
 * meanwhile, and may block it.
 */
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

async function replace(db: Db, ownerId: string, { rows, installation }: Backup): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    for (const table of tables.toReversed()) {
      await sql`delete from ${sql.table(table)} where owner_id = ${ownerId}`.execute(owned);
    }
    for (const table of tables) {
      await sql`insert into ${sql.table(table)}
        select * from json_populate_recordset(null::${sql.table(table)}, ${rows.get(table) ?? '[]'}::json)
      `.execute(owned);
    }
    await sql`
      update installation set (id, declarations, counter, held_at, held_because) = (
        select id, declarations, counter, held_at, held_because
        from json_populate_record(null::installation, ${installation}::json)
      )
    `.execute(owned);
  });
}
