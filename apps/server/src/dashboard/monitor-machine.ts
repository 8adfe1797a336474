import { statfs } from 'node:fs/promises';
import type { Machine, PlatformChannel } from '@bowerbird/contract/figures/monitor';
import { type RunKind, runKinds } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { ChannelTotalView } from '../db/tables/insights.ts';
import type { Services } from '../services/services.ts';
import { gaugeOf } from './monitor-health.ts';

/** Returns totals by platform over all merchants, without any names. */
export async function findPlatformChannels(db: Db): Promise<PlatformChannel[]> {
  const stores = await db.selectFrom('store_channel_total').selectAll().orderBy('platform').execute();
  const sources = await db.selectFrom('source_channel_total').selectAll().orderBy('platform').execute();
  return [
    ...stores.map((row) => toPlatformChannel('store', row)),
    ...sources.map((row) => toPlatformChannel('source', row)),
  ];
}

/**
 * Only the merchant can fix what holds a store job or source, so none of these entries requires an administrator to
 * act.
 */
function toPlatformChannel(what: PlatformChannel['what'], row: ChannelTotalView): PlatformChannel {
  const { platform, channels, held, per_second: perSecond, waiting } = row;
  return { what, platform, channels, held, perSecond, waiting, health: held > 0 ? 'watch' : 'normal' };
}

/** Returns the state of the machine: the queue, the database, the disk of the data folder, this process. */
export async function readMachine({ db, jobs, config, clock }: Services): Promise<Machine> {
  const queue = await jobs.queued();
  const startedMs = clock.monotonic();
  await sql`select 1`.execute(db);
  const answerMs = clock.monotonic() - startedMs;
  const { connections, connectionsMax, bytes } = await readDatabase(db);
  return {
    queue: queue.flatMap(({ kind, active, waiting, later, silent }) =>
      isRunKind(kind) ? [{ kind, active, waiting, later, silent }] : [],
    ),
    queueWait: gaugeOf(Math.max(0, ...queue.map(({ waitSeconds }) => waitSeconds)), {
      normalMax: 10,
      actionFrom: 60,
    }),
    silentJobs: gaugeOf(
      queue.reduce((sum, { silent }) => sum + silent, 0),
      { normalMax: 0, actionFrom: Number.POSITIVE_INFINITY },
    ),
    databaseAnswer: gaugeOf(Math.round(answerMs * 10) / 10, { normalMax: 50, actionFrom: 1000 }),
    databaseConnections: gaugeOf(connections, {
      normalMax: Math.floor(connectionsMax * 0.7),
      actionFrom: Math.ceil(connectionsMax * 0.95),
      max: connectionsMax,
    }),
    databaseBytes: bytes,
    disk: await readDisk(config.dataFolder),
    memoryBytes: process.memoryUsage.rss(),
    upSeconds: Math.round(process.uptime()),
  };
}

function isRunKind(kind: string): kind is RunKind {
  return runKinds.some((known) => known === kind);
}

async function readDatabase(db: Db) {
  const { rows } = await sql<{ connections: number; connectionsMax: number; bytes: number }>`
    select (select sum(numbackends)::integer from pg_stat_database) as connections,
      current_setting('max_connections')::integer as "connectionsMax",
      pg_database_size(current_database())::float8 as bytes
  `.execute(db);
  return rows[0] ?? { connections: 0, connectionsMax: 1, bytes: 0 };
}

async function readDisk(folder: string): Promise<Machine['disk']> {
  const disk = await statfs(folder).catch(() => null);
  if (disk === null || disk.blocks === 0) {
    return null;
  }
  const size = disk.blocks * disk.bsize;
  const used = size - disk.bavail * disk.bsize;
  return gaugeOf(used, { normalMax: size * 0.85, actionFrom: size * 0.95, max: size });
}
