/** Why no test proves a requirement. */
export type Exception =
  /** The product has nothing to which it applies. */
  | { notApplicable: string }
  /** It is not met, or not proven: what is missing and what would suffice. */
  | { open: string };

/** A requirement of OWASP ASVS 5.0.0, levels 1 and 2, in our own wording. */
export interface Requirement {
  /** `6.2.1`. A test that proves the requirement has it in its title, as `[asvs 6.2.1]`. */
  id: string;
  level: 1 | 2;
  demand: string;
  /** Left out if tests prove the requirement. */
  exception?: Exception;
}

type Row = readonly [id: string, level: 1 | 2, demand: string, exception?: Exception];

/** Builds the requirements of one chapter from rows. */
export function chapter(rows: readonly Row[]): Requirement[] {
  return rows.map(([id, level, demand, exception]) => ({
    id,
    level,
    demand,
    ...(exception && { exception }),
  }));
}

export const notApplicable = (why: string): Exception => ({ notApplicable: why });
export const open = (why: string): Exception => ({ open: why });
