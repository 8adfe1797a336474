import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Addresses } from '../connecting/addresses.ts';
import { makeCluster, passwordOf, requireSameVersion, superuser } from './cluster.ts';
import { prepareFolder } from './folder.ts';
import { type Holder, hold, type WhenDone } from './holder.ts';
import { KeptServer } from './keep-running.ts';
import { prepareLogins } from './logins.ts';
import { choosePlace, type Place } from './place.ts';
import { findRunning, isServed } from './postmaster.ts';
import { runServer, stopServer } from './process.ts';
import { installedServer, serverIn } from './server.ts';
import { takeStartLock } from './start-lock.ts';

export interface EmbeddedOptions {
  /** The program's data folder (`BOWERBIRD_DATA`); the database gets a part of it. */
  folder: string;
  /** Receives what a waiting person should know, one line at a time. */
  say(line: string): void;
  /** `stop` (the default) for a long-lived program; `leave-as-found` for a short one, such as the command line. */
  whenDone?: WhenDone;
  fsync?: boolean;
  /** A PostgreSQL other than the installed one: a folder with `bin`, `lib` and `share`. */
  serverFolder?: string;
  /**
   * Called when the server died and did not come back. A long-lived program gives it: then the server is started again
   * whenever it dies, at the same address.
   */
  lost?: (because: string) => void;
  /** How long to try to bring the server back, in milliseconds. */
  patienceMs?: number;
  /** Where root stores a database that the server's user could not reach in the data folder. */
  outside?: string;
}

export interface Embedded {
  /** Connects as the owner of everything: for migrations and backups only, and for nothing long-lived. */
  url: string;
  /** Connects as the program's own logins. */
  addresses: Addresses;
  /** Whether the server was running already. */
  adopted: boolean;
  /**
   * Ends our use of the server. Also stops the server, unless another of our processes needs it or it is not ours to
   * stop.
   */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the program, or finds the one that already serves this data folder. Throws
 * `DatabaseUnusable` with a sentence for the person who started the program.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { whenDone = 'stop' } = options;
  const folder = prepareFolder(options.folder);
  const lockFile = join(folder, 'postgres-starting');
  const release = await takeStartLock(lockFile);
  try {
    const place = choosePlace({ ...placeOptions(options), folder });
    const { port, adopted, urlAt } = await findOrRun(folder, place, options);
    const url = urlAt(port);
    await makeDatabase(urlAt(port, 'postgres'));
    const addresses = await prepareLogins(url);
    const holder = await hold(addresses.app, whenDone);
    const kept =
      options.lost && keep(holder, { folder, place, port, url: addresses.app, lockFile, whenDone, options });
    let stopped: Promise<void> | undefined;
    const stop = () => {
      kept?.stop();
      stopped ??= leave({ lockFile, place, holder: kept?.holder ?? holder, adopted, whenDone });
      return stopped;
    };
    return { url, addresses, adopted, stop };
  } finally {
    release();
  }
}

interface ToKeep {
  folder: string;
  place: Place;
  port: number;
  /** Address at which the session that holds the server signs in. */
  url: string;
  lockFile: string;
  whenDone: WhenDone;
  options: EmbeddedOptions;
}

function keep(holder: Holder, { folder, place, port, url, lockFile, whenDone, options }: ToKeep): KeptServer {
  const { say, lost = () => undefined, patienceMs } = options;
  return new KeptServer(holder, {
    say,
    lost,
    ...(patienceMs !== undefined && { patienceMs }),
    async revive(mayStart) {
      if (!mayStart) {
        return await hold(url, whenDone);
      }
      const release = await takeStartLock(lockFile);
      try {
        // Signs in as the owner while the server starts, to check that it serves this cluster.
        await findOrRun(folder, place, options, port);
        return await hold(url, whenDone);
      } finally {
        release();
      }
    },
  });
}

/** Stops the server of this data folder, whichever process started it. */
export async function stopEmbedded(options: EmbeddedOptions): Promise<void> {
  const folder = prepareFolder(options.folder);
  const release = await takeStartLock(join(folder, 'postgres-starting'));
  try {
    const place = choosePlace({ ...placeOptions(options), folder });
    if (isServed(place.cluster)) {
      await stopServer(place);
    }
  } finally {
    release();
  }
}

function placeOptions({ say, serverFolder, outside }: EmbeddedOptions) {
  const server = serverFolder === undefined ? installedServer() : serverIn(serverFolder);
  return { server, say, ...(outside === undefined ? {} : { outside }) };
}

async function findOrRun(
  folder: string,
  place: Place,
  { say, fsync = true }: EmbeddedOptions,
  samePort?: number,
) {
  await requireSameVersion(place);
  const password = passwordOf(folder, place);
  const urlAt = (port: number, database = 'bowerbird') =>
    `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
  const adminUrlAt = (port: number) => urlAt(port, 'postgres');

  const running = await findRunning(place.cluster, adminUrlAt);
  if (running !== undefined) {
    return { port: running, adopted: true, urlAt };
  }
  if (!existsSync(place.cluster)) {
    say('Making the database.');
    await makeCluster(place, password);
  }
  const port = await runServer({ place, urlAt: adminUrlAt, say, fsync }, samePort);
  return { port, adopted: false, urlAt };
}

async function makeDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'bowerbird'`);
    if (rowCount === 0) {
      await client.query('create database bowerbird');
    }
  } finally {
    await client.end();
  }
}

interface Leaving {
  lockFile: string;
  place: Place;
  holder: Holder;
  adopted: boolean;
  whenDone: WhenDone;
}

async function leave({ lockFile, place, holder, adopted, whenDone }: Leaving): Promise<void> {
  const release = await takeStartLock(lockFile);
  try {
    const needed = await isStillNeeded(holder, adopted, whenDone);
    await holder.letGo();
    if (!needed && isServed(place.cluster)) {
      await stopServer(place);
    }
  } finally {
    release();
  }
}

async function isStillNeeded(holder: Holder, adopted: boolean, whenDone: WhenDone): Promise<boolean> {
  const others = await holder.others().catch((): WhenDone[] => []);
  if (whenDone === 'stop') {
    return others.includes('stop');
  }
  return adopted || others.length > 0;
}
