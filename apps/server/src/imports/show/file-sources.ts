import { AppError } from '@bowerbird/contract/errors';
import type { FileSourceItem, listFileSources } from '@bowerbird/contract/files/imports';
import type { NewProductsRule } from '@bowerbird/contract/files/new-products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { Call } from '../../http/serve.ts';
import { filePlatform } from '../check/source-product.ts';
import { setClaim } from '../claim-new.ts';
import { getFileSource } from '../queries.ts';

/** Lists suppliers whose files were imported, newest first. */
export async function findFileSources(
  db: OwnerDb,
  ownerId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<AnswerOf<typeof listFileSources>> {
  const items = await itemsOf(db, ownerId, { cursor, limit, id: null });
  const { total } = await db
    .selectFrom('file_source')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return {
    items,
    total,
    totalIsEstimate: false,
    nextCursor: items.length === limit ? (items.at(-1)?.id ?? null) : null,
  };
}

/** Renames a supplier; throws `not-found` and `import.source-name-taken`. */
export async function renameSource(
  db: OwnerDb,
  ownerId: string,
  id: string,
  name: string,
): Promise<FileSourceItem> {
  await getFileSource(db, ownerId, id);
  const taken = await db
    .selectFrom('file_source')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (taken) {
    throw new AppError('import.source-name-taken', `source ${name}`, { params: { name } });
  }
  await db
    .updateTable('file_source')
    .set({ name })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  return await getItem(db, ownerId, id);
}

/** Sets with what new products of a supplier's files are claimed; throws `not-found` and `permission.missing`. */
export async function changeClaim(
  call: Call,
  id: string,
  claim: NewProductsRule | null,
): Promise<FileSourceItem> {
  return await call.db(async (db) => {
    await getFileSource(db, call.ownerId, id);
    await setClaim(db, call, id, claim);
    return await getItem(db, call.ownerId, id);
  });
}

async function getItem(db: OwnerDb, ownerId: string, id: string): Promise<FileSourceItem> {
  const [item] = await itemsOf(db, ownerId, { cursor: undefined, limit: 1, id });
  if (!item) {
    throw new AppError('not-found', `file source ${id}`);
  }
  return item;
}

/** Deletes a supplier of which nothing was imported, and which no open import and no watched file names. */
export async function forgetUnused(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  await sql`
    delete from file_source as source where source.owner_id = ${ownerId} and source.id = ${id}::uuid
      and not exists (
        select from collected where collected.owner_id = ${ownerId} and collected.platform = ${filePlatform}
          and collected.shop = source.id::text
      )
      and not exists (
        select from import join run on run.id = import.run_id
        where import.owner_id = ${ownerId} and import.source_id = source.id and run.state <> 'cancelled'
      )
      and not exists (
        select from file_watch where file_watch.owner_id = ${ownerId} and file_watch.source_id = source.id
      )
  `.execute(db);
}

async function itemsOf(
  db: OwnerDb,
  ownerId: string,
  { cursor, limit, id }: { cursor: string | undefined; limit: number; id: string | null },
): Promise<FileSourceItem[]> {
  const { rows } = await sql<Omit<FileSourceItem, 'lastImportAt'> & { lastImportAt: Date | null }>`
    select source.id, source.name, source.key, source.dialect, source.mapping, source.claim,
      (select count(*)::integer from import where import.source_id = source.id and import.owner_id = ${ownerId}) as imports,
      (select coalesce(sum(collected), 0)::integer from collected_count where collected_count.owner_id = ${ownerId}
        and collected_count.platform = ${filePlatform} and collected_count.shop = source.id::text) as products,
      (select max(run.created_at) from import join run on run.id = import.run_id
        where import.source_id = source.id and import.owner_id = ${ownerId}) as "lastImportAt"
    from file_source as source
    where source.owner_id = ${ownerId} and (${cursor ?? null}::uuid is null or source.id < ${cursor ?? null}::uuid)
      and (${id}::uuid is null or source.id = ${id}::uuid)
    order by source.id desc limit ${limit}
  `.execute(db);
  return rows.map((row) => ({ ...row, lastImportAt: row.lastImportAt?.toISOString() ?? null }));
}
