import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Returns the process that a file names, if it runs and has this name; null otherwise. */
export function running(pidFile: string, program: string): number | null {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').trim()) : Number.NaN;
  if (!Number.isInteger(pid) || pid <= 1) {
    return null;
  }
  // The number may have been given to another program since.
  const command = `/proc/${pid}/cmdline`;
  return existsSync(command) && readFileSync(command, 'utf8').includes(program) ? pid : null;
}

/** Ends a process that a file of ours names, and waits until it is gone. */
export async function end(pidFile: string, program: string): Promise<void> {
  const pid = running(pidFile, program);
  if (pid === null) {
    return;
  }
  process.kill(pid, 'SIGTERM');
  for (let tries = 0; tries < 150 && running(pidFile, program) === pid; tries += 1) {
    await setTimeout(100);
  }
  if (running(pidFile, program) === pid) {
    process.kill(pid, 'SIGKILL');
  }
  rmSync(pidFile, { force: true });
}

/** Returns the processes that this process has started, by number. */
export function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  return existsSync(list)
    ? readFileSync(list, 'utf8')
        .split(' ')
        .filter((each) => each !== '')
        .map(Number)
    : [];
}

/** Polls until the condition is true; throws after half a minute. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isSo()) {
      return;
    }
    await setTimeout(100);
  }
  throw new Error(what);
}

/** Returns this many free ports of this machine. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return server;
    }),
  );
  return await Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      await new Promise((closed) => server.close(closed));
      return typeof address === 'object' && address !== null ? address.port : 0;
    }),
  );
}
