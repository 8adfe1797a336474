import type { CollectScope } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { Collector } from '@bowerbird/platforms/collecting/collector';
import { requireActive, requireRoom } from '../billing/quotas.ts';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { createRun, getRun, reopenRun } from '../runs/runs.ts';
import type { Services } from '../services/services.ts';
import { readPasted } from './address.ts';
import { getCollectRun } from './progress.ts';

export interface CollectRequestBody {
  platform: string;
  scope: CollectScope;
  addresses: string[];
  /** What to search for in the shops of these addresses, unless the addresses are search pages themselves. */
  words?: string | undefined;
  paceMs?: number | undefined;
  /** Requests inventory that lists leave out, product by product. */
  stock?: boolean | undefined;
  /** Everything requested was collected before: it does not count towards the merchant's plan. */
  onlyKnown?: boolean;
}

/** Records the run and starts its job; returns the run's id. Related records are written in the same transaction. */
export async function startCollect(
  call: Call,
  request: CollectRequestBody,
  writeWith: (db: OwnerDb, runId: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const checked = checkRequest(call.services, request);
  const run = await call.db(async (db) => {
    const runId = await writeCollectRun(db, { ownerId: call.ownerId, userId: call.user.id }, checked);
    await writeWith(db, runId);
    return await getRun(db, call.ownerId, runId);
  });
  await call.services.jobs.wake(run);
  return run.id;
}

/** A request that can be collected, with the shops that its addresses belong to. */
export type CheckedRequest = CollectRequestBody & { shops: readonly string[] };

/** Returns the request with its addresses as they will be read; throws for what cannot be collected. */
export function checkRequest(
  { platforms }: Pick<Services, 'platforms'>,
  request: CollectRequestBody,
): CheckedRequest {
  const collector = platforms.get(request.platform)?.collector;
  if (!collector) {
    throw new AppError('request.invalid', `platform ${request.platform} does not collect`, {
      issues: [{ path: ['platform'], code: 'unknown', message: '' }],
    });
  }
  if (request.stock && !collector.supportsStockRequests) {
    throw new AppError('request.invalid', `stock of ${request.platform} cannot be asked for`, {
      issues: [{ path: ['stock'], code: 'unrecognized_keys', message: '' }],
    });
  }
  const pasted = request.addresses.map((address) => readPasted(address));
  const meant =
    request.words === undefined ? pasted : pasted.map((shop) => searchIn(collector, shop, request));
  const addresses = [...new Set(meant.map(({ href }) => href))];
  if ((request.scope === 'product' || request.scope === 'shop') && addresses.length > 1) {
    throw new AppError('request.invalid', `scope ${request.scope} takes one address`, {
      issues: [{ path: ['addresses'], code: 'too_big', message: '' }],
    });
  }
  const shops = meant.map((address) => collector.shopOf?.(address, request.scope) ?? address.host);
  return { ...request, addresses, shops: [...new Set(shops)] };
}

/** Returns the page of a shop that shows its search results for the requested text. */
function searchIn(collector: Collector, shop: URL, { platform, scope, words = '' }: CollectRequestBody): URL {
  if (scope !== 'search' || !collector.searchAddress) {
    throw new AppError('request.invalid', `words for scope ${scope} of ${platform}`, {
      issues: [{ path: ['words'], code: 'unrecognized_keys', message: '' }],
    });
  }
  return collector.searchAddress(shop, words);
}

/**
 * Records a waiting run, whose addresses have been checked. Returns its id. Throws `owner.frozen` for a frozen merchant
 * and `quota.exceeded` for one whose plan has no room left.
 */
export async function writeCollectRun(
  db: OwnerDb,
  { ownerId, userId }: { ownerId: string; userId: string | null },
  {
    platform,
    scope,
    addresses,
    shops: [shop = '', ...others],
    paceMs,
    stock = false,
    onlyKnown = false,
  }: CheckedRequest,
): Promise<string> {
  await (onlyKnown ? requireActive(db, ownerId) : requireRoom(db, ownerId, 'collected-per-month'));
  const { host = '' } = URL.parse(addresses[0] ?? '') ?? {};
  const runId = await createRun(db, ownerId, {
    kind: 'collect',
    title: others.length > 0 ? `${shop} +${others.length}` : shop,
    // Of one host, one run at a time is worked on, whatever shops it has.
    request: { shop: host, platform, scope },
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
 * Collects again, as a separate list, what a run skipped and nobody has read since; a run that itself ended early
 * continues where it stopped. If there is neither, throws `selection.empty`.
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
