import { type BinnedProduct, binDays, type RestoreFromBin } from '@bowerbird/contract/products/bin';
import type { Selection } from '@bowerbird/contract/products/products';
import { type SqlBool, sql } from 'kysely';
import { v7 } from 'uuid';
import { chunk } from '../../async/map-concurrently.ts';
import { requireQuota } from '../../billing/quotas.ts';
import type { Db, OwnerDb } from '../../db/database.ts';
import { readCursor, writeCursor } from '../../db/pages/keyset-cursor.ts';
import { namesOf } from '../../runs/names.ts';
import { whereSelected } from '../list/filter.ts';
import { textConditions } from '../list/search-conditions.ts';
import { requireCount } from '../list/selection.ts';

/** Products that one statement writes: what counts products keeps the rows before and after it until its end. */
const atOnce = 2000;

/**
 * Moves the selected products to the bin, with their history, listings and images; what stands in stores is not
 * touched. Throws `selection.changed` when the count that the person saw is no longer right. Returns how many, and the id
 * by which they can be restored together.
 */
export async function deleteProducts(
  db: OwnerDb,
  ownerId: string,
  selection: Selection,
  { expected, userId }: { expected: number; userId: string | null },
): Promise<{ deleted: number; binId: string }> {
  await requireCount(db, ownerId, selection, expected);
  const binId = v7();
  const chosen = db.selectFrom('own_product').select('id').where(whereSelected(ownerId, selection));
  // Waits for a listing that begins at this moment, which locks its products.
  const { rows } = await sql<{ id: string }>`
    select id from product where owner_id = ${ownerId} and id in (${chosen}) order by id for update
  `.execute(db);
  const ids = rows.map(({ id }) => id);
  for (const some of chunk(ids, atOnce)) {
    await sql`
      update stored_product set binned_at = now(), bin_id = ${binId}::uuid, binned_by = ${userId}::uuid
      where owner_id = ${ownerId} and id = any(${some}::uuid[])
    `.execute(db);
  }
  // Its collected product can be claimed again.
  await sql`
    update collected set product_id = null where owner_id = ${ownerId} and product_id = any(${ids}::uuid[])
  `.execute(db);
  return { deleted: ids.length, binId };
}

/**
 * Takes products out of the bin again, as they were. A product whose source was claimed again meanwhile comes back
 * without that source (`unlinked`). Throws `quota.exceeded` if not all fit into the merchant's plan; then none comes back.
 */
export async function restoreProducts(
  db: OwnerDb,
  ownerId: string,
  which: RestoreFromBin,
): Promise<{ restored: number; unlinked: number }> {
  const ids = await lockBinned(db, ownerId, which);
  await requireQuota(db, ownerId, 'products', ids.length);
  let [restored, unlinked] = [0, 0];
  // The newest first: of several products from one source, the newest gets the source back.
  for (const some of chunk(ids.toReversed(), atOnce)) {
    const { rows } = await sql<{ collected_id: string | null; unlinked: boolean }>`
    with wanted as (
      select binned.id, collected.id as collected_id, binned.collected_id is not null as had,
        row_number() over (partition by collected.id order by binned.id desc) = 1 as is_newest
      from stored_product as binned
      left join collected on collected.id = binned.collected_id and collected.owner_id = ${ownerId}
        and collected.product_id is null
        and not exists (select from product where product.collected_id = collected.id)
      where binned.owner_id = ${ownerId} and binned.id = any(${some}::uuid[])
    )
    update stored_product set binned_at = null, bin_id = null, binned_by = null,
      collected_id = case when wanted.is_newest then wanted.collected_id end
    from wanted where stored_product.id = wanted.id and stored_product.owner_id = ${ownerId}
    returning stored_product.collected_id, wanted.had and stored_product.collected_id is null as unlinked
  `.execute(db);
    restored += rows.length;
    unlinked += rows.filter((row) => row.unlinked).length;
  }
  await sql`
    update collected set product_id = product.id from product
    where product.collected_id = collected.id and product.owner_id = ${ownerId}
      and collected.owner_id = ${ownerId} and product.id = any(${ids}::uuid[])
  `.execute(db);
  return { restored, unlinked };
}

/** Deletes products in the bin for good, with their history. Returns how many. */
export async function emptyBin(db: OwnerDb, ownerId: string, which: RestoreFromBin): Promise<number> {
  const ids = await lockBinned(db, ownerId, which);
  const gone = await sql`
    delete from stored_product where owner_id = ${ownerId} and id = any(${ids}::uuid[])
  `.execute(db);
  return Number(gone.numAffectedRows ?? 0);
}

async function lockBinned(db: OwnerDb, ownerId: string, which: RestoreFromBin): Promise<string[]> {
  const rows = await db
    .selectFrom('stored_product')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('binned_at', 'is not', null)
    .$if('ids' in which, (query) =>
      query.where(sql<SqlBool>`id = any(${'ids' in which ? which.ids : []}::uuid[])`),
    )
    .$if('binId' in which, (query) => query.where('bin_id', '=', 'binId' in which ? which.binId : ''))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists what is in the bin, last deleted first. */
export async function listBin(
  db: OwnerDb,
  ownerId: string,
  {
    text,
    cursor,
    limit = 50,
  }: { text?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
): Promise<{ items: BinnedProduct[]; total: number; totalIsEstimate: false; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor, 'binned', 'desc');
  const binned = db
    .selectFrom('stored_product')
    .where('owner_id', '=', ownerId)
    .where('binned_at', 'is not', null)
    .$if(text !== undefined, (query) => query.where((eb) => eb.and(textConditions(text ?? ''))));
  const rows = await binned
    .select([
      'id',
      'title',
      'image_url',
      'sku',
      'price',
      'currency',
      'variant_count',
      'binned_at',
      'binned_by',
    ])
    .select([
      'bin_id',
      sql<string>`binned_at::text`.as('sort_value'),
      sql<number>`(
        select count(*)::integer from listing
        where listing.owner_id = ${ownerId} and listing.product_id = stored_product.id and listing.state = 'listed')`.as(
        'stores',
      ),
    ])
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(binned_at, id) < (${after?.value}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('binned_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const { total } = await binned.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const names = await namesOf(
    db,
    ownerId,
    rows.flatMap(({ binned_by }) => binned_by ?? []),
  );
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    items: rows.map((row) => {
      const at = row.binned_at ?? new Date(0);
      return {
        id: row.id,
        binId: row.bin_id ?? row.id,
        title: row.title,
        imageUrl: row.image_url,
        sku: row.sku,
        price: row.price,
        currency: row.currency,
        variantCount: row.variant_count,
        stores: row.stores,
        binnedAt: at.toISOString(),
        goneAt: new Date(at.getTime() + binDays * 86_400_000).toISOString(),
        by: names.get(row.binned_by ?? '') ?? null,
      };
    }),
    total,
    totalIsEstimate: false,
    nextCursor: last
      ? writeCursor({ sort: 'binned', direction: 'desc', value: last.sort_value, id: last.id })
      : null,
  };
}

/** Deletes what all merchants have had in the bin for longer than it is kept. Returns how many. */
export async function forgetBinned(db: Db, most: number): Promise<number> {
  for (let all = 0; ; ) {
    const { rows } = await sql<{ gone: string }>`select forget_binned(${binDays}, ${most}) as gone`.execute(
      db,
    );
    const gone = Number(rows[0]?.gone ?? 0);
    all += gone;
    if (gone < most) {
      return all;
    }
  }
}
