import { hash } from 'node:crypto';

/** Above this length a key is kept as its hash. */
const keyMax = 24;

/**
 * Returns a text that is the same for the same key, to be kept for a whole file. It is a copy: a part of a row's text would
 * keep all of the text in memory that the row was read from.
 */
export function compactKey(key: string): string {
  return key.length > keyMax
    ? hash('sha256', key, 'base64url').slice(0, keyMax)
    : Buffer.from(key, 'utf16le').toString('utf16le');
}
