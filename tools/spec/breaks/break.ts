/** One way to break the code behind a requirement of the specification. */
export interface Break {
  /** The id in the test's title. */
  rule: string;
  /** What the broken code does, in a few words. */
  what: string;
  file: string;
  /** Text that occurs once in the file. */
  find: string;
  replace: string;
  /** The file of the test with the id: a unit test, or one that runs in a browser. */
  test: string;
}
