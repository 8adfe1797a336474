/** Longest name that is kept, in characters. */
const longest = 255;

/**
 * Returns a file's name without folders, control characters and anything by which it could mean another place: of
 * `C:\shop\..\products.csv` it is `products.csv`.
 */
export function plainName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    // Control and format characters: line ends, and marks that turn the reading direction of what follows.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/^[.\s]+|[.\s]+$/gu, '');
  return [...plain].slice(0, longest).join('') || 'file';
}
