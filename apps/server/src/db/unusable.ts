import { CannotStart } from '../cannot-start.ts';

/** Why the database cannot be used, in one sentence for the person who started the program, with the remedy. */
export class DatabaseUnusable extends CannotStart {
  override readonly name = 'DatabaseUnusable';
}
