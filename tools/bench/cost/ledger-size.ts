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
