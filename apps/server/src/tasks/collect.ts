import type { CollectScope, Recognition } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import { recogniseAll } from '../collect/recognise.ts';
import { startCollect } from '../collect/start.ts';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { requireOpenRun } from '../runs/open-runs.ts';
import { getTaskRow } from './tasks.ts';

export interface PlannedRun {
  platform: string;
  scope: CollectScope;
  addresses: string[];
}

/**
 * Starts collecting for a task: each address for what it names, the products of a platform in one list, its categories
 * in one run, each shop by itself. The runs are linked to the task.
 */
export async function collectForTask(
  call: Call,
  id: string,
): Promise<{ runIds: string[]; faults: { address: string; fault: Fault }[] }> {
  const viewer = { ownerId: call.ownerId, userId: call.user.id };
  const task = await call.db((db) => getTaskRow(db, viewer, id));
  if (task.done_at !== null) {
    throw new AppError('run.wrong-state', `task ${id} is done`, { params: { state: 'complete' } });
  }
  if (task.addresses.length === 0) {
    throw new AppError('selection.empty', `task ${id} has no addresses`);
  }
  await call.db((db) => requireOpenRun(db, call.ownerId));
  const recognised = await recogniseAll(call.services, task.addresses);
  const faults = recognised.flatMap(({ address, candidates, fault }) =>
    candidates.length === 0 && fault !== null ? [{ address, fault }] : [],
  );
  const runIds: string[] = [];
  for (const planned of planRuns(recognised)) {
    try {
      runIds.push(
        await startCollect(
          call,
          { ...planned, stock: supportsStockRequests(call, task, planned) },
          (db, runId) => tieRun(db, { ownerId: call.ownerId, taskId: id, runId }),
        ),
      );
    } catch (thrown) {
      const { code, params } = AppError.from(thrown);
      if (runIds.length === 0 || code === 'unexpected') {
        throw thrown;
      }
      // Earlier runs have started: they are returned, and so is the reason why this one could not.
      faults.push(...planned.addresses.map((address) => ({ address, fault: { code, params } })));
    }
  }
  return { runIds, faults };
}

/**
 * Reports whether inventory is requested of a platform; a platform that cannot provide it does not block the task's
 * runs.
 */
function supportsStockRequests(
  { services }: Call,
  task: { with_stock: boolean },
  { platform }: Pick<PlannedRun, 'platform'>,
): boolean {
  return task.with_stock && services.platforms.get(platform)?.collector?.supportsStockRequests === true;
}

async function tieRun(
  db: OwnerDb,
  { ownerId, taskId, runId }: { ownerId: string; taskId: string; runId: string },
): Promise<void> {
  const task = await db
    .selectFrom('task')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', taskId)
    .forKeyShare()
    .executeTakeFirst();
  if (!task) {
    throw new AppError('not-found', `task ${taskId} was deleted meanwhile`);
  }
  await db.insertInto('task_run').values({ run_id: runId, owner_id: ownerId, task_id: taskId }).execute();
}

/** Returns the runs that the recognized addresses make; addresses that were not recognized make none. */
export function planRuns(recognised: readonly Recognition[]): PlannedRun[] {
  const runs = new Map<string, PlannedRun>();
  for (const { address, candidates } of recognised) {
    const [best] = candidates;
    if (!best) {
      continue;
    }
    const scope = best.scope === 'product' ? 'list' : best.scope;
    const key = scope === 'shop' ? `${best.platform} ${address}` : `${best.platform} ${scope}`;
    const held = runs.get(key);
    if (!held) {
      runs.set(key, { platform: best.platform, scope, addresses: [address] });
    } else if (!held.addresses.includes(address)) {
      held.addresses.push(address);
    }
  }
  return [...runs.values()];
}
