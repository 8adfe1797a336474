/** Character codes of JSON's punctuation: comparing codes takes a third of the time of comparing characters. */
export const quote = 0x22;
export const comma = 0x2c;
export const openingBrace = 0x7b;
export const closingBrace = 0x7d;
export const openingBracket = 0x5b;
export const closingBracket = 0x5d;
const backslash = 0x5c;

/** Returns the position of the quote that closes the string opened here; -1 when it does not close. */
export function closingQuote(script: string, open: number, kind: '"' | "'" = '"'): number {
  for (let at = script.indexOf(kind, open + 1); at !== -1; at = script.indexOf(kind, at + 1)) {
    let before = at - 1;
    while (before > open && script.charCodeAt(before) === backslash) {
      before -= 1;
    }
    // An even number of backslashes escapes only itself.
    if ((at - before) % 2 === 1) {
      return at;
    }
  }
  return -1;
}
