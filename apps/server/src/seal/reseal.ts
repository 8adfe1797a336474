import { sql } from 'kysely';
import { asOwner, type Db } from '../db/database.ts';
import type { KeyFolder } from './key-folder.ts';
import { type SealedColumnName, sealedColumns } from './places.ts';
import { type Seal, sealBy } from './seal.ts';

/** Number of rows resealed in one transaction. */
const batchMax = 100;

/** Result of a pass over the rows. */
export interface Resealed {
  rows: number;
  /**
   * Rows whose value cannot be opened, as `column row`: they were changed in the database, and are left as they are.
   */
  altered: string[];
}

/** Number of rows that a key seals in a column; `ownerId` is null where rows of all owners are counted together. */
export interface SealedTotal {
  column: SealedColumnName;
  ownerId: string | null;
  keyId: string;
  rows: number;
}

/** Counts the sealed values of all merchants by column and key. */
export async function countSealed(db: Db): Promise<SealedTotal[]> {
  const totals = await db.selectFrom('sealed_total').selectAll().execute();
  return totals.flatMap(({ place, owner_id, key, total }) =>
    isColumnName(place) ? [{ column: place, ownerId: owner_id, keyId: key, rows: total }] : [],
  );
}

/**
 * Reseals with the current key what other keys of the folder sealed, a hundred rows at a time. A row written in the
 * meantime keeps its new value. If interrupted, the next call continues.
 */
export async function resealAll(db: Db, keys: KeyFolder): Promise<Resealed> {
  const seal = sealBy(keys);
  const done: Resealed = { rows: 0, altered: [] };
  for (const { column, ownerId, keyId } of await countSealed(db)) {
    if (keyId !== keys.current().id && keys.find(keyId)) {
      const within = { column, ownerId, keyId };
      for (let after: unknown = null; after !== undefined; ) {
        const batch = await resealBatch(db, seal, within, after);
        done.rows += batch.rows;
        done.altered.push(...batch.altered);
        after = batch.last;
      }
    }
  }
  return done;
}

interface SealedRow {
  row: string | Buffer;
  owner: string | null;
  sealed: Buffer;
}

async function resealBatch(
  db: Db,
  seal: Seal,
  { column: name, ownerId, keyId }: Omit<SealedTotal, 'rows'>,
  after: unknown,
): Promise<Resealed & { last: string | Buffer | undefined }> {
  const { table, column, row, owner, closed } = sealedColumns[name];
  const [at, id, value] = [sql.table(table), sql.ref(row), sql.ref(column)];
  const ownerOf = owner ? sql.ref('owner_id') : sql`null::uuid`;
  const ofOwner = closed ? sql`and owner_id = ${ownerId}` : sql``;
  const seals = async (inside: Db) => {
    const { rows } = await sql<SealedRow>`
      select ${id} as row, ${ownerOf} as owner, ${value} as sealed from ${at}
      where substring(${value} from 2 for 8) = ${Buffer.from(keyId, 'hex')} ${ofOwner}
        ${after === null ? sql`` : sql`and ${id} > ${after}`}
      order by ${id} limit ${batchMax}
    `.execute(inside);
    const done: Resealed = { rows: 0, altered: [] };
    for (const each of rows) {
      const fromScratch = resealed(seal, name, each);
      if (fromScratch === null) {
        done.altered.push(`${name} ${textOf(each.row)}`);
        continue;
      }
      const { numAffectedRows } = await sql`
        update ${at} set ${value} = ${fromScratch} where ${id} = ${each.row} and ${value} = ${each.sealed} ${ofOwner}
      `.execute(inside);
      done.rows += Number(numAffectedRows ?? 0n);
    }
    return { ...done, last: rows.length < batchMax ? undefined : rows.at(-1)?.row };
  };
  return closed && ownerId !== null
    ? await asOwner(db, ownerId, seals)
    : await db.transaction().execute(seals);
}

function resealed(seal: Seal, column: SealedColumnName, { row, owner, sealed }: SealedRow): Buffer | null {
  const place = { column, row: textOf(row), owner };
  try {
    return seal.close(seal.open(sealed, place), place);
  } catch {
    return null;
  }
}

function textOf(row: string | Buffer): string {
  return typeof row === 'string' ? row : row.toString('hex');
}

function isColumnName(name: string): name is SealedColumnName {
  return Object.hasOwn(sealedColumns, name);
}
