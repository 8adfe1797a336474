/** A number as people type it, with a decimal comma or in full width, as the plain decimal it means. */
export function decimalOf(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\s/g, '').replace(',', '.');
}
