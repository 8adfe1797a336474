import { createHash } from 'node:crypto';

/** Returns a name for the file of an address: the same for the same address, and safe on every file system. */
export function fingerprintOf(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 40);
}
