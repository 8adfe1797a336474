/** A value in the form of PHP's `serialize`; arrays become maps, in order. */
export type PhpValue = string | number | boolean | null | Map<string, PhpValue>;

/** Parses PHP-serialized text; string lengths are in bytes. Throws for anything else. */
export function phpValue(text: string): PhpValue {
  const bytes = Buffer.from(text);
  let at = 0;
  const upTo = (mark: string): string => {
    const end = bytes.indexOf(mark, at);
    const found = bytes.toString('utf8', at, end);
    at = end + 1;
    return found;
  };
  const read = (): PhpValue => {
    const type = String.fromCharCode(bytes[at] ?? 0);
    at += 2;
    switch (type) {
      case 'N':
        return null;
      case 'b':
        return upTo(';') === '1';
      case 'i':
      case 'd':
        return Number(upTo(';'));
      case 's': {
        const length = Number(upTo(':'));
        const value = bytes.toString('utf8', at + 1, at + 1 + length);
        at += length + 3;
        return value;
      }
      case 'a': {
        const count = Number(upTo(':'));
        at += 1;
        const entries = Array.from({ length: count }, (): [string, PhpValue] => [String(read()), read()]);
        at += 1;
        return new Map(entries);
      }
      default:
        throw new Error(`not serialized by PHP at ${at}: ${text.slice(0, 80)}`);
    }
  };
  return read();
}
