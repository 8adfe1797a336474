/** Returns the letters of a column, counted from 0: A, B, ... Z, AA. */
export function columnLetters(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : columnLetters(Math.floor(place / 26) - 1) + letter;
}

/** Returns the place of a column, counted from 0, of a reference such as `AB12`; -1 for what is none. */
export function columnPlace(reference: string): number {
  let place = 0;
  let at = 0;
  for (; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) {
      break;
    }
    place = 26 * place + letter - 64;
  }
  return place - 1;
}
