import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { BackgroundWork } from '../../background/background-work.ts';
import { type CollectRequestBody, checkRequest } from '../../collect/start.ts';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { Call } from '../../http/serve.ts';
import type { RunRow } from '../../runs/runs.ts';
import { findOpenRun, runOrFault, startAllDue } from '../../runs/timed-starts.ts';
import type { Services } from '../../services/services.ts';
import { nextAt } from '../../time/interval-times.ts';
import { writeRecollectRun } from '../start.ts';
import { lockWatch, type WatchRow } from './watches.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'jobs' | 'platforms'>;

/** Runs a watch now; a watch that is already running is not started twice. Returns the run, and whether it is new. */
export async function runWatchNow(call: Call, id: string): Promise<string> {
  const { ownerId, services } = call;
  const { run, started } = await call.db(async (db) => {
    const watch = await lockWatch(db, ownerId, id);
    const open = await findOpenRun(db, watch);
    return open
      ? { run: open, started: false }
      : { run: await startRun(db, services, watch, call.user.id), started: true };
  });
  if (started) {
    await services.jobs.wake(run);
  }
  return run.id;
}

/** Starts the runs of all due watches, each once even if other processes also look; returns how many were started. */
export async function startDueWatches(services: Parts): Promise<number> {
  const now = new Date(services.clock.wall());
  return await startAllDue(services, 'watch', now, (db, watch) => startDue(db, services, watch, now));
}

/** A refusal by the merchant's plan or an empty shop is recorded on the watch, which is tried again at its next time. */
async function startDue(db: OwnerDb, services: Parts, watch: WatchRow, now: Date): Promise<RunRow | null> {
  const open = await findOpenRun(db, watch);
  const outcome = open ? null : await runOrFault(() => startRun(db, services, watch, watch.created_by));
  await db
    .updateTable('watch')
    .set({
      next_at: nextAt(scheduleOf(watch), now, watch.next_at),
      fault: outcome && 'fault' in outcome ? jsonText(outcome.fault) : null,
    })
    .where('owner_id', '=', watch.owner_id)
    .where('id', '=', watch.id)
    .execute();
  return outcome && 'run' in outcome ? outcome.run : null;
}

async function startRun(
  db: OwnerDb,
  services: Pick<Services, 'platforms'>,
  watch: WatchRow,
  userId: string | null,
): Promise<RunRow> {
  const request = checkRequest(services, await requestOf(db, watch));
  const who = { ownerId: watch.owner_id, userId };
  const run = await writeRecollectRun(db, who, request, { alerts: watch.alerts, watchId: watch.id });
  await db
    .updateTable('watch')
    .set({ last_run_id: run.id, fault: null })
    .where('owner_id', '=', watch.owner_id)
    .where('id', '=', watch.id)
    .execute();
  return run;
}

/** Returns what to read: the addresses, or the sources of everything claimed from the shop so far. */
async function requestOf(
  db: OwnerDb,
  { owner_id, target, with_stock: stock }: WatchRow,
): Promise<CollectRequestBody> {
  if (target.kind === 'addresses') {
    return { ...target, stock };
  }
  const { rows } = await sql<{ url: string }>`
    select url from collected
    where owner_id = ${owner_id} and platform = ${target.platform} and shop = ${target.shop}
      and product_id is not null order by id
  `.execute(db);
  if (rows.length === 0) {
    throw new AppError('watch.nothing-claimed', `nothing claimed from ${target.shop}`);
  }
  const addresses = rows.map(({ url }) => url);
  return { platform: target.platform, scope: 'list', addresses, stock, onlyKnown: true };
}

function scheduleOf({ every_hours, hour, time_zone }: WatchRow) {
  return { everyHours: every_hours, hour, timeZone: time_zone };
}

export const watches: BackgroundWork<Parts> = {
  name: 'watches',
  everyMs: 60_000,
  does: 'Starts the runs of watches (products that are collected again at set times) that are due.',
  runsIn: 'workers',
  begin: (services) => ({ pass: () => startDueWatches(services) }),
};
