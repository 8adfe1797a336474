import { DatabaseUnusable } from '../db/connecting/unusable.ts';

/** Reason why the program cannot start, in one sentence for the person who started it, with the remedy. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/**
 * Reports whether the person who started the program can fix this error. Such an error is shown as its one sentence,
 * without a stack trace.
 */
export function isForPerson(thrown: unknown): thrown is CannotStart | DatabaseUnusable {
  return thrown instanceof CannotStart || thrown instanceof DatabaseUnusable;
}
