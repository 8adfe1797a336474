import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { type CollectAskBody, checkAsk } from '../collect/start.ts';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { Call } from '../http/serve.ts';
import { keepLooking } from '../keep-looking.ts';
import { dueIn, eachDue } from '../runs/each-due.ts';
import { findRun, hasEnded, type RunRow } from '../runs/runs.ts';
import type { Services } from '../services.ts';
import { nextAt } from './schedule.ts';
import { writeRecollectRun } from './start.ts';
import { lockWatch, type WatchRow } from './watches.ts';

const everyMs = 60_000;

type Parts = Pick<Services, 'db' | 'clock' | 'jobs' | 'platforms'>;

/** Reads a watch now; one that is being read is not read twice. Answers the run, and whether it is a new one. */
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

/** Starts the runs of all watches whose time has come, each once, whoever else looks; answers how many were started. */
export async function startAllDue(services: Parts): Promise<number> {
  const now = new Date(services.clock.wall());
  return await eachDue(dueIn(services.db, 'open_watch', now), async ({ id, owner_id }) => {
    const run = await asOwner(services.db, owner_id, (db) => startDue(db, services, owner_id, id, now));
    if (run) {
      // Killed before this line, the run is found and woken by whoever looks for forgotten ones.
      await services.jobs.wake(run);
    }
    return run !== null;
  });
}

/** Under the watch's own lock: the run and the next time are written together, or neither. */
async function startDue(
  db: OwnerDb,
  services: Parts,
  ownerId: string,
  id: string,
  now: Date,
): Promise<RunRow | null> {
  const watch = await db
    .selectFrom('watch')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('next_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!watch) {
    return null;
  }
  const open = await findOpenRun(db, watch);
  const outcome = open ? null : await tryToStart(db, services, watch);
  await db
    .updateTable('watch')
    .set({
      next_at: nextAt(scheduleOf(watch), now, watch.next_at),
      fault: outcome && 'fault' in outcome ? jsonText(outcome.fault) : null,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  return outcome && 'run' in outcome ? outcome.run : null;
}

/** What a merchant's plan or an empty shop refuses is told at the watch, which is tried again at its next time. */
async function tryToStart(
  db: OwnerDb,
  services: Parts,
  watch: WatchRow,
): Promise<{ run: RunRow } | { fault: Fault }> {
  try {
    return { run: await startRun(db, services, watch, watch.created_by) };
  } catch (thrown) {
    const { code, params } = AppError.from(thrown);
    if (code === 'unexpected') {
      throw thrown;
    }
    return { fault: { code, params } };
  }
}

async function startRun(
  db: OwnerDb,
  services: Pick<Services, 'platforms'>,
  watch: WatchRow,
  userId: string | null,
): Promise<RunRow> {
  const ask = checkAsk(services, await askOf(db, watch));
  const who = { ownerId: watch.owner_id, userId };
  const run = await writeRecollectRun(db, who, ask, { alerts: watch.alerts, watchId: watch.id });
  await db
    .updateTable('watch')
    .set({ last_run_id: run.id, fault: null })
    .where('owner_id', '=', watch.owner_id)
    .where('id', '=', watch.id)
    .execute();
  return run;
}

async function findOpenRun(db: OwnerDb, watch: WatchRow): Promise<RunRow | null> {
  const last = watch.last_run_id === null ? undefined : await findRun(db, watch.owner_id, watch.last_run_id);
  return last && !hasEnded(last.state) ? last : null;
}

/** What is read: the addresses, or the sources of whatever is claimed from the shop by now. */
async function askOf(
  db: OwnerDb,
  { owner_id, target, with_stock: stock }: WatchRow,
): Promise<CollectAskBody> {
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

/** Looks every minute for watches whose time has come; `stop` waits for a look that is under way. */
export function keepWatching(services: Parts & { log: Services['log'] }): { stop(): Promise<void> } {
  return keepLooking(services, everyMs, 'Watches could not be looked for', () => startAllDue(services));
}
