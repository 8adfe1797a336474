/** Parameters of a call by name. */
export type ApiParameters = Readonly<Record<string, string>>;

/** Returns all names and values, sorted by name in ASCII order, without separators. */
export function sortedPairs(parameters: ApiParameters): string {
  return Object.entries(parameters)
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => name + value)
    .join('');
}

/**
 * Returns the HMAC of a text with a secret, in uppercase hexadecimal, as one company's open platforms require for
 * signing calls.
 */
export async function hmacCapitals(hash: 'SHA-1' | 'SHA-256', text: string, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash }, false, [
    'sign',
  ]);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(text));
  return [...new Uint8Array(mac)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}
