import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Where a command finds its data, and whom it may ask. */
export interface Installation {
  DATABASE_URL: string;
  BOWERBIRD_DATA: string;
  BOWERBIRD_ALLOWED_PRIVATE_HOSTS?: string;
}

/** What a command wrote, and how it ended; null for one that was killed. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command of the command line in a process of its own, without the database of the tests unless it is named. */
export function run(
  installation: Partial<Installation>,
  ...args: string[]
): { child: ChildProcess; ended: Promise<Ended> } {
  const { DATABASE_URL: _, ...environment } = process.env;
  const program = join(import.meta.dirname, '..', 'cli', 'main.ts');
  const child = spawn(process.execPath, [program, ...args], { env: { ...environment, ...installation } });
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

/** The same, to its end. */
export async function bowerbird(installation: Partial<Installation>, ...args: string[]): Promise<Ended> {
  return await run(installation, ...args).ended;
}
