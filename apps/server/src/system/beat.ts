import { hostname } from 'node:os';
import { v7 } from 'uuid';
import type { Services } from '../services/services.ts';
import { errorsWithin } from './errors-seen.ts';
import { version } from './version.ts';

export type ProcessRole = 'api' | 'worker' | 'all';

/** Seconds between two heartbeats. */
const everyS = 10;
/** Seconds without a heartbeat after which a process counts as dead. */
export const silentS = 35;

const hourMs = 3600 * 1000;

/** Sends heartbeats of this process until stopped; then deletes its row. */
export async function keepBeating(
  { db, log }: Pick<Services, 'db' | 'log'>,
  role: ProcessRole,
): Promise<{ stop(): Promise<void> }> {
  const id = v7();
  const startedAt = new Date(Date.now() - process.uptime() * 1000);

  async function beat(): Promise<void> {
    const reported = {
      seen_at: new Date(),
      errors_hour: errorsWithin(hourMs),
      errors_day: errorsWithin(24 * hourMs),
    };
    await db
      .insertInto('process')
      .values({ id, host: hostname(), pid: process.pid, role, version, started_at: startedAt, ...reported })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(reported))
      .execute();
    // Deletes rows of processes that died silently, a day later.
    await db
      .deleteFrom('process')
      .where('seen_at', '<', new Date(Date.now() - 24 * hourMs))
      .execute();
  }

  await beat();
  const timer = setInterval(() => {
    beat().catch((thrown: unknown) =>
      log.warn({ error: String(thrown) }, 'A sign of life could not be written'),
    );
  }, everyS * 1000);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await db.deleteFrom('process').where('id', '=', id).execute();
    },
  };
}
