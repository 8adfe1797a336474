import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { takeStartLock } from '../../src/db/embedded/start-lock.ts';
import { settingsFor } from '../database/pooler.ts';

/** Where a command finds its data, and which servers it may connect to. */
export interface Installation {
  DATABASE_URL: string;
  BOWERBIRD_DATA: string;
  BOWERBIRD_ALLOWED_PRIVATE_HOSTS?: string;
  BOWERBIRD_IMPORT_FOLDERS?: string;
}

/** What a command wrote, and how it ended; null for one that was killed. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const fromSource = join(import.meta.dirname, '../../src/cli/main.ts');
const bundled = await bundleOfThisRun();

/**
 * Runs a command of the command line in a process of its own, without the tests' database unless it is named. The
 * process has the program as `npm run bowerbird` starts it: bundled from the current sources.
 */
export function run(
  installation: Partial<Installation>,
  ...args: string[]
): { child: ChildProcess; ended: Promise<Ended> } {
  return start(bundled, installation, args);
}

/** Does the same and waits for the end. */
export async function bowerbird(installation: Partial<Installation>, ...args: string[]): Promise<Ended> {
  return await run(installation, ...args).ended;
}

/** Does the same from the sources, as a merchant starts it. */
export async function bowerbirdFromSource(
  installation: Partial<Installation>,
  ...args: string[]
): Promise<Ended> {
  return await start(fromSource, installation, args).ended;
}

function start(program: string, installation: Partial<Installation>, args: string[]) {
  const { DATABASE_URL: _, ...environment } = process.env;
  const { DATABASE_URL: database, ...others } = installation;
  const reached = database ? settingsFor(process.env.BOWERBIRD_TEST_DATABASE ?? '', database) : {};
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...environment, ...others, ...reached },
  });
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (part) => {
    text.stdout += String(part);
  });
  child.stderr.on('data', (part) => {
    text.stderr += String(part);
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...text }));
  return { child, ended };
}

/** Returns the bundle, built by the first caller that needs it in a test run. */
async function bundleOfThisRun(): Promise<string> {
  const folder = process.env.BOWERBIRD_TEST_DATABASE;
  if (folder === undefined) {
    throw new Error('Tests of the command line run through the vitest of the repository root.');
  }
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const noted = join(folder, 'test-command-line');
  const release = await takeStartLock(`${noted}-making`);
  try {
    if (!existsSync(noted)) {
      const maker = join(import.meta.dirname, '../../../../tools/program.mjs');
      const { stdout } = await promisify(execFile)(process.execPath, [maker]);
      writeFileSync(noted, join(stdout.trim(), 'command-line.mjs'));
    }
    return readFileSync(noted, 'utf8');
  } finally {
    release();
  }
}
