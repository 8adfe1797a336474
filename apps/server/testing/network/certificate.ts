import { generateKeyPairSync, sign } from 'node:crypto';

/**
 * Returns a key and a self-signed certificate for a host, in PEM, as a test's TLS server presents them (RFC 5280, RFC
 * 8410).
 */
export function certificateFor(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const ed25519 = der(0x30, Buffer.from('06032b6570', 'hex'));
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(host)));
  const name = der(0x30, der(0x31, commonName));
  const until = (year: number) => der(0x17, Buffer.from(`${year % 100}0101000000Z`));
  const names = der(0x30, der(0x82, Buffer.from(host)));
  const extension = der(0x30, Buffer.from('0603551d11', 'hex'), der(0x04, names));
  const year = new Date().getUTCFullYear();
  const content = der(
    0x30,
    der(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    ed25519,
    name,
    der(0x30, until(year - 1), until(year + 2)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, der(0x30, extension)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign(null, content, privateKey)]);
  const whole = der(0x30, content, ed25519, der(0x03, signature));
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes one ASN.1 value, by its tag. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
