import type { CollectScope } from '@bowerbird/contract/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { Collector } from '@bowerbird/platforms/collecting/collector';
import { requireActive, requireRoom } from '../billing/quotas.ts';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { createRun, getRun, reopenRun } from '../runs/runs.ts';
import type { Services } from '../services.ts';
import { readPasted } from './address.ts';
import { getCollectRun } from './progress.ts';

export interface CollectAskBody {
  platform: string;
  scope: CollectScope;
  addresses: string[];
  /** What to look for in the shops of these addresses, where those are no pages of a search themselves. */
  words?: string | undefined;
  paceMs?: number | undefined;
  /** Stock that lists leave out is asked for, product by product. */
  stock?: boolean | undefined;
  /** Everything asked for was collected before: it takes nothing from the merchant's plan. */
  onlyKnown?: boolean;
}

/**
 * Writes the run down and wakes its job; answers the run's id. What belongs to the run is written with it, or neither.
 */
export async function startCollect(
  call: Call,
  ask: CollectAskBody,
  writeWith: (db: OwnerDb, runId: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const checked = checkAsk(call.services, ask);
  const run = await call.db(async (db) => {
    const runId = await writeCollectRun(db, { ownerId: call.ownerId, userId: call.user.id }, checked);
    await writeWith(db, runId);
    return await getRun(db, call.ownerId, runId);
  });
  await call.services.jobs.wake(run);
  return run.id;
}

/** The ask with its addresses as they will be read; throws for what cannot be collected. */
export function checkAsk({ platforms }: Pick<Services, 'platforms'>, ask: CollectAskBody): CollectAskBody {
  const collector = platforms.get(ask.platform)?.collector;
  if (!collector) {
    throw new AppError('request.invalid', `platform ${ask.platform} does not collect`, {
      issues: [{ path: ['platform'], code: 'unknown', message: '' }],
    });
  }
  if (ask.stock && !collector.asksForStock) {
    throw new AppError('request.invalid', `stock of ${ask.platform} cannot be asked for`, {
      issues: [{ path: ['stock'], code: 'unrecognized_keys', message: '' }],
    });
  }
  const pasted = ask.addresses.map((address) => readPasted(address));
  const meant = ask.words === undefined ? pasted : pasted.map((shop) => searchIn(collector, shop, ask));
  const addresses = [...new Set(meant.map(({ href }) => href))];
  if ((ask.scope === 'product' || ask.scope === 'shop') && addresses.length > 1) {
    throw new AppError('request.invalid', `scope ${ask.scope} takes one address`, {
      issues: [{ path: ['addresses'], code: 'too_big', message: '' }],
    });
  }
  return { ...ask, addresses };
}

/** The page of a shop that shows what it finds for the words asked for. */
function searchIn(collector: Collector, shop: URL, { platform, scope, words = '' }: CollectAskBody): URL {
  if (scope !== 'search' || !collector.searchAddress) {
    throw new AppError('request.invalid', `words for scope ${scope} of ${platform}`, {
      issues: [{ path: ['words'], code: 'unrecognized_keys', message: '' }],
    });
  }
  return collector.searchAddress(shop, words);
}

/**
 * Writes a run down, waiting; its addresses have been read. Answers its id. Refused to a frozen merchant and to one whose
 * plan has no room left (`owner.frozen`, `quota.exceeded`).
 */
export async function writeCollectRun(
  db: OwnerDb,
  { ownerId, userId }: { ownerId: string; userId: string | null },
  { platform, scope, addresses, paceMs, stock = false, onlyKnown = false }: CollectAskBody,
): Promise<string> {
  await (onlyKnown ? requireActive(db, ownerId) : requireRoom(db, ownerId, 'collected-per-month'));
  const hosts = [...new Set(addresses.map((address) => new URL(address).host))];
  const [shop = ''] = hosts;
  const runId = await createRun(db, ownerId, {
    kind: 'collect',
    title: hosts.length > 1 ? `${shop} +${hosts.length - 1}` : shop,
    ask: { shop, platform, scope },
    createdBy: userId,
  });
  await db
    .insertInto('collect_run')
    .values({
      run_id: runId,
      owner_id: ownerId,
      platform,
      shop,
      scope,
      addresses: JSON.stringify(addresses),
      pace_ms: paceMs ?? null,
      with_stock: stock,
      promised: '[]',
      slices: '[]',
      ways: '[]',
    })
    .execute();
  return runId;
}

/**
 * Collects again what a run skipped and nobody read since, as a list of its own; a run that broke off itself goes on
 * from where it was. With neither there is nothing to do: `selection.empty`.
 */
export async function retrySkipped(call: Call, runId: string): Promise<string> {
  const { row, addresses, run } = await call.db(async (db) => ({
    row: await getCollectRun(db, call.ownerId, runId),
    run: await getRun(db, call.ownerId, runId),
    addresses: await findSkippedAddresses(db, call.ownerId, runId),
  }));
  const brokeOff = run.fault !== null && (run.state === 'partial' || run.state === 'failed');
  if (brokeOff) {
    await call.db(async (db) => {
      await requireActive(db, call.ownerId);
      await reopenRun(db, call.ownerId, runId);
      await db
        .updateTable('collect_run')
        .set({ certificate: null })
        .where('owner_id', '=', call.ownerId)
        .where('run_id', '=', runId)
        .execute();
    });
    await call.services.jobs.wake(run);
    return runId;
  }
  if (addresses.length === 0) {
    throw new AppError('selection.empty', `run ${runId} skipped nothing`);
  }
  return await startCollect(call, {
    platform: row.platform,
    scope: 'list',
    addresses,
    paceMs: row.pace_ms ?? undefined,
    stock: row.with_stock,
  });
}

async function findSkippedAddresses(db: OwnerDb, ownerId: string, runId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('collect_skip')
    .select('address')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .orderBy('id')
    .limit(10_000)
    .execute();
  return rows.map(({ address }) => address);
}
