/** Namespace of our keys; it must never change, because every token would change with it. */
const namespace = '6f8c1f0e-6f0b-5a53-9d0f-0f4a8f1f2b6d';

/** Returns a UUID derived from a name (RFC 9562, version 5): the same for the same name on every machine. */
export async function uuid5(name: string): Promise<string> {
  const space = Uint8Array.from(namespace.replaceAll('-', '').match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  );
  const words = new TextEncoder().encode(name);
  const input = new Uint8Array(space.length + words.length);
  input.set(space);
  input.set(words, space.length);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', input)).slice(0, 16);
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
