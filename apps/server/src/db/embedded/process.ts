import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnusable } from '../connecting/unusable.ts';
import type { Place } from './place.ts';
import { answersFor, isServed } from './postmaster.ts';
import { explain, runServerProgram, serverEnvironment } from './run-as.ts';

export interface RunOptions {
  place: Place;
  urlAt(port: number): string;
  say(line: string): void;
  /** False: nothing survives a power cut, and tests are faster. */
  fsync: boolean;
}

const triesMax = 20;

/**
 * Starts the server on a free port of this machine only, or on `samePort`. The server outlives us if we are killed, and
 * is then found again.
 */
export async function runServer(options: RunOptions, samePort?: number): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = samePort ?? (await freePort());
    const failure = await tryToRun(options, port);
    if (failure === undefined) {
      return port;
    }
    if (tries === triesMax || !isPassing(failure)) {
      throw new DatabaseUnusable(explain(failure));
    }
    await sleep(500);
  }
}

/**
 * Recognises a temporary failure: the port was taken since we checked, or workers of a killed server are still ending.
 */
function isPassing(failure: string): boolean {
  return /could not bind|pre-existing shared memory block/.test(failure);
}

/** Stops the server: ends its sessions; everything committed is on the disk. */
export async function stopServer({ server, user, base, cluster }: Place): Promise<void> {
  const stop = (mode: string, seconds: string) =>
    runServerProgram(server.pgCtl, ['stop', '-D', cluster, '-m', mode, '-w', '-t', seconds], user, base);
  try {
    await stop('fast', '60');
  } catch {
    if (isServed(cluster)) {
      await stop('immediate', '20');
    }
  }
}

async function tryToRun(options: RunOptions, port: number): Promise<string | undefined> {
  const { place, urlAt, say } = options;
  const logFile = join(place.base, 'server.log');
  const log = openSync(logFile, 'w', 0o600);
  let ended: string | undefined;
  const server = spawn(place.server.postgres, serverArguments(options, port), {
    ...place.user,
    cwd: place.base,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  closeSync(log);
  server.on('error', (error) => {
    ended = error.message;
  });
  const readLog = () => {
    ended ??= readFileSync(logFile, 'utf8');
  };
  server.on('exit', readLog);
  server.unref();

  const slow = setTimeout(() => say('The database is making itself whole after a hard stop.'), 5_000);
  while (ended === undefined && !(await answersFor(place.cluster, urlAt(port)))) {
    await sleep(30);
  }
  clearTimeout(slow);
  // When the server stops later, perhaps because its folder is removed, this handler must do nothing more.
  server.off('exit', readLog);
  return ended;
}

function serverArguments({ place, fsync }: RunOptions, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Logs starts, stops and what ends the server, but not each rejected row, which would include the merchant's data.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    jit: 'off',
    random_page_cost: 1.1,
    max_wal_size: '2GB',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return [
    '-D',
    place.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
