import { type SqlBool, sql } from 'kysely';
import { writeCertificate } from '../collect/certificate.ts';
import type { Figures } from '../collect/figures.ts';
import { getCollectRun, writeFigures } from '../collect/progress.ts';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { Call } from '../http/serve.ts';
import { createRun, getRun, growEndedRun } from '../runs/runs.ts';
import { shopOf } from './sites.ts';

/**
 * Identifies a session: deliveries of one browser at one shop, each at most half an hour after the last, form one run.
 */
export interface Sitting {
  ownerId: string;
  userId: string;
  tokenId: string | null;
  platform: string;
  shop: string;
  now: Date;
}

const sittingMs = 30 * 60_000;

/** Returns the session of an open page. */
export function sittingAt(call: Call, platform: string, page: URL): Sitting {
  const { ownerId, user, services } = call;
  return {
    ownerId,
    userId: user.id,
    tokenId: user.tokenId,
    platform,
    shop: shopOf(platform, page),
    now: new Date(services.clock.wall()),
  };
}

/** Returns the run of this session; a new one if none is active. */
export async function openSitting(db: OwnerDb, sitting: Sitting): Promise<string> {
  return (await findSitting(db, sitting)) ?? (await beginSitting(db, sitting));
}

async function findSitting(
  db: OwnerDb,
  { ownerId, tokenId, platform, shop, now }: Sitting,
): Promise<string | undefined> {
  const last = await db
    .selectFrom('plugin_delivery')
    .select('run_id')
    .where('owner_id', '=', ownerId)
    .where('at', '>', new Date(now.getTime() - sittingMs))
    .where(sql<SqlBool>`token_id is not distinct from ${tokenId}::uuid`)
    .where('platform', '=', platform)
    .where('shop', '=', shop)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.run_id;
}

async function beginSitting(db: OwnerDb, { ownerId, userId, platform, shop }: Sitting): Promise<string> {
  const runId = await createRun(db, ownerId, {
    kind: 'collect',
    title: shop,
    request: { shop, platform, scope: 'list', by: 'plugin' },
    createdBy: userId,
    ended: true,
  });
  await db
    .insertInto('collect_run')
    .values({
      run_id: runId,
      owner_id: ownerId,
      platform,
      shop,
      scope: 'list',
      addresses: '[]',
      promised: '[]',
      slices: '[]',
      ways: '[]',
    })
    .execute();
  return runId;
}

/** Maximum number of addresses in a list. */
const addressesMax = 10_000;

/** Adds addresses to the request of a session's run. */
export async function addAddresses(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  addresses: string[],
): Promise<void> {
  await sql`
    update collect_run set addresses = addresses || ${jsonText(addresses)}::jsonb
    where owner_id = ${ownerId} and run_id = ${runId}
      and jsonb_array_length(addresses) + ${addresses.length} <= ${addressesMax}
  `.execute(db);
}

/** Writes the results of a session so far: its figures, the certificate over them, and the run's own counts. */
export async function writeSitting(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  grown: Omit<Figures, 'skipped' | 'ways'>,
): Promise<void> {
  const skipped = await countSkips(db, ownerId, runId);
  const figures: Figures = {
    ...grown,
    skipped,
    ways: [{ way: 'page', state: 'done', count: grown.got }],
  };
  await writeFigures(db, ownerId, runId, figures);
  const state = skipped > 0 ? 'partial' : 'complete';
  await growEndedRun(db, ownerId, runId, { state, done: figures.got, failed: skipped });
  const run = await getRun(db, ownerId, runId);
  const row = await getCollectRun(db, ownerId, runId);
  await writeCertificate(db, row, figures, { fault: null, seconds: run.worked_ms / 1000 });
}

async function countSkips(db: OwnerDb, ownerId: string, runId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from collect_skip where owner_id = ${ownerId} and run_id = ${runId}
  `.execute(db);
  return rows[0]?.count ?? 0;
}
