/** One statement of the product's specification, in its own wording. */
export interface Statement {
  /** Section and name. A test that proves the statement has it in its title, as `[5.email-required]`. */
  id: string;
  quote: string;
  /**
   * Parts of a statement that lists screens or names. Each part needs its own test, with the id
   * `[2.dashboard-screens.Workplace]`.
   */
  parts?: readonly string[];
}

/** Builds the statements of one section from rows of id, quote and, for a list, its parts. */
export function section(
  rows: readonly (readonly [id: string, quote: string, parts?: readonly string[]])[],
): Statement[] {
  return rows.map(([id, quote, parts]) => ({ id, quote, ...(parts && { parts }) }));
}

/** Returns the ids that tests have for a statement: its own, or those of its parts. */
export function idsOf({ id, parts }: Statement): string[] {
  return parts === undefined ? [id] : parts.map((part) => `${id}.${part}`);
}
