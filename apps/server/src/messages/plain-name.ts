/** As many characters of a name stand in a message. */
const nameMax = 40;

/**
 * A name that somebody chose for themselves, as a message to a stranger may carry it: no address a mail program would
 * turn into a link, no number to call, nothing that turns the line around; cut where it is a text rather than a name.
 */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\b[a-z][a-z\d+.-]*:\/\//gi, ' ')
    .replaceAll(/[/\\@<>]/g, ' ')
    // What stands between the parts of a host name; that behind an initial stays.
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
