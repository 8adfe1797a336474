import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const heartbeatMs = 2_000;
const staleMs = 20_000;

/**
 * Takes the start lock: only one process at a time starts or stops the server of a folder; the others wait here. The
 * lock of a killed process is taken over.
 * @returns a function that releases the lock
 */
export async function takeStartLock(path: string): Promise<() => void> {
  const mine = `${process.pid} ${hostname()} ${randomUUID()}`;
  while (!tryTake(path, mine)) {
    removeStale(path);
    await sleep(50);
  }
  const heartbeat = setInterval(() => touch(path), heartbeatMs);
  heartbeat.unref();
  return () => {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  };
}

function tryTake(path: string, mine: string): boolean {
  try {
    writeFileSync(path, mine, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') {
      return false;
    }
    throw thrown;
  }
}

/**
 * Removes a stale lock file. Renames it to a unique name first, so that a lock that another process has just renewed is
 * put back.
 */
function removeStale(path: string): void {
  try {
    const content = readFileSync(path, 'utf8');
    if (!isStale(path, content)) {
      return;
    }
    const aside = `${path}-${process.pid}`;
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') === content) {
      rmSync(aside);
    } else {
      renameSync(aside, path);
    }
  } catch {
    // The lock was released or taken over meanwhile; the next try will see.
  }
}

function isStale(path: string, content: string): boolean {
  const [pid, host] = content.split(' ');
  const dead = host === hostname() && !isAlive(Number(pid));
  return dead || Date.now() - statSync(path).mtimeMs > staleMs;
}

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // The folder was removed meanwhile; the code that needs it reports that.
  }
}

/** Returns true while a process with this number runs on this machine, whichever user owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
