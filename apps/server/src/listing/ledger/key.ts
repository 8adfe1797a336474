import { createHash } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz234567';
const tagLength = 4;

/**
 * Returns the key of one product in one shop: `bb-` and 16 base32 letters, the first four of which are the
 * installation's. The same for every run, store record and attempt, so that two of them create the same product;
 * another installation makes another key.
 */
export function listingKey(
  installationId: string,
  productId: string,
  shopId: string,
  generation: number,
): string {
  const product = lettersOf(`${installationId} ${productId} ${shopId} ${generation}`, 16 - tagLength);
  return `bb-${tagOf(installationId)}${product}`;
}

/**
 * Reports whether this installation made a key, as far as a key shows: one in a million other installations has the
 * same letters.
 */
export function isOwnKey(installationId: string, key: string): boolean {
  return key.startsWith(`bb-${tagOf(installationId)}`);
}

function tagOf(installationId: string): string {
  return lettersOf(`installation ${installationId}`, tagLength);
}

/** Returns the first letters of a text's SHA-256 in base32. */
function lettersOf(text: string, count: number): string {
  const digest = createHash('sha256').update(text).digest();
  let found = '';
  for (let bit = 0; bit < count * 5; bit += 5) {
    const pair = ((digest[bit >> 3] ?? 0) << 8) | (digest[(bit >> 3) + 1] ?? 0);
    found += letters[(pair >> (11 - (bit & 7))) & 31];
  }
  return found;
}
