import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { CollectRunRow } from '../collect/progress.ts';
import { getCollectRun } from '../collect/progress.ts';
import { metBy } from '../collect/saving/met.ts';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { OpenEditSet } from '../products/history/edit-sets.ts';
import { saveRejections } from '../products/write/attached-rules.ts';
import type { RunControl } from '../runs/work.ts';
import { finishRun } from './finish.ts';
import { lockMergeable, type Mergeable, type MergedUnderRules, mergeOf } from './mergeable.ts';
import { type Rules, readRules } from './rules.ts';
import { alertsOf, saveAlerts, saveRejected } from './watches/alerts.ts';
import { writeConflict, writeMerged } from './write-merged.ts';

/** Number of products merged in one transaction. */
const atOnce = 100;

/**
 * Merges what a run read into the products that were claimed from it, notes what happened to them, and counts. A
 * product that holds its current snapshot is left alone, so an interrupted merge continues and ends with the same
 * result; called for a run that has grown, it merges what is new.
 */
export async function mergeRun(
  { db, log }: { db: Db; log: Pick<Log, 'warn'> },
  { ownerId, runId }: { ownerId: string; runId: string },
  control?: Pick<RunControl, 'signal'>,
): Promise<void> {
  const run = await asOwner(db, ownerId, (owned) => getCollectRun(owned, ownerId, runId));
  const ids = await asOwner(db, ownerId, (owned) => findChanged(owned, run));
  for (let start = 0; start < ids.length; start += atOnce) {
    control?.signal.throwIfAborted();
    await asOwner(db, ownerId, (owned) => mergeBatch(owned, log, run, ids.slice(start, start + atOnce)));
  }
  control?.signal.throwIfAborted();
  await asOwner(db, ownerId, (owned) => finishRun(owned, run));
}

/**
 * Finds products that this run read and that hold another snapshot than the current one. What the run itself wrote is
 * found quickly; what it found unchanged may have been written by a run that was cancelled before it merged.
 */
async function findChanged(
  db: OwnerDb,
  { owner_id, run_id, platform, unchanged }: CollectRunRow,
): Promise<string[]> {
  const metUnchanged =
    unchanged === 0
      ? sql`false`
      : sql`(collected.platform = ${platform}
          and (collected.shop, collected.source_id) in (${metBy(owner_id, run_id)}))`;
  const changed = (which: ReturnType<typeof sql>) => sql`
    select product.id from collected
    join product on product.collected_id = collected.id and product.owner_id = ${owner_id}
    where collected.owner_id = ${owner_id} and collected.product_id is not null
      and product.source_hash is distinct from collected.content_hash and ${which}`;
  const { rows } = await sql<{ id: string }>`
    ${changed(sql`collected.last_run_id = ${run_id}`)} union ${changed(metUnchanged)} order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

async function mergeBatch(
  db: OwnerDb,
  log: Pick<Log, 'warn'>,
  run: CollectRunRow,
  ids: readonly string[],
): Promise<void> {
  const { owner_id: ownerId, run_id: runId } = run;
  const rules = await readRules(db, ownerId);
  const reported = await alertsOf(db, ownerId, runId);
  const counts = { followed: 0, kept: 0 };
  const rows = await lockMergeable(db, ownerId, ids);
  const merges = rows
    .filter(({ merged, collected }) => merged.hash !== collected.hash)
    .flatMap((row) => {
      const merged = mergedOrNull(row, rules, log);
      return merged === null ? [] : [{ row, merged }];
    });
  const editSet = new OpenEditSet(() => openEditSet(db, ownerId, runId));
  const { changed, rejected } = await writeMerged(db, ownerId, editSet, merges);
  const done = merges.filter(({ row }) => !rejected.has(row.id));
  await saveRejections(
    db,
    ownerId,
    done.flatMap(({ row: { id, rules: attached }, merged: { rejections } }) =>
      attached.length > 0 ? [{ productId: id, rejections }] : [],
    ),
  );
  for (const { row } of merges) {
    const fault = rejected.get(row.id);
    if (fault) {
      await saveRejected(db, ownerId, runId, reported, row, fault);
    }
  }
  for (const { row, merged } of done) {
    await writeConflict(db, ownerId, row, merged, runId);
    await saveAlerts(db, ownerId, runId, reported, row, merged.read);
    if (merged.open.length === 0) {
      counts.followed += changed.has(row.id) ? 1 : 0;
      counts.kept += !changed.has(row.id) && merged.kept.length > 0 ? 1 : 0;
    }
  }
  await sql`
    insert into recollect_run (run_id, owner_id, followed, kept)
    values (${runId}, ${ownerId}, ${counts.followed}, ${counts.kept})
    on conflict (run_id) do update
    set followed = recollect_run.followed + excluded.followed, kept = recollect_run.kept + excluded.kept
  `.execute(db);
}

/** Merges a product; null if that fails, so that the product stays as it is and does not block the others. */
function mergedOrNull(row: Mergeable, rules: Rules, log: Pick<Log, 'warn'>): MergedUnderRules | null {
  try {
    return mergeOf(row, rules);
  } catch (thrown) {
    log.warn({ error: String(thrown), productId: row.id }, 'A product could not be merged with its source');
    return null;
  }
}

/**
 * Returns the run's one edit set, even if two processes create it at once. If it was undone before, it can be undone
 * again.
 */
async function openEditSet(db: OwnerDb, ownerId: string, runId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into edit_set (id, owner_id, run_id, kind)
    values (${v7()}, ${ownerId}, ${runId}, 'followed')
    on conflict (run_id) where run_id is not null do update set undone_at = null
    returning id
  `.execute(db);
  return rows[0]?.id ?? '';
}
