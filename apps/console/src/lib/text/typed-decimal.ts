/** Parses a number as people type it, with a decimal comma or full-width digits, into a plain decimal. */
export function decimalOf(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\s/g, '').replace(',', '.');
}
