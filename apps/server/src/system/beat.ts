import { hostname } from 'node:os';
import { v7 } from 'uuid';
import type { BackgroundWork } from '../background/background-work.ts';
import type { Services } from '../services/services.ts';
import { errorsWithin } from './errors-seen.ts';
import { version } from './version.ts';

/** Seconds without a heartbeat after which a process counts as dead. */
export const silentS = 35;

const hourMs = 3600 * 1000;

export const heartbeat: BackgroundWork<Pick<Services, 'db'>> = {
  name: 'heartbeat',
  everyMs: 10_000,
  does: 'Reports that this process lives, and its errors; removes reports of processes that died, after a day.',
  runsIn: 'every process',
  async begin({ db }, role) {
    const id = v7();
    const startedAt = new Date(Date.now() - process.uptime() * 1000);
    const pass = async () => {
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
      await db
        .deleteFrom('process')
        .where('seen_at', '<', new Date(Date.now() - 24 * hourMs))
        .execute();
    };
    await pass();
    return {
      pass,
      waitsFirst: true,
      close: () => db.deleteFrom('process').where('id', '=', id).execute(),
    };
  },
};
