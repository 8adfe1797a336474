import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** Result of a mutant, or of one round of the unchanged engine. */
const Result = z.object({
  /** The first problem's sentence; null if there was none. */
  caught: z.string().nullable(),
  rounds: z.int(),
  seconds: z.number(),
  /** Why there is no result. */
  failure: z.string().nullable(),
});
export type Result = z.infer<typeof Result>;

/** Results so far on one version of the engine. */
export const State = z.object({
  /** Version of the source: results from another version are invalid. */
  engine: z.string(),
  /** Of the unchanged engine, by the names of rounds and tests. */
  unbroken: z.record(z.string(), Result),
  /** By the names of mutants. */
  mutants: z.record(z.string(), Result),
});
export type State = z.infer<typeof State>;

/** Returns the commit that is checked out, and a mark of the differences in files that git knows. */
export function engineNow(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const changed = git(
    'diff',
    'HEAD',
    '--',
    'apps/server/src',
    'apps/server/testing',
    'packages',
    'tools/proof/listing',
  );
  const commit = git('rev-parse', '--short=10', 'HEAD').trim();
  return changed === ''
    ? commit
    : `${commit} and ${createHash('sha256').update(changed).digest('hex').slice(0, 10)}`;
}

/** Reads the state of a former run; empty if there is none, or it belongs to another engine. */
export function readState(file: string | undefined, engine: string): State {
  const empty: State = { engine, unbroken: {}, mutants: {} };
  if (file === undefined) {
    return empty;
  }
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return empty;
  }
  const state = State.parse(JSON.parse(text));
  // Runs that ended without a result are repeated.
  const said = (results: State['mutants']) =>
    Object.fromEntries(Object.entries(results).filter(([, { failure }]) => failure === null));
  return state.engine === engine
    ? { engine, unbroken: said(state.unbroken), mutants: said(state.mutants) }
    : empty;
}

/** Writes the state atomically. */
export function writeState(file: string | undefined, state: State): void {
  if (file !== undefined) {
    writeFileSync(`${file}.new`, JSON.stringify(state, null, 1));
    renameSync(`${file}.new`, file);
  }
}
