/** Longest human-readable part of a file's name, in characters. */
const wordsMax = 60;

/** Returns a text as part of a file's name: lower-case Latin letters and digits; '' where it has none. */
export function fileWords(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .match(/[a-z\d]+/g);
  const name = (words ?? []).join('-').slice(0, wordsMax);
  // Nothing in front of the mark may be mistaken for another mark.
  return name.replaceAll(/(?<!-)-+$/g, '').replaceAll(/\bbb-(?=[\da-f]{16})/g, '');
}
