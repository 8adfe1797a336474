/** One way to break the code behind a requirement of the specification. */
export interface Break {
  /** The id that the test carries. */
  rule: string;
  /** What the broken code does, in a few words. */
  what: string;
  file: string;
  /** Stands once in the file. */
  find: string;
  replace: string;
  /** The file of the test that carries the id: a unit test, or one that runs in a browser. */
  test: string;
}
