/** Secrets by what they are. */
export type Secrets = Record<string, string | Buffer>;
/** Texts by where they came from. */
export type Texts = Record<string, string>;

/** Says which secret stands where and how it is written; empty where none is found. */
export function findSecrets(secrets: Secrets, texts: Texts): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(waysToWrite(secret)).flatMap(([way, written]) =>
      Object.entries(texts)
        .filter(([, text]) => written.some((each) => text.includes(each)))
        .map(([where]) => `${name} in ${where}, ${way}`),
    ),
  );
}

/** The texts by which a secret could stand in another text. Short ones are looked for as they are, the others would be found by chance. */
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

/** The signs of base64 that stand for these bytes alone, whatever stands beside them; `before` bytes stand in front of them. */
function inBase64(bytes: Buffer, before: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(before), bytes]);
  const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
  return (['base64', 'base64url'] as const).map((kind) => whole.toString(kind).slice(from, to));
}

function everySign(bytes: Buffer): string {
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
}
