import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** What a drill came to. */
const Result = z.object({
  /** On which source it was played. */
  engine: z.string(),
  /** Of the program as it is. */
  wrong: z.array(z.string()),
  /** One for each time that it was played. */
  recoveredMs: z.array(z.number()),
  /** Of the program without its defence. */
  brokenWrong: z.array(z.string()),
});
export type Result = z.infer<typeof Result>;

const State = z.object({
  /** By the names of drills. */
  drills: z.record(z.string(), Result),
});
export type State = z.infer<typeof State>;

/** What former runs left, of whatever source; empty where there is none. */
export function readState(file: string | undefined): State {
  if (file === undefined || !existsSync(file)) {
    return { drills: {} };
  }
  return State.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Written whole or not at all. */
export function writeState(file: string | undefined, state: State): void {
  if (file !== undefined) {
    writeFileSync(`${file}.new`, JSON.stringify(state, null, 1));
    renameSync(`${file}.new`, file);
  }
}
