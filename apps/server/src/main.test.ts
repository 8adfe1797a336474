import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { share } from '@bowerbird/platforms/testing/share';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../testing/database/database.ts';
import { call } from '../testing/database/embedded.ts';
import { isServed } from './db/embedded/postmaster.ts';
import { stopEmbedded } from './db/embedded/start.ts';

const { db, adminUrl } = await testDatabase();
const folders: string[] = [];
const running: { stop(signal?: NodeJS.Signals): Promise<number | null> }[] = [];
const taken = createServer();
await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
const takenPort = (taken.address() as AddressInfo).port;
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});
afterAll(() => {
  taken.close();
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
  }
});

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-start-'));
  folders.push(folder);
  return folder;
}

const sharedFolder = dataFolder();

/** Starts the program the way `npm start` finally does, and collects its output. */
function start(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      DATABASE_URL: adminUrl,
      // All programs that share the database have the keys of one installation.
      BOWERBIRD_DATA: sharedFolder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const complained: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => complained.push(line));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const program = {
    pid: child.pid,
    said,
    complained,
    ended,
    until: (words: RegExp) =>
      expect
        .poll(() => said.find((line) => words.test(line)) ?? complained.join('\n'), { timeout: 25_000 })
        .toMatch(words),
    stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
  running.push(program);
  return program;
}

const owners = `usename = 'bowerbird' and pid <> pg_backend_pid()`;

/** Returns the database sessions that match a condition. */
async function sessions(url: string, condition: string): Promise<string[]> {
  const rows = `select array_agg(pid || ' ' || usename || ' ' || application_name) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and ${condition}`;
  return ((await call(url, rows)) as string[] | null) ?? [];
}

interface Where {
  environment: Record<string, string>;
  /** Returns the database address for the owner of its tables. */
  url(): Promise<string>;
}

/** Returns a data folder for an embedded database, and the address where its owner signs in while it runs. */
function embedded(BOWERBIRD_DATA: string) {
  const read = (name: string) => readFileSync(join(BOWERBIRD_DATA, name), 'utf8');
  return {
    environment: { BOWERBIRD_DATA, DATABASE_URL: '' },
    url: async () =>
      `postgres://bowerbird:${read('postgres-password').trim()}@127.0.0.1:${read('postgres/data/postmaster.pid').split('\n')[3]}/bowerbird`,
  };
}

const refusals: [string, () => Record<string, string>, RegExp][] = [
  [
    'a taken port',
    () => ({ PORT: String(takenPort) }),
    /^Port \d+ is taken\. Set PORT to another one, or leave it out\.$/,
  ],
  [
    'a taken port for its figures',
    () => ({ METRICS_PORT: String(takenPort) }),
    /^Port \d+ is taken\. Set METRICS_PORT/,
  ],
  [
    'figures for everybody on the network',
    () => ({ METRICS_PORT: '0', HOST: '0.0.0.0' }),
    /^METRICS_TOKEN: is needed .* Correct it in the environment and start again\.$/,
  ],
  [
    'a port that is none',
    () => ({ PORT: 'eighty' }),
    /^PORT: .*Correct it in the environment and start again\.$/,
  ],
  [
    'a host of another machine',
    () => ({ HOST: '192.0.2.7' }),
    /^HOST 192\.0\.2\.7 is not an address of this machine/,
  ],
  [
    'a data folder that is a file',
    () => {
      const file = join(dataFolder(), 'file');
      writeFileSync(file, '');
      return { BOWERBIRD_DATA: file };
    },
    /^The data folder .* is not a folder\. Choose another with BOWERBIRD_DATA\.$/,
  ],
  [
    'a database that does not answer',
    () => ({ DATABASE_URL: 'postgres://ann:hidden-word@127.0.0.1:1/x' }),
    /^The database at 127\.0\.0\.1:1 cannot be used: .*Check DATABASE_URL\.$/,
  ],
];

describe('starting', () => {
  it.each(share(refusals, 3))(
    'on %s says so in one line with the remedy, and has made no accounts',
    { tags: ['slow'] },
    async (_what, environment, line) => {
      const program = start(environment());

      expect(await program.ended).toBe(1);
      expect(program.complained).toEqual([expect.stringMatching(line)]);
      expect(program.complained.join()).not.toContain('hidden-word');
      expect(await db.selectFrom('user').select('id').execute()).toEqual([]);
    },
  );

  it('ends with its address, reports the first passwords once, and a second one on the same folder shares the practice', {
    tags: ['slow'],
  }, async () => {
    const BOWERBIRD_DATA = sharedFolder;
    const first = start({ BOWERBIRD_DATA, METRICS_PORT: '' });
    await first.until(/^Bowerbird is ready: http:\/\/127\.0\.0\.1:\d+$/);
    const practice = readFileSync(join(BOWERBIRD_DATA, 'practice/port'), 'utf8');

    const second = start({ BOWERBIRD_DATA });
    await second.until(/^Bowerbird is ready/);

    expect(first.said.filter((line) => / \/ /.test(line))).toHaveLength(2);
    expect(second.said).toHaveLength(1);
    expect(readFileSync(join(BOWERBIRD_DATA, 'practice/port'), 'utf8')).toBe(practice);
    expect(await second.stop('SIGINT')).toBe(0);
    expect(await first.stop('SIGHUP')).toBe(0);
    expect(existsSync(join(BOWERBIRD_DATA, 'practice/served-by'))).toBe(false);
  });

  it.each([
    ['a server that is not its own', () => ({ url: async () => adminUrl })],
    ['the embedded database', () => embedded(dataFolder())],
  ])(
    'on %s, keeps nobody signed in as the owner of the tables',
    { tags: ['slow'] },
    async (_where, where) => {
      const { url, environment }: Where = { environment: {}, ...where() };
      const before = environment.BOWERBIRD_DATA ? [] : await sessions(await url(), owners);
      const program = start(environment);
      await program.until(/^Bowerbird is ready/);

      const kept = await sessions(await url(), owners);

      expect(kept.filter((each) => !before.includes(each))).toEqual([]);
      expect(
        await sessions(await url(), `usename ~ '^bowerbird_app_' and application_name = 'bowerbird events'`),
      ).toHaveLength(1);
      expect(await program.stop()).toBe(0);
    },
  );

  it.runIf(process.platform === 'linux')(
    'as a worker, leaves the processor first to whoever waits at a screen',
    { tags: ['slow'] },
    async () => {
      const worker = start({}, '--worker');
      await worker.until(/^Bowerbird works on jobs\.$/);
      const api = start({}, '--api');
      await api.until(/^Bowerbird is ready/);

      expect(getPriority(api.pid)).toBe(getPriority());
      expect(getPriority(worker.pid)).toBeGreaterThan(getPriority(api.pid));
    },
  );

  it('stopped while its database starts, leaves no database running', { tags: ['slow'] }, async () => {
    const BOWERBIRD_DATA = dataFolder();
    const program = start({ BOWERBIRD_DATA, DATABASE_URL: '' });
    const note = join(BOWERBIRD_DATA, 'postgres/data/postmaster.pid');
    await expect.poll(() => existsSync(note), { timeout: 25_000, interval: 20 }).toBe(true);

    const code = await program.stop('SIGINT');
    const left = isServed(join(BOWERBIRD_DATA, 'postgres/data'));
    await stopEmbedded({ folder: BOWERBIRD_DATA, say: () => {} });

    expect(code).toBe(0);
    expect(program.said.join()).not.toContain('ready');
    expect(left).toBe(false);
  });
});
