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
  /** By the digests of mutants: a mutant that is changed is run again. */
  mutants: z.record(z.string(), Result),
});
export type State = z.infer<typeof State>;

/**
 * Returns a mark of everything in these folders that git knows, as it is on the disk. A commit that leaves them as they
 * are leaves the mark, so that a proof in parts goes on across it.
 */
export function sourceMark(root: string, folders: readonly string[]): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const trees = folders.map((folder) => git('rev-parse', `HEAD:${folder}`));
  const changed = git('diff', 'HEAD', '--', ...folders);
  return digestOf([...trees, changed]).slice(0, 12);
}

/** Returns a mark of a mutant as it is now. */
export function digestOf(what: unknown): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('hex');
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
