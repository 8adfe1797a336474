import { platforms } from '@bowerbird/platforms/all';
import { realClock } from './clock.ts';
import { collectJob } from './collect/collect-job.ts';
import { selectCollected } from './collect/filter.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded/start.ts';
import { migrate } from './db/migrate.ts';
import { jobsConnection } from './db/roles.ts';
import { exportJob } from './export/export-job.ts';
import { guardedFetch } from './fetch/guarded-fetch.ts';
import { type FirstAccounts, prepareFirstStart } from './first-start.ts';
import type { BrowserServed, Served } from './http/serve.ts';
import { listingJob } from './listing/listing-job.ts';
import { openLog } from './log.ts';
import { claimJob } from './products/claim-job.ts';
import { type JobKind, openJobs } from './runs/jobs.ts';
import { openSeal } from './seal.ts';
import { servedRoutes, servedToBrowsers } from './served.ts';
import type { Services } from './services.ts';

export interface OpenProgram {
  services: Services;
  served: Served[];
  browserServed: BrowserServed[];
  jobKinds: JobKind[];
  /** The passwords of the first accounts, on the start that made them. */
  firstAccounts: FirstAccounts | null;
  databaseUrl: string;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Told what a person waiting should know. */
  say(line: string): void;
  /** `leave-as-found` for the command line, which comes and goes. */
  whenDone: 'stop' | 'leave-as-found';
  /** Where the practice shop and store are served; null without them. */
  simulatorPort: number | null;
}

/** Opens everything the program is made of, short of listening and of working on jobs. */
export async function openProgram(
  config: Config,
  { say, whenDone, simulatorPort }: OpenOptions,
): Promise<OpenProgram> {
  const log = openLog(config);
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({ folder: config.dataFolder, say, whenDone })
      : null;
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  try {
    await migrate(databaseUrl);
    const { db, close } = openDatabase(databaseUrl, {
      connectionsMax: 12,
      connectionLost: (error) => log.warn({ error: error.message }, 'A database connection was lost'),
    });
    const firstAccounts = await prepareFirstStart(db);
    const fetch = guardedFetch({
      allowedPrivateHosts: config.allowedPrivateHosts,
      ...(simulatorPort !== null && { simulatorPort }),
    });
    const jobs = await openJobs(jobsConnection(databaseUrl), log);
    const services: Services = {
      db,
      config,
      fetch,
      platforms,
      jobs,
      clock: realClock,
      log,
      seal: await openSeal(config.dataFolder),
      practice: practiceAt(simulatorPort),
    };
    const jobKinds = [
      collectJob(services),
      claimJob(services, selectCollected),
      exportJob(services),
      listingJob(services),
    ];
    await jobs.know(jobKinds);

    return {
      services,
      firstAccounts,
      databaseUrl,
      jobKinds,
      served: servedRoutes(services.clock),
      browserServed: servedToBrowsers,
      async close() {
        await jobs.stop();
        await fetch.close();
        await close();
        await embedded?.stop();
      },
    };
  } catch (thrown) {
    await embedded?.stop();
    throw thrown;
  }
}

function practiceAt(port: number | null): Services['practice'] {
  return port === null
    ? null
    : {
        shop: `http://glade-home.localhost:${port}/`,
        category: `http://glade-home.localhost:${port}/collections/new-in`,
        store: `aster-practice.localhost:${port}`,
      };
}
