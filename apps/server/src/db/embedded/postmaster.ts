import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnusable } from '../connecting/unusable.ts';
import { serverEnvironment } from './run-as.ts';
import { isAlive } from './start-lock.ts';

/** What a running server writes about itself into its data folder. */
interface Postmaster {
  pid: number;
  port: number;
}

const answerWaitMs = 600_000;
const silentWaitMs = 10_000;

/**
 * Returns the port of the server that already serves this cluster, such as one that outlived its program; undefined if
 * there is none. Waits for one that is starting, repairing or stopping. Ignores a file left by a dead server, or copied
 * along with the folder.
 */
export async function findRunning(
  cluster: string,
  urlAt: (port: number) => string,
): Promise<number | undefined> {
  const since = Date.now();
  let postmaster = readPostmaster(cluster);
  while (postmaster) {
    const serves = servesCluster(postmaster.pid, cluster);
    if (serves === 'no') {
      rmSync(noteOf(cluster), { force: true });
      return undefined;
    }
    if (await answersFor(cluster, urlAt(postmaster.port))) {
      return postmaster.port;
    }
    if (Date.now() - since > (serves === 'yes' ? answerWaitMs : silentWaitMs)) {
      throw new DatabaseUnusable(
        `A database server (process ${postmaster.pid}) holds ${cluster} and does not answer. End that process and start again.`,
      );
    }
    await sleep(100);
    postmaster = readPostmaster(cluster);
  }
  return undefined;
}

/** Returns true while a server process serves this cluster, whether it responds or not. */
export function isServed(cluster: string): boolean {
  const postmaster = readPostmaster(cluster);
  return postmaster !== undefined && servesCluster(postmaster.pid, cluster) !== 'no';
}

function noteOf(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(noteOf(cluster), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

/**
 * Checks the working folder of the process: a server's working folder is its cluster, which Linux shows for every
 * process, even if the folder was moved since.
 */
function servesCluster(pid: number, cluster: string): 'yes' | 'no' | 'unknown' {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) {
    return 'no';
  }
  if (process.platform === 'darwin') {
    const options = { encoding: 'utf8', env: serverEnvironment() } as const;
    const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'comm='], options);
    return stdout.includes('postgres') ? 'unknown' : 'no';
  }
  if (process.platform !== 'linux') {
    return 'unknown';
  }
  try {
    return isSameFolder(`/proc/${pid}/cwd`, cluster) ? 'yes' : 'no';
  } catch {
    return runsAsOwnerOf(pid, cluster) ? 'unknown' : 'no';
  }
}

/** Compares owners: root in a container may not inspect another user's process, but can see its user. */
function runsAsOwnerOf(pid: number, cluster: string): boolean {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === statSync(cluster).uid;
}

function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })];
  return a.dev === b.dev && a.ino === b.ino;
}

/** Returns true if a server responds there, accepts our password, and reports that it serves this cluster. */
export async function answersFor(cluster: string, url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0] !== undefined && isSameFolder(rows[0].data_directory, cluster);
  } catch (thrown) {
    if (thrown instanceof pg.DatabaseError && thrown.code === '28P01') {
      throw new DatabaseUnusable(
        `The password beside the database ${cluster} does not open it. Put back the file postgres-password that belongs to it.`,
      );
    }
    return false;
  } finally {
    await client.end();
  }
}
