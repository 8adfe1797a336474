import type { getMonitor } from '@bowerbird/contract/figures/monitor';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { Services } from '../services/services.ts';
import { findSourceChannels, findStoreChannels } from './monitor-channels.ts';
import { findPlatformChannels, readMachine } from './monitor-machine.ts';

export type Monitor = AnswerOf<typeof getMonitor>;

/** Returns the current activity of this owner. */
export async function monitorOwn(db: OwnerDb, ownerId: string, now: Date): Promise<Monitor> {
  const { rows: runs } = await sql<Monitor['runs'][number]>`
    select kind, state, count(*)::integer as count from run
    where owner_id = ${ownerId} and state not in ('complete', 'partial', 'failed', 'cancelled')
    group by kind, state order by kind, state
  `.execute(db);
  return {
    at: now.toISOString(),
    channels: [...(await findStoreChannels(db, ownerId, now)), ...(await findSourceChannels(db, ownerId))],
    platforms: [],
    runs,
    machine: null,
  };
}

/** Returns the current activity of the whole machine, in totals. */
export async function monitorWhole(services: Services, now: Date): Promise<Monitor> {
  const runs = await services.db
    .selectFrom('run_total')
    .selectAll()
    .orderBy('kind')
    .orderBy('state')
    .execute();
  return {
    at: now.toISOString(),
    channels: [],
    platforms: await findPlatformChannels(services.db),
    runs,
    machine: await readMachine(services),
  };
}
