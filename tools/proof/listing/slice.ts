import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** Milliseconds after which a slice starts nothing new. */
export const sliceMs = 20 * 60_000;

const Counts = z.record(z.string(), z.record(z.string(), z.number()));

/** Results so far of all slices of one proof. */
export const SliceState = z.object({
  /** What is proved: slices of another proof do not belong to it. */
  proof: z.string(),
  slices: z.int(),
  tookMs: z.number(),
  rounds: z.int(),
  faults: z.int(),
  wrong: z.array(z.string()),
  open: z.array(z.string()),
  /** How often each was met, by platform. */
  met: Counts,
  /** Names of the rounds that were run. */
  simulated: z.array(z.string()),
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
    simulated: [],
    kills: {},
  };
}

/**
 * Reads the results of former slices of this proof; empty if there are none. Throws if the file belongs to another
 * proof.
 */
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

/** Writes atomically, so that an interrupted slice leaves the previous state. */
export function writeSlices(file: string, state: SliceState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

export function forgetSlices(file: string): void {
  rmSync(file, { force: true });
}
