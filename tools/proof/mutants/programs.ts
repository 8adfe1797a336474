import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FixedRound, NamedTest } from './mutant.ts';
import { type Params, Simulated } from './run.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const top = here('../../..');
const vitest = here('../../../node_modules/vitest/vitest.mjs');

/** Result of one mutant, or of rounds on the unchanged engine. */
export interface Outcome {
  /** By the rounds' positions; rounds that were not run are not included. */
  simulated: Simulated[];
  /** Why there is no result: it did not load, ended early, or exceeded its time. */
  failure: string | null;
}

/**
 * Runs rounds in a separate process, on the engine that a mutant breaks; null: unchanged. Ended after `limitMs`
 * milliseconds.
 */
export async function runIn(
  mutant: string | null,
  urls: Params['urls'],
  rounds: readonly FixedRound[],
  limitMs: number,
): Promise<Outcome> {
  const request: Params = { urls, stops: mutant !== null, rounds: [...rounds] };
  const child = start(mutant, ['--import', here('hook.ts'), here('run.ts'), JSON.stringify(request)]);
  const simulated: Simulated[] = [];
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  lines.on('line', (line) => {
    if (line.startsWith('{')) {
      simulated.push(Simulated.parse(JSON.parse(line)));
    }
  });
  const { failure } = await ended(child, limitMs);
  return { simulated, failure };
}

/** Runs a named test on the engine that a mutant breaks; reports a problem if it fails. */
export async function testIn(
  mutant: string | null,
  { file, name }: NamedTest,
  limitMs: number,
): Promise<Outcome> {
  const began = performance.now();
  const args = [
    vitest,
    'run',
    '--project',
    'node',
    '--project',
    'packages',
    file,
    '-t',
    name,
    '--reporter',
    'tap-flat',
    // A test that a busy machine slows down fails nothing: this program's own limit ends it, and that catches nothing.
    `--testTimeout=${limitMs}`,
  ];
  const options = `--import ${here('hook.ts')}`;
  const child = start(mutant, args, { NODE_OPTIONS: options });
  let reported = '';
  child.stdout?.on('data', (some: Buffer) => {
    reported += some.toString();
  });
  const { failure } = await ended(child, limitMs);
  const failed = [...reported.matchAll(/^not ok \d+ - (?<what>[^#\n]*)/gm)].map(
    (one) => one.groups?.what ?? '',
  );
  const passed = /^ok \d+ - (?!.*# SKIP)/m.test(reported);
  return failed.length > 0 || passed
    ? { simulated: [{ at: 0, wrong: failed, tookMs: performance.now() - began }], failure: null }
    : { simulated: [], failure: failure ?? 'no test of this name ran' };
}

function start(mutant: string | null, args: readonly string[], more: NodeJS.ProcessEnv = {}): ChildProcess {
  const { BOWERBIRD_MUTANT: _, ...env } = process.env;
  return spawn(process.execPath, args, {
    cwd: top,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...more, ...(mutant !== null && { BOWERBIRD_MUTANT: mutant }) },
  });
}

function ended(child: ChildProcess, limitMs: number): Promise<{ failure: string | null }> {
  let said = '';
  child.stderr?.on('data', (some: Buffer) => {
    said = `${said}${some.toString()}`.slice(-4000);
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, limitMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      const why = said.split('\n').find((line) => /error/i.test(line)) ?? said.trim().slice(0, 200);
      resolve({
        failure: isLate ? 'it was not done in time' : code === 0 ? null : why || `exit code ${code}`,
      });
    });
  });
}
