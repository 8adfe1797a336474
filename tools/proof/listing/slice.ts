import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** How long a slice plays before it begins nothing new, in milliseconds. */
export const sliceMs = 20 * 60_000;

const Counts = z.record(z.string(), z.record(z.string(), z.number()));

/** All that the slices of one proof have found so far. */
export const SliceState = z.object({
  /** What is proved: slices of another proof are no part of this one. */
  proof: z.string(),
  slices: z.int(),
  tookMs: z.number(),
  rounds: z.int(),
  faults: z.int(),
  wrong: z.array(z.string()),
  open: z.array(z.string()),
  /** How often what was met, by platform. */
  met: Counts,
  /** Rounds that were played, by their names. */
  played: z.array(z.string()),
  /** Of each platform whose workers were killed. */
  kills: z.record(
    z.string(),
    z.object({
      kills: z.int(),
      runs: z.int(),
      backMs: z.array(z.number()),
      decidedMs: z.array(z.number()),
      wrong: z.array(z.string()),
    }),
  ),
});
export type SliceState = z.infer<typeof SliceState>;

export function emptySlices(proof: string): SliceState {
  return {
    proof,
    slices: 0,
    tookMs: 0,
    rounds: 0,
    faults: 0,
    wrong: [],
    open: [],
    met: {},
    played: [],
    kills: {},
  };
}

/** What former slices of this proof found; empty where there are none. Throws where the file is of another proof. */
export function readSlices(file: string, proof: string): SliceState {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return emptySlices(proof);
  }
  const state = SliceState.parse(JSON.parse(text));
  if (state.proof !== proof) {
    throw new Error(`${file} is of another proof (${state.proof}); name another with --state, or remove it`);
  }
  return state;
}

/** Written whole or not at all, so that a slice that is stopped leaves what was there. */
export function writeSlices(file: string, state: SliceState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

export function forgetSlices(file: string): void {
  rmSync(file, { force: true });
}
