/** Parameters of a call by their names. */
export type ApiParameters = Readonly<Record<string, string>>;

/**
 * What is signed: every name and value, sorted by name in ASCII's order, nothing between them; before them the name of a
 * method that is a path, and of no other (platform notes 5).
 */
export function signedText(api: string, parameters: ApiParameters): string {
  const pairs = Object.entries(parameters)
    .filter(([name]) => name !== 'sign')
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return (api.includes('/') ? api : '') + pairs.map(([name, value]) => name + value).join('');
}

/** The parameters with their signature: HMAC-SHA256 by the app's secret, in hexadecimal capitals. */
export async function signed(
  api: string,
  parameters: ApiParameters,
  secret: string,
): Promise<Record<string, string>> {
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, bytes.encode(signedText(api, parameters)));
  const sign = [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { ...parameters, sign: sign.toUpperCase() };
}
