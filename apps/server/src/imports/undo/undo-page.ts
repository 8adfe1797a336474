import { sql } from 'kysely';
import { restoreVersions } from '../../collect/saving/restore-versions.ts';
import type { OwnerDb } from '../../db/database.ts';
import { binUnchanged } from '../../products/history/created.ts';
import { findEditSetOf } from '../../products/history/edit-sets.ts';
import { Undoing } from '../../products/history/undo.ts';
import { lockProducts } from '../../products/write/write.ts';
import { asMerged, findMergeable, mergeOf } from '../../recollect/mergeable.ts';
import { noRules } from '../../recollect/rules.ts';
import { writeConflict } from '../../recollect/write-merged.ts';
import type { ItemResult, PageResult } from '../../runs/pages.ts';
import { findWritten, isChangedSince, type WrittenBySource } from './written.ts';

/** Who undoes an import: a run of its own, or the import itself (null), which then keeps no edit set of it. */
export interface UndoneBy {
  undoRunId: string | null;
  userId: string | null;
}

/** It was changed after the import, by a person, a store or a later file, and stays. */
export const changedSince: ItemResult = {
  outcome: 'kept',
  note: { kept: [], by: null, fault: { code: 'undo.changed-since', params: {} } },
};

/**
 * Undoes what an import saved of these: what it saved first is deleted, and a product that was made of it and that nobody changed goes
 * to the bin; what it changed gets its earlier version back, and what merging changed in the product is undone cell by cell. What was
 * changed since stays.
 */
export async function undoWritten(
  db: OwnerDb,
  ownerId: string,
  importId: string,
  ids: readonly string[],
  by: UndoneBy,
): Promise<PageResult> {
  await sql`
    select from collected where owner_id = ${ownerId} and (id = any(${ids}::uuid[]) or product_id = any(${ids}::uuid[]))
    order by id for update
  `.execute(db);
  await lockProducts(db, ownerId, ids);
  const written = await findWritten(db, ownerId, importId, ids);
  const undone = written.filter((each) => !isChangedSince(each));
  const result: PageResult = new Map(written.filter(isChangedSince).map(({ id }) => [id, changedSince]));
  for (const { id } of undone) {
    result.set(id, { outcome: 'restored' });
  }
  await deleteNew(
    db,
    ownerId,
    undone.filter((each) => each.is_new),
    by,
    importId,
  );
  const changed = undone.filter((each) => !each.is_new);
  const merged = await undoMerges(db, ownerId, importId, changed, by);
  await restoreChanged(db, ownerId, importId, changed);
  return new Map([...result, ...merged]);
}

async function deleteNew(
  db: OwnerDb,
  ownerId: string,
  written: readonly WrittenBySource[],
  { undoRunId, userId }: UndoneBy,
  importId: string,
): Promise<void> {
  if (written.length === 0) {
    return;
  }
  const products = written.flatMap(({ product_id: id }) => id ?? []);
  await binUnchanged(db, ownerId, products, { userId, binId: undoRunId ?? importId });
  await sql`
    delete from collected where owner_id = ${ownerId} and id = any(${written.map((each) => each.collected_id)}::uuid[])
  `.execute(db);
}

/** Undoes cell by cell what merging changed in products; returns what became of each where something stays. */
async function undoMerges(
  db: OwnerDb,
  ownerId: string,
  importId: string,
  written: readonly WrittenBySource[],
  { undoRunId, userId }: UndoneBy,
): Promise<PageResult> {
  const products = written.flatMap(({ product_id: id }) => id ?? []);
  const editSetId = products.length === 0 ? null : await findEditSetOf(db, ownerId, importId);
  if (editSetId === null) {
    return new Map();
  }
  const undoing = new Undoing(ownerId, {
    userId,
    of: editSetId,
    ...(undoRunId !== null && { runId: undoRunId }),
  });
  const undone = await undoing.undo(db, products);
  return new Map(
    undone.flatMap(({ row, kept, impossible: [first] }): [string, ItemResult][] =>
      kept.length > 0
        ? [[row.id, { outcome: 'kept', note: { kept, by: null } }]]
        : first
          ? [
              [
                row.id,
                {
                  outcome: 'impossible',
                  note: { fault: { code: `undo.${first.why}`, params: { path: first.path } } },
                },
              ],
            ]
          : [],
    ),
  );
}

/** Gives changed products of the supplier their earlier version, which the products made of them hold then. */
async function restoreChanged(
  db: OwnerDb,
  ownerId: string,
  importId: string,
  written: readonly WrittenBySource[],
): Promise<void> {
  const versions = written.flatMap(({ collected_id: id, version_id: versionId }) =>
    versionId === null ? [] : [{ id, versionId }],
  );
  const hashes = await restoreVersions(db, ownerId, versions);
  const restored = written.filter(({ collected_id: id }) => hashes.has(id));
  await sql`
    update collected set last_run_id = given.run_id
    from unnest(
      ${restored.map((each) => each.collected_id)}::uuid[], ${restored.map((each) => each.version_run_id)}::uuid[]
    ) as given (id, run_id)
    where collected.owner_id = ${ownerId} and collected.id = given.id
  `.execute(db);
  const made = restored.filter(({ product_id: id }) => id !== null);
  await sql`
    update product set source_hash = given.before
    from unnest(
      ${made.map((each) => each.product_id)}::uuid[], ${made.map((each) => each.content_hash)}::text[],
      ${made.map((each) => hashes.get(each.collected_id) ?? '')}::text[]
    ) as given (id, now, before)
    where product.owner_id = ${ownerId} and product.id = given.id and product.source_hash = given.now
  `.execute(db);
  await dropConflicts(
    db,
    ownerId,
    importId,
    made.flatMap(({ product_id: id }) => id ?? []),
  );
}

/** Conflicts that the import left are none any more where both sides have the same value again. */
async function dropConflicts(
  db: OwnerDb,
  ownerId: string,
  importId: string,
  productIds: readonly string[],
): Promise<void> {
  const mergeable = productIds.length === 0 ? [] : await findMergeable(db, ownerId, productIds);
  for (const row of mergeable) {
    if (row.conflict?.run_id === importId) {
      const earlier = asMerged(row);
      await writeConflict(db, ownerId, earlier, mergeOf(earlier, noRules), importId);
    }
  }
}
