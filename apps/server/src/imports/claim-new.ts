import { AppError } from '@bowerbird/contract/errors';
import type { NewProductsRule } from '@bowerbird/contract/files/new-products';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { Call } from '../http/serve.ts';
import { may } from '../http/signed-in.ts';
import { createClaimRun } from '../products/claim/claim-job.ts';
import type { RunRow } from '../runs/runs.ts';
import { filePlatform } from './check/source-product.ts';
import { getFileSource, type ImportRow } from './queries.ts';

/**
 * Sets with what new products of a supplier's files are claimed, as the caller says; `undefined` leaves it. Throws `permission.missing`
 * for a person who may not add products.
 */
export async function setClaim(
  db: OwnerDb,
  { ownerId, user }: Pick<Call, 'ownerId' | 'user'>,
  sourceId: string,
  claim: NewProductsRule | null | undefined,
): Promise<void> {
  if (claim === undefined) {
    return;
  }
  if (!may(user, 'products', 'add')) {
    throw new AppError('permission.missing', 'products.add', {
      params: { permission: 'products', action: 'add' },
    });
  }
  await db
    .updateTable('file_source')
    .set({ claim: claim === null ? null : jsonText(claim) })
    .where('owner_id', '=', ownerId)
    .where('id', '=', sourceId)
    .execute();
}

/**
 * Creates the run that claims what an import has brought for the first time, in the transaction that ends the import: either
 * both are there or neither. Null where the supplier has no rule for it, or nothing was new. The caller wakes the run.
 */
export async function startClaimOfNew(
  db: OwnerDb,
  { owner_id: ownerId, run_id: runId, source_id: sourceId }: ImportRow,
  userId: string | null,
): Promise<RunRow | null> {
  const supplier = sourceId === null ? null : await getFileSource(db, ownerId, sourceId);
  if (!supplier?.claim) {
    return null;
  }
  const { name, claim } = supplier;
  const items = sql`(
    select collected.id, 0 as revision from import_item as item
    join collected on collected.owner_id = ${ownerId} and collected.platform = ${filePlatform}
      and collected.shop = ${supplier.id} and collected.source_id = item.key
    where item.owner_id = ${ownerId} and item.run_id = ${runId} and item.in_group = 'new'
      and collected.first_run_id = ${runId} and collected.product_id is null
  )`;
  return await createClaimRun(db, ownerId, {
    title: name,
    userId,
    edits: claim.edits,
    selection: { filter: { state: 'unclaimed', runId }, except: [] },
    ofSupplier: { name, rule: claim.name },
    items,
  });
}
