/** One statement of the product's specification, in its own words. */
export interface Statement {
  /** Section and name. A test that holds the statement carries it in its title, as `[5.email-required]`. */
  id: string;
  quote: string;
  /**
   * What a statement that lists screens or names consists of. Each part needs a test of its own, with the id
   * `[2.dashboard-screens.Workplace]`.
   */
  parts?: readonly string[];
}

/** Makes the statements of one section from rows of id, quote and, for a list, its parts. */
export function section(
  rows: readonly (readonly [id: string, quote: string, parts?: readonly string[]])[],
): Statement[] {
  return rows.map(([id, quote, parts]) => ({ id, quote, ...(parts && { parts }) }));
}

/** Returns the ids that tests carry for a statement: its own, or those of its parts. */
export function idsOf({ id, parts }: Statement): string[] {
  return parts === undefined ? [id] : parts.map((part) => `${id}.${part}`);
}
