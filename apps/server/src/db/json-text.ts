/** What PostgreSQL's jsonb refuses inside a string: the zero character, and unpaired surrogates. */
const refused = /\\u(?:0000|d[89a-f])/i;

/**
 * Returns JSON text that a jsonb column accepts, whatever a source put into its strings: removes zero characters, and
 * replaces unpaired surrogates by the replacement character.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u') && refused.test(text)
    ? JSON.stringify(value, (_key, inner: unknown) => cleaned(inner))
    : text;
}

/** Returns text that a text column accepts; see `jsonText`. */
export function columnText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function cleaned(inner: unknown): unknown {
  if (typeof inner === 'string') {
    return columnText(inner);
  }
  if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
    const entries = Object.entries(inner);
    return entries.some(([key]) => columnText(key) !== key)
      ? Object.fromEntries(entries.map(([key, each]) => [columnText(key), each]))
      : inner;
  }
  return inner;
}
