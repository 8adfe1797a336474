/** Parameters of a call by their names. */
export type ApiParameters = Readonly<Record<string, string>>;

/** Every name and value, sorted by name in ASCII's order, nothing between them. */
export function sortedPairs(parameters: ApiParameters): string {
  return Object.entries(parameters)
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => name + value)
    .join('');
}

/** HMAC over a text by a secret, in hexadecimal capitals, as the open platforms of one house want their calls signed. */
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
