import { platforms } from '@bowerbird/platforms/all';
import { preparePlans } from '../billing/plans.ts';
import type { Config } from '../config/config.ts';
import { addressVia, jobsConnection } from '../db/connecting/addresses.ts';
import { openDatabase } from '../db/database.ts';
import { prepareFolder } from '../db/embedded/folder.ts';
import { type Embedded, startEmbedded } from '../db/embedded/start.ts';
import { ownLogins } from '../db/logins/own-logins.ts';
import { migrate } from '../db/migrate.ts';
import { analyzeGrown } from '../db/statistics.ts';
import { guardedFetch } from '../fetch/guarded-fetch.ts';
import type { BrowserServed, Served } from '../http/serve.ts';
import { openLog } from '../log/log.ts';
import { messagesInto } from '../messages/messages.ts';
import { type JobKind, openJobs, prepareQueue } from '../runs/jobs.ts';
import { KeyFolder } from '../seal/key-folder.ts';
import { requireSameKeys } from '../seal/required-keys.ts';
import { sealBy } from '../seal/seal.ts';
import type { Services } from '../services/services.ts';
import { storedFiles } from '../stored-files/stored-files.ts';
import { noteError } from '../system/errors-seen.ts';
import { realClock } from '../time/clock.ts';
import { type FirstAccounts, prepareFirstStart } from './first-start.ts';
import { jobKindsOf } from './job-kinds.ts';
import { servedRoutes, servedToBrowsers } from './served.ts';

export interface OpenProgram {
  services: Services;
  served: Served[];
  browserServed: BrowserServed[];
  jobKinds: JobKind[];
  /** The passwords of the first accounts, only on the start that created them. */
  firstAccounts: FirstAccounts | null;
  /** The database for the program's own login, without a pooler in between. */
  directUrl: string;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Receives messages for a person who is waiting. */
  say(line: string): void;
  /** Called when the embedded database died and did not come back; set by a long-running program. */
  databaseLost?: (because: string) => void;
  /** `leave-as-found` is for the command line, which runs only briefly. */
  whenDone: 'stop' | 'leave-as-found';
  /** Port of the practice shop and store; null without them. */
  simulatorPort: number | null;
}

/** Opens all parts of the program, except listening for requests and working on jobs. */
export async function openProgram(
  config: Config,
  { say, whenDone, simulatorPort, databaseLost }: OpenOptions,
): Promise<OpenProgram> {
  prepareFolder(config.dataFolder);
  const log = openLog(config, noteError);
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const embedded = config.isDatabaseEmbedded
      ? await openEmbedded(config, { say, whenDone, ...(databaseLost && { databaseLost }) }, opened)
      : undefined;
    const { databaseDirectUrl: directly } = config;
    const direct = (url: string | undefined) => (url && directly ? addressVia(url, directly) : url);
    const ownerUrl = embedded?.url ?? direct(config.databaseUrl);
    if (ownerUrl !== undefined) {
      await migrate(ownerUrl);
    }
    const keys = await KeyFolder.open(config.dataFolder);
    const seal = sealBy(keys);
    const fingerprint = (text: string) => seal.fingerprint(text);
    const own =
      embedded?.addresses ??
      (await ownLogins({ ownerUrl, appUrl: direct(config.databaseAppUrl), fingerprint }));
    const pooler = directly && (config.databaseAppUrl ?? config.databaseUrl);
    const addresses = pooler ? { app: addressVia(own.app, pooler), jobs: addressVia(own.jobs, pooler) } : own;
    // From here on, no connection is signed in as the owner of the tables.
    const { db, close } = openDatabase(addresses.app, {
      connectionsMax: 12,
      keepsPlans: !pooler,
      connectionLost: (error) => log.warn({ error: error.message }, 'A database connection was lost'),
    });
    opened.push(close);
    if (embedded) {
      // Autovacuum may not have come while it ran. What fails here is done after the next large run.
      opened.push(() => analyzeGrown(db).catch(() => undefined));
    }
    const fetch = guardedFetch({
      allowedPrivateHosts: config.allowedPrivateHosts,
      ...(simulatorPort !== null && { simulatorPort }),
    });
    opened.push(() => fetch.close());
    if (pooler) {
      await prepareQueue(jobsConnection(own.jobs));
    }
    const jobs = await openJobs({ ...jobsConnection(addresses.jobs), migrate: !pooler }, log);
    opened.push(() => jobs.stop());
    const files = storedFiles(config);
    const services: Services = {
      db,
      config,
      fetch,
      platforms,
      jobs,
      clock: realClock,
      log,
      seal,
      files,
      messages: messagesInto({ db, seal, config }),
      practice: practiceAt(simulatorPort),
    };
    if (whenDone === 'stop') {
      await requireSameKeys(db, keys);
      await files.check();
    }
    await preparePlans(db, config.plansOn);
    const jobKinds = jobKindsOf(services);
    await jobs.know(jobKinds);

    return {
      services,
      // The last step that can fail, because passwords are shown only once.
      firstAccounts: await prepareFirstStart(db),
      directUrl: own.app,
      jobKinds,
      served: servedRoutes(services.clock),
      browserServed: servedToBrowsers,
      close: () => closeAll(opened),
    };
  } catch (thrown) {
    await closeAll(opened).catch(() => undefined);
    throw thrown;
  }
}

async function openEmbedded(
  { dataFolder }: Config,
  { say, whenDone, databaseLost }: Pick<OpenOptions, 'say' | 'whenDone' | 'databaseLost'>,
  opened: (() => Promise<unknown>)[],
): Promise<Embedded> {
  const embedded = await startEmbedded({
    folder: dataFolder,
    say,
    whenDone,
    ...(databaseLost && { lost: databaseLost }),
  });
  opened.push(() => embedded.stop());
  return embedded;
}

/** Closes from the last to the first, even when one fails; then throws the first failure. */
async function closeAll(opened: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const each of opened.splice(0).reverse()) {
    await each().catch((thrown: unknown) => failures.push(thrown));
  }
  if (failures.length > 0) {
    throw failures[0];
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
