import type { Drift } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { Json } from '@bowerbird/platforms/context';
import { type Selectable, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { CollectRunTable } from '../db/tables/catalogue.ts';
import type { Figures } from './figures.ts';

export type CollectRunRow = Selectable<CollectRunTable>;

/** Everything a run needs to resume where it stopped. */
export interface Progress {
  figures: Figures;
  /** The collector's own checkpoint. */
  checkpoint: Json | null;
  /** Number of saved batches. */
  batches: number;
  /** `sourceKey` of every saved source product. */
  got: Set<string>;
  /** Addresses reported as skipped. */
  skipped: Set<string>;
}

export async function getCollectRun(db: OwnerDb, ownerId: string, runId: string): Promise<CollectRunRow> {
  const row = await db
    .selectFrom('collect_run')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `collect run ${runId}`);
  }
  return row;
}

/**
 * Reads the progress with the run's row locked: a batch that another worker saves meanwhile counts completely or not at
 * all.
 */
export async function readProgress(db: OwnerDb, ownerId: string, runId: string): Promise<Progress> {
  await lockRun(db, ownerId, runId);
  const row = await getCollectRun(db, ownerId, runId);
  const batches = await db
    .selectFrom('collect_batch')
    .select(['seq', 'source_ids'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .execute();
  const skips = await db
    .selectFrom('collect_skip')
    .select('address')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .execute();
  const { got, unchanged, skipped, variants, images, requests, promised, slices, ways, found } = row;
  return {
    figures: { got, unchanged, skipped, variants, images, requests, promised, slices, ways, found },
    // Written by this program and read back unchanged.
    checkpoint: row.checkpoint as Json,
    batches: batches.length,
    got: new Set(batches.flatMap((batch) => batch.source_ids)),
    skipped: new Set(skips.map(({ address }) => address)),
  };
}

/** Writes the figures, and the checkpoint if one is given. */
export async function writeFigures(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  figures: Figures,
  checkpoint?: Json,
): Promise<void> {
  const { promised, slices, ways, found, ...counts } = figures;
  await db
    .updateTable('collect_run')
    .set({
      ...counts,
      promised: JSON.stringify(promised),
      slices: jsonText(slices),
      ways: JSON.stringify(ways),
      found: JSON.stringify(found),
      ...(checkpoint !== undefined && { checkpoint: jsonText(checkpoint) }),
    })
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .execute();
}

/** Records what the run's reader no longer finds. */
export async function writeDrift(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  drift: readonly Drift[],
): Promise<void> {
  await db
    .updateTable('collect_run')
    .set({ drift: JSON.stringify(drift) })
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .execute();
}

/**
 * The database's state of this run is not what this worker saved: another worker continued it, or the database lost the
 * newest data.
 */
export class TakenOver extends Error {
  override readonly name = 'TakenOver';
}

/**
 * Claims the next batch number for this worker; of two workers on one run, the later one throws `TakenOver`. A batch
 * that is lost with its checkpoint in a power cut is collected again, so its commit need not wait for the disk. The
 * run's end does wait, and then everything before it is safe too. A database that crashed may forget such a batch while
 * the worker is still running: because the previous batch is missing, this also throws `TakenOver`, and the run
 * continues from what the database has.
 */
export async function beginBatch(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  seq: number,
  sourceKeys: string[],
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into collect_batch (run_id, seq, owner_id, source_ids)
    select ${runId}, ${seq}, ${ownerId}, ${sourceKeys}::text[]
    where set_config('synchronous_commit', 'off', true) = 'off'
      and (${seq} = 0 or exists (select from collect_batch where run_id = ${runId} and seq = ${seq - 1}))
    on conflict (run_id, seq) do nothing
  `.execute(db);
  if (numAffectedRows !== 1n) {
    throw new TakenOver(
      `batch ${seq} of run ${runId} was saved by another worker, or the one before is gone`,
    );
  }
}

/** Records that a batch begun in this transaction contains only these products. */
export async function shortenBatch(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  seq: number,
  sourceKeys: string[],
): Promise<void> {
  await sql`
    update collect_batch set source_ids = ${sourceKeys}::text[]
    where owner_id = ${ownerId} and run_id = ${runId} and seq = ${seq}
  `.execute(db);
}

/** Locks the run's row and makes sure that no other worker saved a batch; otherwise throws `TakenOver`. */
export async function holdRun(db: OwnerDb, ownerId: string, runId: string, batches: number): Promise<void> {
  await lockRun(db, ownerId, runId);
  const { rows } = await sql<{ batches: number }>`
    select count(*)::integer as batches from collect_batch where owner_id = ${ownerId} and run_id = ${runId}
  `.execute(db);
  if (rows[0]?.batches !== batches) {
    throw new TakenOver(`run ${runId} has ${rows[0]?.batches} batches, not ${batches}`);
  }
}

async function lockRun(db: OwnerDb, ownerId: string, runId: string): Promise<void> {
  await sql`select from collect_run where owner_id = ${ownerId} and run_id = ${runId} for update`.execute(db);
}
