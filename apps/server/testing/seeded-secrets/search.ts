/** Secrets by what they are. */
export type Secrets = Record<string, string | Buffer>;
/** Texts by where they came from. */
export type Texts = Record<string, string>;

/** Reports which secret is in which text and how it is written; empty where none is found. */
export function findSecrets(secrets: Secrets, texts: Texts): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(waysToWrite(secret)).flatMap(([way, written]) =>
      Object.entries(texts)
        .filter(([, text]) => written.some((each) => text.includes(each)))
        .map(([where]) => `${name} in ${where}, ${way}`),
    ),
  );
}

/**
 * Returns the forms in which a secret could appear in another text. Short secrets are searched for as they are; their
 * other forms would be found by chance.
 */
function waysToWrite(secret: string | Buffer): Record<string, string[]> {
  const bytes = Buffer.from(secret);
  const plain = typeof secret === 'string' ? [secret] : [];
  return {
    'in plain': [...plain, ...plain.map((text) => JSON.stringify(text).slice(1, -1))],
    ...(bytes.length >= 8 && {
      'in base64': [0, 1, 2].flatMap((before) => inBase64(bytes, before)),
      'percent-encoded': plain.flatMap((text) => [encodeURIComponent(text), everySign(bytes)]),
      'in hexadecimal': [bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
    }),
  };
}

/**
 * Returns the base64 characters that encode these bytes alone, whatever bytes surround them; `before` bytes precede
 * them.
 */
function inBase64(bytes: Buffer, before: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(before), bytes]);
  const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
  return (['base64', 'base64url'] as const).map((kind) => whole.toString(kind).slice(from, to));
}

function everySign(bytes: Buffer): string {
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
}
