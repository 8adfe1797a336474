import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** What a mutant, or one round of the engine as it is, came to. */
const Result = z.object({
  /** The first wrong sentence; null where nothing was wrong. */
  caught: z.string().nullable(),
  rounds: z.int(),
  seconds: z.number(),
  /** Why nothing can be said. */
  failure: z.string().nullable(),
});
export type Result = z.infer<typeof Result>;

/** What was found so far on one engine. */
export const State = z.object({
  /** Of which source: what was found on another says nothing. */
  engine: z.string(),
  /** Of the engine as it is, by the names of rounds and tests. */
  unbroken: z.record(z.string(), Result),
  /** By the names of mutants. */
  mutants: z.record(z.string(), Result),
});
export type State = z.infer<typeof State>;

/** The commit that is checked out, and a mark of what differs from it in files that git knows. */
export function engineNow(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const changed = git('diff', 'HEAD', '--', 'apps/server/src', 'packages', 'tools/proof/listing');
  const commit = git('rev-parse', '--short=10', 'HEAD').trim();
  return changed === ''
    ? commit
    : `${commit} and ${createHash('sha256').update(changed).digest('hex').slice(0, 10)}`;
}

/** What a former run left; empty where there is none, or it is of another engine. */
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
  // What was ended before anything could be said is done again.
  const said = (results: State['mutants']) =>
    Object.fromEntries(Object.entries(results).filter(([, { failure }]) => failure === null));
  return state.engine === engine
    ? { engine, unbroken: said(state.unbroken), mutants: said(state.mutants) }
    : empty;
}

/** Written whole or not at all. */
export function writeState(file: string | undefined, state: State): void {
  if (file !== undefined) {
    writeFileSync(`${file}.new`, JSON.stringify(state, null, 1));
    renameSync(`${file}.new`, file);
  }
}
