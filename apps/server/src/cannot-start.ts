/** Why the program cannot start, in one sentence for the person who started it, with the remedy. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}
