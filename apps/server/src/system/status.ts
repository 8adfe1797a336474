import type { Figure, SystemStatus } from '@bowerbird/contract/system/system';
import { sql } from 'kysely';
import type { Services } from '../services/services.ts';
import { findDrift } from '../sources/open-drift.ts';
import { silentS } from './beat.ts';
import { figure } from './figures.ts';
import { sizesOf } from './folders.ts';
import { version } from './version.ts';

/** Days for which failures to send are reported. */
export const failedDays = 7;

/** Returns all measurements, each with its range. */
export async function measureSystem(services: Services): Promise<SystemStatus> {
  const { config } = services;
  const database = await measureDatabase(services);
  const processes = await findProcesses(services);
  const queues = await services.jobs.queued();
  const { folders, freeBytes } = await sizesOf(config.dataFolder);
  const outbox = await countOutbox(services);
  const drift = await findDrift(services.db);
  const sum = (of: (typeof queues)[number][], value: (queue: (typeof queues)[number]) => number) =>
    of.reduce((total, each) => total + value(each), 0);
  const alive = processes.filter((each) => each.alive);
  return {
    version,
    node: process.versions.node,
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    measuredAt: new Date().toISOString(),
    database: { version: database.version, embedded: config.isDatabaseEmbedded },
    dataFolder: config.dataFolder,
    figures: [
      figure('uptime', Math.floor(process.uptime())),
      ...database.figures,
      figure(
        'queue.waiting',
        sum(queues, ({ waiting }) => waiting),
      ),
      figure(
        'queue.active',
        sum(queues, ({ active }) => active),
      ),
      figure('queue.oldest', Math.round(Math.max(0, ...queues.map(({ waitSeconds }) => waitSeconds)))),
      figure('workers.alive', alive.filter(({ role }) => role !== 'api').length),
      figure(
        'storage.used',
        folders.reduce((total, { bytes }) => total + bytes, 0),
      ),
      figure('storage.free', freeBytes),
      figure('outbox.waiting', outbox.waiting),
      figure('outbox.failed', outbox.failed),
      figure('outbox.kept', outbox.kept),
      figure(
        'errors.hour',
        alive.reduce((total, { errorsHour }) => total + errorsHour, 0),
      ),
      figure(
        'errors.day',
        alive.reduce((total, { errorsDay }) => total + errorsDay, 0),
      ),
      figure('readers.lost', drift.filter(({ closedAt }) => closedAt === null).length),
    ],
    queues: queues.map(({ kind, waiting, active }) => ({ kind, waiting, active })),
    processes: processes.map(({ errorsHour: _, ...rest }) => rest),
    folders,
    practice: services.practice !== null,
    providers: providersOf(services),
    drift,
  };
}

async function measureDatabase({ db }: Services): Promise<{ version: string; figures: Figure[] }> {
  const requested = performance.now();
  // Measures what every call does: read one indexed row.
  await db.selectFrom('installation').select('id').executeTakeFirst();
  const answerMs = Math.round(performance.now() - requested);
  const { rows } = await sql<{ version: string; bytes: string; connections: number; most: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes,
      (select numbackends from pg_stat_database where datname = current_database()) as connections,
      current_setting('max_connections')::integer as most
  `.execute(db);
  const [row] = rows;
  return {
    version: row?.version ?? '',
    figures: [
      figure('database.answer', answerMs),
      figure('database.connections', row?.connections ?? null, Math.floor((row?.most ?? 100) * 0.8)),
      figure('database.size', row ? Number(row.bytes) : null),
    ],
  };
}

async function findProcesses({ db }: Services) {
  const rows = await db.selectFrom('process').selectAll().orderBy('started_at').execute();
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    pid: row.pid,
    role: row.role,
    version: row.version,
    startedAt: row.started_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    alive: row.seen_at.getTime() > Date.now() - silentS * 1000,
    errorsDay: row.errors_day,
    errorsHour: row.errors_hour,
  }));
}

async function countOutbox({ db }: Services) {
  const { rows } = await sql<{ waiting: number; failed: number; kept: number }>`
    select count(*) filter (where state = 'waiting')::integer as waiting,
      count(*) filter (where state = 'failed' and created_at > now() - make_interval(days => ${failedDays}))::integer as failed,
      count(*) filter (where state = 'kept')::integer as kept
    from outbox
  `.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0, kept: 0 };
}

function providersOf({ config }: Services): SystemStatus['providers'] {
  return {
    mail: config.smtp !== undefined,
    sms: config.aliyunSms !== undefined,
    payment: config.stripe !== undefined,
  };
}
