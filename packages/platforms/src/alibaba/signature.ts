/** Parameters of a call by their names. */
export type ApiParameters = Readonly<Record<string, string>>;

/** Every name and value, sorted by name in ASCII's order, nothing between them. */
export function sortedPairs(parameters: ApiParameters): string {
  return Object.entries(parameters)
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => name + value)
    .join('');
}

/**
 * The signature of a call to alibaba.com's gateway: HMAC-SHA256 over the path, without `/rest`, and the sorted parameters,
 * in hexadecimal capitals (platform notes 1.5).
 */
export function signatureOfPath(path: string, parameters: ApiParameters, secret: string): Promise<string> {
  return hmac('SHA-256', path + sortedPairs(parameters), secret);
}

/**
 * The signature of a call to 1688's gateway, another algorithm: HMAC-SHA1 over `param2/1/<namespace>/<api>/<appKey>` and
 * the sorted parameters, in hexadecimal capitals (platform notes 2.5).
 */
export function signatureOfParam2(route: string, parameters: ApiParameters, secret: string): Promise<string> {
  return hmac('SHA-1', route + sortedPairs(parameters), secret);
}

async function hmac(hash: 'SHA-1' | 'SHA-256', text: string, secret: string): Promise<string> {
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
