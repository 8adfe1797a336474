import { createHash } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The key one product bears in one shop: `bb-` and 16 base32 letters. The same for every run, store record and attempt,
 * so that two of them make the same product; another installation makes another key.
 */
export function listingKey(
  installationId: string,
  productId: string,
  shopId: string,
  generation: number,
): string {
  const digest = createHash('sha256')
    .update(`${installationId} ${productId} ${shopId} ${generation}`)
    .digest();
  let key = '';
  for (let bit = 0; bit < 80; bit += 5) {
    const pair = ((digest[bit >> 3] ?? 0) << 8) | (digest[(bit >> 3) + 1] ?? 0);
    key += letters[(pair >> (11 - (bit & 7))) & 31];
  }
  return `bb-${key}`;
}
