import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** Result of a drill. */
const Result = z.object({
  /** Version of the source on which it was run. */
  engine: z.string(),
  /** Of the unchanged program. */
  wrong: z.array(z.string()),
  /** One for each run. */
  recoveredMs: z.array(z.number()),
  /** Of the program without its defense. */
  brokenWrong: z.array(z.string()),
});
export type Result = z.infer<typeof Result>;

const State = z.object({
  /** By the names of drills. */
  drills: z.record(z.string(), Result),
});
export type State = z.infer<typeof State>;

/** Reads the results of former runs, of any version of the source; empty if there are none. */
export function readState(file: string | undefined): State {
  if (file === undefined || !existsSync(file)) {
    return { drills: {} };
  }
  return State.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Writes the state atomically. */
export function writeState(file: string | undefined, state: State): void {
  if (file !== undefined) {
    writeFileSync(`${file}.new`, JSON.stringify(state, null, 1));
    renameSync(`${file}.new`, file);
  }
}
