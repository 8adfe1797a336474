import { AppError } from '@bowerbird/contract/errors';
import { type Fault, hasEnded } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { changeRun, getRun } from '../../runs/runs.ts';
import { Stopped } from '../../runs/work.ts';
import { insertItems } from './items.ts';
import {
  changePreparation,
  endPreparation,
  findPreparation,
  lockPreparation,
  type Preparation,
} from './preparation.ts';
import { requireExpected, resumeMark } from './selection-mark.ts';
import { nextPage } from './source-page.ts';
import { changeStoreJob, findStoreJobs } from './store-jobs.ts';

/** Number of products that one transaction writes, to all stores of the run. */
export const chunkSize = 1000;

export interface PrepareOptions {
  signal?: AbortSignal;
  /** Continues writing although the run was cancelled: another run lists what it left. */
  evenEnded?: boolean;
  /** Called after each transaction. */
  onChunk?: () => void | Promise<void>;
}

/**
 * Writes the products of a run that are not written yet, a thousand to a transaction, which also saves the progress: if
 * the work is killed and started again, or done by several workers at once, each product is written once. Where
 * products, prices or rules are not what a person saw, the run ends as failed with that fault and lists nothing.
 * Returns whether the run may be worked on; false also for one that was paused or cancelled meanwhile. Throws `Stopped`
 * on the signal.
 */
export async function prepareItems(
  db: Db,
  ownerId: string,
  runId: string,
  options: PrepareOptions = {},
): Promise<boolean> {
  await prepareFormer(db, ownerId, runId, options);
  for (;;) {
    if (options.signal?.aborted) {
      throw new Stopped('server');
    }
    const step = await asOwner(db, ownerId, (owned) => writeChunk(owned, ownerId, runId, options));
    await options.onChunk?.();
    if (step !== 'more') {
      return step === 'ready';
    }
  }
}

/** What a run left can be listed by another once all of it is written. */
async function prepareFormer(db: Db, ownerId: string, runId: string, options: PrepareOptions): Promise<void> {
  const row = await asOwner(db, ownerId, (owned) => findPreparation(owned, ownerId, runId));
  if (row?.source.kind === 'rest') {
    await prepareItems(db, ownerId, row.source.runId, { ...options, evenEnded: true });
  }
}

type Step = 'more' | 'ready' | 'stopped';

/**
 * Writes the next products, in the caller's transaction. With `atOnce`, throws where products, prices or rules are not
 * what a person saw, instead of ending the run.
 */
export async function writeChunk(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  { evenEnded = false, atOnce = false }: { evenEnded?: boolean; atOnce?: boolean } = {},
): Promise<Step> {
  const row = await lockPreparation(db, ownerId, runId);
  if (!row) {
    return 'ready';
  }
  const run = await getRun(db, ownerId, runId);
  if (!evenEnded && (hasEnded(run) || run.wanted !== 'go')) {
    return 'stopped';
  }
  if (row.fault) {
    return await dropChunk(db, row, row.fault);
  }
  const page = await nextPage(db, row, chunkSize);
  const mark = row.mark === null ? null : resumeMark(ownerId, row.mark);
  await mark?.add(db, page.ids);
  for (const { shop_id, store_id } of await findStoreJobs(db, ownerId, runId)) {
    await insertItems(db, ownerId, runId, { shopId: shop_id, storeId: store_id }, page.itemsFor(shop_id));
  }
  const products = row.products + page.ids.length;
  const after = page.ids.at(-1);
  if (after !== undefined && page.ids.length === chunkSize) {
    await changePreparation(db, row, { after, products, mark: mark?.text() ?? null });
    return 'more';
  }
  const unlike = mark && row.expected ? unlikeSeen(row.expected, { products, mark }) : null;
  if (unlike && atOnce) {
    throw unlike;
  }
  if (unlike) {
    const fault = { code: unlike.code, params: unlike.params };
    await changePreparation(db, row, { products, fault, ...(after !== undefined && { after }) });
    return 'more';
  }
  await endPreparation(db, row);
  return 'ready';
}

function unlikeSeen(...[expected, now]: Parameters<typeof requireExpected>): AppError | null {
  try {
    requireExpected(expected, now);
    return null;
  } catch (thrown) {
    return AppError.from(thrown);
  }
}

/** Deletes a chunk of what was written of a run that is not what a person saw; the last chunk ends the run. */
async function dropChunk(db: OwnerDb, row: Preparation, fault: Fault): Promise<Step> {
  const { owner_id: ownerId, run_id: runId } = row;
  const { rows } = await sql`
    delete from listing_item where id in (
      select id from listing_item where owner_id = ${ownerId} and run_id = ${runId} limit ${5 * chunkSize}
    ) and owner_id = ${ownerId} returning 1
  `.execute(db);
  if (rows.length > 0) {
    return 'more';
  }
  for (const { shop_id } of await findStoreJobs(db, ownerId, runId)) {
    await changeStoreJob(db, ownerId, { runId, shopId: shop_id }, { state: 'failed', fault });
  }
  await changeRun(db, ownerId, runId, { state: 'failed', fault, ended: true });
  await endPreparation(db, row);
  return 'stopped';
}
