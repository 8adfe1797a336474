/** Why the database cannot be used, in one sentence for the person who started the program, with the remedy. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}
