import { DatabaseUnusable } from './db/unusable.ts';

/** Why the program cannot start, in one sentence for the person who started it, with the remedy. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** What the person who started can mend: told in its one sentence, without a trace. */
export function isForPerson(thrown: unknown): thrown is CannotStart | DatabaseUnusable {
  return thrown instanceof CannotStart || thrown instanceof DatabaseUnusable;
}
