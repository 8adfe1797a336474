import type { Language } from '@bowerbird/contract/account/account';
import {
  type CopyRun,
  type CopyState,
  copySteps,
  type CopyRow as ListedCopy,
} from '@bowerbird/contract/collect/copying';
import { certificateOf } from '../collect/certificate.ts';
import { getCollectRun } from '../collect/progress.ts';
import type { OwnerDb } from '../db/database.ts';
import { viewRun } from '../listing/api/view.ts';
import { namesOf } from '../runs/names.ts';
import { findRun, toRun } from '../runs/runs.ts';
import { getStore } from '../stores/queries.ts';
import { type CopyRow, getCopyRow, runColumn } from './rows.ts';

/** Returns a copy with its steps, their runs, and the results of collecting and listing. */
export async function viewCopy(
  db: OwnerDb,
  ownerId: string,
  id: string,
  language: Language,
): Promise<CopyRun> {
  const row = await getCopyRow(db, ownerId, id);
  const steps: CopyRun['steps'] = [];
  for (const step of copySteps) {
    const runId = row[runColumn[step]];
    const run = runId === null ? undefined : await findRun(db, ownerId, runId);
    steps.push({ step, run: run ? toRun(run) : null });
  }
  const [collecting, , listing] = steps;
  const names = await namesOf(db, ownerId, row.confirmed_by ? [row.confirmed_by] : []);
  const { platform, scope, address, edits, options, stock = false } = row.request;
  return {
    ...(await rowOf(db, row)),
    scope,
    address,
    edits,
    options,
    stock,
    steps,
    collected: collecting?.run
      ? certificateOf(await getCollectRun(db, ownerId, collecting.run.id), language)
      : null,
    listed: listing?.run ? (await viewRun(db, ownerId, listing.run.id)).certificate : null,
    platform,
    confirmedBy: row.confirmed_by ? (names.get(row.confirmed_by) ?? null) : null,
    confirmedAt: row.confirmed_at.toISOString(),
  };
}

/** Returns copies, newest first, starting after the one the cursor names. */
export async function listCopies(
  db: OwnerDb,
  ownerId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ items: ListedCopy[]; total: number; totalIsEstimate: false; nextCursor: string | null }> {
  const rows = await db
    .selectFrom('copy_run')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const { count } = await db
    .selectFrom('copy_run')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  const items: ListedCopy[] = [];
  for (const row of rows) {
    items.push(await rowOf(db, row));
  }
  return {
    items,
    total: Number(count),
    totalIsEstimate: false,
    nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

async function rowOf(db: OwnerDb, row: CopyRow): Promise<ListedCopy> {
  const stores: ListedCopy['stores'] = [];
  for (const id of row.request.storeIds) {
    const { store, shop } = await getStore(db, row.owner_id, id, true);
    stores.push({ id, name: store.name, platform: shop.platform });
  }
  return {
    id: row.id,
    title: row.title,
    platform: row.request.platform,
    state: stateOf(row),
    step: row.step,
    fault: row.fault,
    stores,
    createdAt: row.created_at.toISOString(),
  };
}

function stateOf({ state, wanted }: CopyRow): CopyState {
  return state === 'going' && wanted === 'pause' ? 'paused' : state;
}
