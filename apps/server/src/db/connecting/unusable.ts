interface UnusableOptions extends ErrorOptions {
  /** Names the reason for programs and tests, where it is to be told from others. */
  code?:
    | 'database.earlier-development-version'
    | 'database.newer-version'
    | 'database.listens-through-pooler';
}

/** Why the database can't be used, in one sentence for the person who started the program, with the remedy. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
  readonly code: UnusableOptions['code'];

  constructor(message: string, { code, ...options }: UnusableOptions = {}) {
    super(message, options);
    this.code = code;
  }
}
