import type pg from 'pg';

/** Bytes of the listing ledger: the tables `listing`, `listing_attempt` and `listing_item`. */
export interface LedgerSize {
  heap: number;
  toast: number;
  indexes: number;
}

const tables = ['listing', 'listing_attempt', 'listing_item'] as const;

/** Removes the space of dead rows, so that only live data is measured. */
export async function packLedger(client: pg.Client): Promise<void> {
  for (const table of tables) {
    await client.query(`vacuum full ${table}`);
  }
}

export async function ledgerSize(client: pg.Client): Promise<LedgerSize> {
  const { rows } = await client.query<{ heap: string; toast: string; indexes: string }>(
    `select sum(pg_relation_size(oid)) as heap, sum(coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0)) as toast,
      sum(pg_indexes_size(oid)) as indexes
    from pg_class where relname = any($1) and relkind = 'r'`,
    [tables],
  );
  const [row] = rows;
  return { heap: Number(row?.heap), toast: Number(row?.toast), indexes: Number(row?.indexes) };
}

export function grown(before: LedgerSize, after: LedgerSize): LedgerSize {
  return {
    heap: after.heap - before.heap,
    toast: after.toast - before.toast,
    indexes: after.indexes - before.indexes,
  };
}

export function sumOf({ heap, toast, indexes }: LedgerSize): number {
  return heap + toast + indexes;
}

/** Returns the bytes that a product takes of each column and each index of the ledger, the largest first. */
export async function partsOfLedger(client: pg.Client, products: number): Promise<string[]> {
  const parts: { part: string; bytes: number }[] = [];
  for (const table of tables) {
    const columns = await client.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [table],
    );
    for (const { name } of columns.rows) {
      const { rows } = await client.query<{ bytes: string }>(
        `select coalesce(sum(pg_column_size("${name}")), 0) as bytes from ${table}`,
      );
      parts.push({ part: `${table}.${name}`, bytes: Number(rows[0]?.bytes) / products });
    }
    const indexes = await client.query<{ name: string; bytes: string }>(
      'select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as bytes from pg_index where indrelid = $1::regclass',
      [table],
    );
    parts.push(...indexes.rows.map(({ name, bytes }) => ({ part: name, bytes: Number(bytes) / products })));
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
    parts.push({ part: `rows of ${table}`, bytes: Number(rows[0]?.count) / products });
  }
  return parts
    .filter(({ bytes }) => bytes >= 0.5)
    .sort((one, other) => other.bytes - one.bytes)
    .map(({ part, bytes }) => `${bytes.toFixed(bytes < 10 ? 1 : 0)} ${part}`);
}
