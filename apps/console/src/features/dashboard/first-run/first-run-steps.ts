import type { FirstRun } from '../queries.ts';

export type StepName = 'collect' | 'claim' | 'list';
export type StepState = 'open' | 'running' | 'done' | 'failed' | 'later';

const ended = new Set(['complete', 'partial', 'failed', 'cancelled']);

/**
 * Returns the state of each step. Exactly one is open, running or failed at a time, until all are done: a step waits
 * for the result of the previous one.
 */
export function stepStates({ collect, claim, listing }: FirstRun): Record<StepName, StepState> {
  const collected: StepState =
    collect === null
      ? claim === null
        ? 'open'
        : 'done'
      : !ended.has(collect.state)
        ? 'running'
        : collect.got > 0
          ? 'done'
          : 'failed';
  const claimed: StepState = collected !== 'done' ? 'later' : claim === null ? 'open' : 'done';
  const listed: StepState =
    claimed !== 'done'
      ? 'later'
      : listing === null
        ? 'open'
        : !ended.has(listing.state)
          ? 'running'
          : listing.listed > 0
            ? 'done'
            : 'failed';
  return { collect: collected, claim: claimed, list: listed };
}
