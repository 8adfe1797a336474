import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../../apps/server/src/db/embedded/start.ts';
import type { BenchRow } from './row.ts';

const root = join(import.meta.dirname, '../..');
/** How long the program is left alone before it is measured: it collects garbage and closes idle connections. */
const settleMs = 60_000;
const measuredMs = 30_000;
const calls = 5;

/**
 * The program that nobody uses, with its database and its practice shop: memory of all processes after the very first
 * start, which created the database, and after the next one; then share of a core, transactions, and what a command of
 * the command line costs while it runs. Linux only: reads `/proc`.
 */
export async function benchAtRest(): Promise<BenchRow[]> {
  const data = mkdtempSync(join(tmpdir(), 'bowerbird-bench-rest-'));
  // The database's own user must reach it.
  chmodSync(data, 0o755);
  const { DATABASE_URL: _, ...environment } = process.env;
  const env = { ...environment, BOWERBIRD_DATA: data, PORT: '0' };
  try {
    const first = await whileAtRest(env, async ({ pid }) => megabytesOf(pid));
    return await whileAtRest(env, async ({ pid }) => {
      const next = megabytesOf(pid);
      const ticks = ticksOf(pid);
      await pause(measuredMs);
      const seconds = measuredMs / 1000;
      const share = (ticksOf(pid) - ticks) / ticksPerSecond / seconds;
      const perSecond = await transactionsASecond(data, seconds);
      const call = await processorSeconds(env, ['tools/bowerbird.mjs', 'runs', '--json']);
      const bare = await processorSeconds(env, ['-e', '0']);
      return [
        row(
          'At rest: memory of all processes, after the very first start',
          `${first.toFixed(0)} MB`,
          '200 MB',
          200 / first,
        ),
        row(
          'At rest: memory of all processes, after the next start',
          `${next.toFixed(0)} MB`,
          '200 MB',
          200 / next,
        ),
        row('At rest: share of a core', `${(share * 100).toFixed(2)} %`, '0.5 %', 0.005 / share),
        row('At rest: transactions a second', perSecond.toFixed(1), '-', 1),
        row(
          'A command-line call (`runs`), processor time',
          `${call.toFixed(2)} s`,
          `${bare.toFixed(2)} s (bare Node.js)`,
          0.8 / call,
        ),
      ];
    });
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Starts the program as a person does, and calls `measure` when nobody has used it for a minute. */
async function whileAtRest<T>(
  env: NodeJS.ProcessEnv,
  measure: (program: ChildProcess) => Promise<T>,
): Promise<T> {
  const program = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await ready(program.stdout);
    await pause(settleMs);
    return await measure(program);
  } finally {
    program.kill('SIGTERM');
    await new Promise((resolve) => program.once('exit', resolve));
  }
}

/** Memory of a process and all that it started. */
function megabytesOf(pid: number | undefined): number {
  return treeOf(pid).reduce((sum, each) => sum + memoryOf(each), 0) / 1024;
}

function row(what: string, ours: string, floor: string, ratio: number): BenchRow {
  return { what, ours, floor, ratio, aim: '1 (the goal)' };
}

async function ready(output: NodeJS.ReadableStream): Promise<void> {
  for await (const line of createInterface({ input: output })) {
    if (line.startsWith('Bowerbird is ready')) {
      return;
    }
  }
  throw new Error('The program did not start.');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The unit of `/proc/PID/stat` on Linux. */
const ticksPerSecond = 100;

/** Returns a process and all that it started. */
function treeOf(top = 0): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(fieldsOf(Number(name))[1])]),
  );
  const tree = [top];
  for (const pid of tree) {
    tree.push(...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child));
  }
  return tree;
}

/** Returns the fields of `/proc/PID/stat` after the name; none for a process that has ended. */
function fieldsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

function ticksOf(top: number | undefined): number {
  return treeOf(top).reduce((sum, pid) => {
    const fields = fieldsOf(pid);
    return sum + Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }, 0);
}

/** Returns kilobytes, with memory shared by several processes counted once. */
function memoryOf(pid: number): number {
  try {
    return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Returns how many transactions the running database of a folder ends in a second. */
async function transactionsASecond(folder: string, seconds: number): Promise<number> {
  const database = await startEmbedded({ folder, say: () => undefined, whenDone: 'leave-as-found' });
  try {
    const before = await transactionsOf(database.url);
    await pause(seconds * 1000);
    return ((await transactionsOf(database.url)) - before) / seconds;
  } finally {
    await database.stop();
  }
}

async function transactionsOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(
    'select sum(xact_commit) as count from pg_stat_database',
  );
  await client.end();
  return Number(rows[0]?.count);
}

/** Returns the processor time of one call, user and system, of all its processes: the median of a few. */
async function processorSeconds(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<number> {
  const all: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    const script = 'TIMEFORMAT="%U %S"; time "$0" "$@" > /dev/null';
    const { stderr } = await promisify(execFile)('bash', ['-c', script, process.execPath, ...args], {
      cwd: root,
      env,
    });
    const [user, system] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
    all.push((user ?? 0) + (system ?? 0));
  }
  return all.sort((one, other) => one - other)[Math.floor(calls / 2)] ?? 0;
}
