/** Appended to the hash of what was sent without an image that was to go with it. */
export const lackingMark = '!';

/** Returns a hash that equals the hash of no content: the next run that lists the product writes it once more. */
export function lackingHash(hash: string): string {
  return wholeHash(hash) + lackingMark;
}

export function wholeHash(hash: string): string {
  return hash.endsWith(lackingMark) ? hash.slice(0, -lackingMark.length) : hash;
}
