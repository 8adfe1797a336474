import type { Selection } from '@bowerbird/contract/products/products';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { whereSelected } from '../products/list/filter.ts';

/** The products that a change of rules is for: a selection, or those that have an attachment. */
export type Chosen = Selection | { attachmentId: string };

/** Builds the query of the chosen products and their revisions, for the pages of a run. */
export function itemsOf(db: OwnerDb, ownerId: string, chosen: Chosen): RawBuilder<unknown> {
  return sql`${among(db, ownerId, chosen).select(['id', 'revision'])}`;
}

/** Returns the next ids after this one, in their order. */
export async function nextChosen(
  db: OwnerDb,
  ownerId: string,
  chosen: Chosen,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await among(db, ownerId, chosen)
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countChosen(db: OwnerDb, ownerId: string, chosen: Chosen): Promise<number> {
  const { count } = await among(db, ownerId, chosen)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function among(db: OwnerDb, ownerId: string, chosen: Chosen) {
  const products = db.selectFrom('own_product');
  return 'attachmentId' in chosen
    ? products
        .where('owner_id', '=', ownerId)
        .where(sql<boolean>`rules @> array[${chosen.attachmentId}::uuid]`)
    : products.where(whereSelected(ownerId, chosen));
}
