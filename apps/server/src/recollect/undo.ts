import type { ProductField } from '@bowerbird/catalog/product';
import type { undoMerge as undoRoute } from '@bowerbird/contract/collect/recollect';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import { type Selectable, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { MergeDecidedTable } from '../db/tables/recollect.ts';
import type { Call } from '../http/serve.ts';
import { Undoing } from '../products/history/undo.ts';
import { asMerged, lockMergeable, type Mergeable, mergeOf } from './mergeable.ts';
import { noRules } from './rules.ts';
import { writeConflict } from './write-merged.ts';

/** Number of products undone in one transaction. */
const atOnce = 100;

type Undone = AnswerOf<typeof undoRoute>;

/**
 * Undoes what following the source or deciding wrote, except what was changed since. What was decided becomes a
 * conflict again. A second call finds nothing to undo.
 */
export async function undoMerge(call: Call, editSetId: string): Promise<Undone> {
  const { ownerId } = call;
  await call.db((db) => getFollowed(db, ownerId, editSetId));
  const undoing = new Undoing(ownerId, { userId: call.user.id, of: editSetId });
  const done: Undone = { restored: 0, spared: 0 };
  for (let after: string | null = null, more = true; more; ) {
    const from: string | null = after;
    const ids: string[] = await call.db((db) => findProducts(db, ownerId, editSetId, from));
    const { restored, spared } = await call.db((db) =>
      undoBatch(db, undoing, ownerId, { ids, from: editSetId }),
    );
    done.restored += restored;
    done.spared += spared;
    after = ids.at(-1) ?? null;
    more = ids.length === atOnce;
  }
  await call.db((db) =>
    db
      .updateTable('edit_set')
      .set({ undone_at: sql<Date>`coalesce(undone_at, now())` })
      .where('owner_id', '=', ownerId)
      .where('id', '=', editSetId)
      .execute(),
  );
  return done;
}

interface Batch {
  ids: readonly string[];
  /** The edit set to undo. */
  from: string;
}

async function getFollowed(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  const set = await db
    .selectFrom('edit_set')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('kind', '=', 'followed')
    .executeTakeFirst();
  if (!set) {
    throw new AppError('not-found', `edit set ${id}`);
  }
}

async function findProducts(
  db: OwnerDb,
  ownerId: string,
  editSetId: string,
  after: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select product_id as id from (
      select product_id from product_change
      where owner_id = ${ownerId} and edit_set_id = ${editSetId}
        and coalesce(cardinality(undone), 0) < jsonb_array_length(cells)
      union select product_id from merge_decided where owner_id = ${ownerId} and edit_set_id = ${editSetId}
    ) as touched
    where ${after}::uuid is null or product_id > ${after}::uuid
    order by product_id limit ${atOnce}
  `.execute(db);
  return rows.map(({ id }) => id);
}

async function undoBatch(
  db: OwnerDb,
  undoing: Undoing,
  ownerId: string,
  { ids, from }: Batch,
): Promise<Undone> {
  const rows = new Map((await lockMergeable(db, ownerId, ids)).map((row) => [row.id, row]));
  const done: Undone = { restored: 0, spared: 0 };
  const undone = await undoing.undo(db, ids);
  for (const { row, kept, impossible } of undone) {
    const mergeable = rows.get(row.id);
    if (mergeable) {
      rows.set(row.id, { ...mergeable, ...row });
    }
    done[kept.length + impossible.length > 0 ? 'spared' : 'restored'] += 1;
  }
  const decided = await takeDecided(db, ownerId, from, ids);
  const written = new Set(undone.map(({ row }) => row.id));
  for (const each of decided) {
    const row = rows.get(each.product_id);
    if (row) {
      await confirmAgain(db, ownerId, row, each);
      // Where the merchant's values were all kept, undoing restores only the conflict.
      done.restored += written.has(each.product_id) ? 0 : 1;
    }
  }
  return done;
}

async function takeDecided(db: OwnerDb, ownerId: string, editSetId: string, ids: readonly string[]) {
  return await db
    .deleteFrom('merge_decided')
    .where('owner_id', '=', ownerId)
    .where('edit_set_id', '=', editSetId)
    .where(sql<boolean>`product_id = any(${ids}::uuid[])`)
    .returningAll()
    .execute();
}

/**
 * Restores earlier conflicts in addition to the current ones; values that are equal on both sides by now are no
 * conflict.
 */
async function confirmAgain(
  db: OwnerDb,
  ownerId: string,
  row: Mergeable,
  decided: Selectable<MergeDecidedTable>,
): Promise<void> {
  const known = row.conflict;
  const requested = new Set<ProductField>(known?.fields.map(({ key }) => key));
  const conflict = {
    ...decided,
    at: known?.at ?? decided.before_at,
    fields: [...(known?.fields ?? []), ...decided.fields.filter(({ key }) => !requested.has(key))],
    base: { ...decided.base, ...known?.base },
    before: { ...decided.before, ...known?.before },
  };
  const again = asMerged({ ...row, conflict });
  await writeConflict(db, ownerId, again, mergeOf(again, noRules), decided.run_id);
}
