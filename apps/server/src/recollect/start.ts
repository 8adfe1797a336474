import type { CollectedSelection } from '@bowerbird/contract/collect/collected';
import type { Watch } from '@bowerbird/contract/collect/watches';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import { selectCollected } from '../collect/lists/filter.ts';
import { getCollectRun } from '../collect/progress.ts';
import { type CheckedRequest, checkRequest, writeCollectRun } from '../collect/start.ts';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { Call } from '../http/serve.ts';
import { getRun, type RunRow } from '../runs/runs.ts';

type What = { collected: CollectedSelection } | { productIds: string[] } | { runId: string };

/** Maximum number of sources re-collected at once. */
const sourcesMax = 100;
/** Maximum number of addresses in one run. */
const addressesMax = 10_000;

/** What is reported of a run that a person started by hand. */
export const alertsByHand: Watch['alerts'] = { pricePercent: 5, stock: true, gone: true };

/**
 * Creates one run for each source and wakes them; returns their ids. `stock` has an effect only where a platform can
 * report inventory.
 */
export async function startRecollect(call: Call, what: What, stock?: boolean): Promise<string[]> {
  const requests = (await requestsFor(call, what)).map((request) => withStock(call, request, stock));
  const runs = await call.db(async (db) => {
    const written: RunRow[] = [];
    for (const request of requests) {
      const who = { ownerId: call.ownerId, userId: call.user.id };
      written.push(await writeRecollectRun(db, who, request, { alerts: alertsByHand, watchId: null }));
    }
    return written;
  });
  for (const run of runs) {
    await call.services.jobs.wake(run);
  }
  return runs.map(({ id }) => id);
}

function withStock({ services }: Call, request: CheckedRequest, stock: boolean | undefined): CheckedRequest {
  const mayRequest = services.platforms.get(request.platform)?.collector?.supportsStockRequests === true;
  return stock === undefined ? request : { ...request, stock: stock && mayRequest };
}

/** Creates a run that reports what happened to claimed products; the caller wakes its job after the commit. */
export async function writeRecollectRun(
  db: OwnerDb,
  who: { ownerId: string; userId: string | null },
  request: CheckedRequest,
  { alerts, watchId }: { alerts: Watch['alerts']; watchId: string | null },
): Promise<RunRow> {
  const runId = await writeCollectRun(db, who, request);
  await db
    .insertInto('recollect_run')
    .values({ run_id: runId, owner_id: who.ownerId, watch_id: watchId, alerts: jsonText(alerts) })
    .execute();
  return await getRun(db, who.ownerId, runId);
}

async function requestsFor(call: Call, what: What): Promise<CheckedRequest[]> {
  if ('runId' in what) {
    const row = await call.db((db) => getCollectRun(db, call.ownerId, what.runId));
    const { platform, scope, addresses, pace_ms, with_stock: stock } = row;
    if (addresses.length === 0) {
      throw new AppError('selection.empty', `run ${what.runId} names no address`);
    }
    return [checkRequest(call.services, { platform, scope, addresses, paceMs: pace_ms ?? undefined, stock })];
  }
  const sources = new Map<string, { platform: string; urls: string[]; stock: boolean }>();
  let selected = 0;
  for await (const rows of sourcesOf(call, what)) {
    selected += rows.length;
    for (const { platform, shop, url, stock } of rows) {
      const known = sources.get(`${platform} ${shop}`);
      // What only a browser can read is read there.
      if (known) {
        known.urls.push(url);
        known.stock ||= stock;
      } else if (call.services.platforms.get(platform)?.collector) {
        sources.set(`${platform} ${shop}`, { platform, urls: [url], stock });
      }
    }
  }
  const requests = [...sources.values()].flatMap(({ platform, urls, stock }) =>
    chunks(urls, addressesMax).map((addresses) =>
      checkRequest(call.services, { platform, scope: 'list' as const, addresses, stock, onlyKnown: true }),
    ),
  );
  if (requests.length === 0) {
    throw selected === 0
      ? new AppError('selection.empty', 'nothing there to be read again')
      : new AppError('recollect.nothing-to-read', `none of ${selected} comes from a shop`);
  }
  if (requests.length > sourcesMax) {
    throw new AppError('recollect.too-many-sources', `${requests.length} sources`, {
      params: { limit: sourcesMax },
    });
  }
  return requests;
}

interface SourceRow {
  platform: string;
  shop: string;
  url: string;
  /** Whether the last collection included its inventory. */
  stock: boolean;
}

async function* sourcesOf(call: Call, what: Exclude<What, { runId: string }>): AsyncGenerator<SourceRow[]> {
  const { ownerId } = call;
  if ('productIds' in what) {
    const ids = what.productIds;
    const { rows } = await call.db((db) =>
      sql<SourceRow>`
        select collected.platform, collected.shop, collected.url,
          collected.content -> 'extra' -> 'stock' is not null as stock from product
        join collected on collected.id = product.collected_id and collected.owner_id = ${ownerId}
        where product.owner_id = ${ownerId} and product.id = any(${ids}::uuid[]) order by collected.id
      `.execute(db),
    );
    yield rows;
    return;
  }
  for await (const ids of selectCollected(call.services.db, ownerId, what.collected)) {
    const { rows } = await call.db((db) =>
      sql<SourceRow>`
        select platform, shop, url, content -> 'extra' -> 'stock' is not null as stock from collected
        where owner_id = ${ownerId} and id = any(${ids}::uuid[]) order by id
      `.execute(db),
    );
    yield rows;
  }
}

function chunks<Item>(list: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );
}
