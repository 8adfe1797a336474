/** Longest name in a message, in characters. */
const nameMax = 40;

/**
 * Makes a name that somebody chose safe for a message to an unknown recipient: no address that a mail program would
 * turn into a link, no number to call, nothing that reverses the text direction. Cuts it if it is a text rather than a
 * name.
 */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\b[a-z][a-z\d+.-]*:\/\//gi, ' ')
    .replaceAll(/[/\\@<>]/g, ' ')
    // Removes what separates the parts of a host name; keeps the dot after an initial.
    .replaceAll(/(?<=\S)[.:。](?=\S)/g, ' ')
    .replaceAll(/\d(?:[\s()+-]*\d){5,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = [...plain];
  return letters.length > nameMax
    ? `${letters
        .slice(0, nameMax - 1)
        .join('')
        .trimEnd()}…`
    : plain;
}
