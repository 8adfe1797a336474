/** Why a requirement is held by no test. */
export type Exception =
  /** The product has nothing that it speaks of. */
  | { notApplicable: string }
  /** It is not held, or not shown: what is missing and what would do. */
  | { open: string };

/** A requirement of OWASP ASVS 5.0.0, levels 1 and 2, in words of ours. */
export interface Requirement {
  /** `6.2.1`. A test that holds the requirement carries it in its title, as `[asvs 6.2.1]`. */
  id: string;
  level: 1 | 2;
  asks: string;
  /** Left out where tests hold the requirement. */
  exception?: Exception;
}

type Row = readonly [id: string, level: 1 | 2, asks: string, exception?: Exception];

/** Makes the requirements of one chapter of rows. */
export function chapter(rows: readonly Row[]): Requirement[] {
  return rows.map(([id, level, asks, exception]) => ({ id, level, asks, ...(exception && { exception }) }));
}

export const notApplicable = (why: string): Exception => ({ notApplicable: why });
export const open = (why: string): Exception => ({ open: why });
