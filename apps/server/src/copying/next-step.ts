import type { CopyStep } from '@bowerbird/contract/collect/copying';
import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { requireRoom } from '../billing/quotas.ts';
import { metBy } from '../collect/saving/met.ts';
import { checkRequest, writeCollectRun } from '../collect/start.ts';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { createListingRun } from '../listing/runs/create-run.ts';
import type { ClaimRunRequest } from '../products/claim/claim-job.ts';
import { createRun, getRun } from '../runs/runs.ts';
import type { Services } from '../services/services.ts';
import { type CopyRow, lockCopy, runColumn } from './rows.ts';

/** Another worker has moved the copy on meanwhile. */
class Moved extends Error {
  override readonly name = 'Moved';
}

/**
 * Begins a step of a copy. The step's run and the copy's new step are written together or not at all; of several
 * concurrent callers one succeeds. Where the step is rejected, the copy stops with that reason.
 */
export async function beginStep(services: Services, copy: CopyRow, step: CopyStep): Promise<void> {
  try {
    if (step === 'listing') {
      await list(services, copy);
      return;
    }
    const run = await asOwner(services.db, copy.owner_id, async (db) => {
      const runId = await (step === 'claiming' ? claim(db, copy) : collect(db, services, copy));
      await moveOn(db, copy, step, runId);
      return await getRun(db, copy.owner_id, runId);
    });
    // If the process is killed before this line, the search for forgotten runs finds and wakes the run.
    await services.jobs.wake(run);
  } catch (thrown) {
    if (thrown instanceof Moved) {
      return;
    }
    const { code, params } = AppError.from(thrown);
    if (code === 'unexpected') {
      throw thrown;
    }
    await stopCopy(services, copy, step, { code, params });
  }
}

/** Stops a copy early, in this step; a person may resume it. */
export async function stopCopy(
  { db }: Pick<Services, 'db'>,
  copy: CopyRow,
  step: CopyStep,
  fault: Fault | null,
): Promise<void> {
  await asOwner(db, copy.owner_id, async (owned) => {
    if (isAs(await lockCopy(owned, copy.owner_id, copy.id), copy)) {
      await owned
        .updateTable('copy_run')
        .set({ state: 'stopped', step, fault: fault && jsonText(fault) })
        .where('owner_id', '=', copy.owner_id)
        .where('id', '=', copy.id)
        .execute();
    }
  });
}

async function collect(
  db: OwnerDb,
  services: Services,
  { owner_id, created_by, request }: CopyRow,
): Promise<string> {
  const { platform, scope, address, stock } = request;
  const checked = checkRequest(services, { platform, scope, addresses: [address], stock });
  return await writeCollectRun(db, { ownerId: owner_id, userId: created_by }, checked);
}

/** Creates products of those collected products that are not products yet. */
async function claim(
  db: OwnerDb,
  { owner_id, created_by, title, collect_run_id, request }: CopyRow,
): Promise<string> {
  const { rows } = await sql`
    select from collected where owner_id = ${owner_id} and product_id is null
      and (shop, source_id) in (${metBy(owner_id, collect_run_id ?? '')}) limit 1
  `.execute(db);
  if (rows.length > 0) {
    await requireRoom(db, owner_id, 'products');
  }
  const wanted: ClaimRunRequest = {
    selection: {
      filter: { state: 'unclaimed', ...(collect_run_id && { runId: collect_run_id }) },
      except: [],
    },
    edits: request.edits,
    userId: created_by,
  };
  return await createRun(db, owner_id, { kind: 'claim', title, request: wanted, createdBy: created_by });
}

async function list(services: Services, copy: CopyRow): Promise<void> {
  const { owner_id: ownerId, created_by: createdBy, request } = copy;
  const ids = await asOwner(services.db, ownerId, (db) => productsOf(db, copy));
  if (ids.length === 0) {
    throw new AppError('selection.empty', `copy ${copy.id} has no products`);
  }
  const { storeIds, options } = request;
  await createListingRun(
    services,
    ownerId,
    { storeIds, options, selection: { ids }, dryRun: false, createdBy },
    (db, runId) => moveOn(db, copy, 'listing', runId),
  );
}

/** Returns the products created from what the copy collected, now or earlier, in the order of the source's pages. */
async function productsOf(db: OwnerDb, { owner_id, collect_run_id }: CopyRow): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id from collected
    where owner_id = ${owner_id} and product_id is not null
      and (shop, source_id) in (${metBy(owner_id, collect_run_id ?? '')})
    order by id
  `.execute(db);
  return rows.map(({ product_id }) => product_id);
}

async function moveOn(db: OwnerDb, copy: CopyRow, step: CopyStep, runId: string): Promise<void> {
  const now = await lockCopy(db, copy.owner_id, copy.id);
  if (!isAs(now, copy) || now.wanted !== 'go') {
    throw new Moved();
  }
  await db
    .updateTable('copy_run')
    .set({ state: 'going', step, [runColumn[step]]: runId, fault: null })
    .where('owner_id', '=', copy.owner_id)
    .where('id', '=', copy.id)
    .execute();
}

/** Reports whether a copy is in the same state as when it was read. */
export function isAs(now: CopyRow, before: CopyRow): boolean {
  return (
    now.state === before.state &&
    now.step === before.step &&
    now[runColumn[now.step]] === before[runColumn[before.step]]
  );
}
