import type { Product } from '@bowerbird/catalog/product';
import { withDefaults } from '@bowerbird/catalog/stored/stored-product';
import type { Selection } from '@bowerbird/contract/products/products';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import { whereSelected } from '../products/list/filter.ts';

/** A selected product as it is stored: its content as JSON text. */
export interface StoredContent {
  id: string;
  revision: number;
  content: string;
}

/** Returns the product of a stored content, with the fields that did not exist when it was stored. */
export function productIn({ content }: Pick<StoredContent, 'content'>): Product {
  return withDefaults(JSON.parse(content)) as Product;
}

/** Products in one batch; the next batch is fetched while this one is processed. */
const batchSize = 500;

/**
 * Passes on the selected products as they were at one moment, oldest first, batch by batch. Reads inside one
 * transaction; memory holds two batches.
 */
export async function eachContent(
  db: Db,
  ownerId: string,
  selection: Selection,
  take: (batch: StoredContent[]) => Promise<void>,
): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    await openCursor(owned, ownerId, selection);
    let coming = fetchBatch(owned);
    while (true) {
      const batch = await coming;
      if (batch.length === 0) {
        return;
      }
      coming = fetchBatch(owned);
      // If `take` fails first, nothing awaits this batch any more.
      coming.catch(() => void 0);
      await take(batch);
    }
  });
}

async function openCursor(db: OwnerDb, ownerId: string, selection: Selection): Promise<void> {
  // All rows will be fetched, so the plan with the lowest total cost is wanted, not the one that returns the first rows
  // fastest.
  await sql`set local cursor_tuple_fraction = 1`.execute(db);
  const chosen = db
    .selectFrom('own_product')
    .select(['id', 'revision', sql<string>`content::text`.as('content')])
    .where(whereSelected(ownerId, selection))
    .orderBy('id');
  await sql`declare exported no scroll cursor for ${chosen}`.execute(db);
}

async function fetchBatch(db: OwnerDb): Promise<StoredContent[]> {
  const { rows } = await sql<StoredContent>`fetch ${sql.raw(String(batchSize))} from exported`.execute(db);
  return rows;
}
