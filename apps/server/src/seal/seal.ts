import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '@bowerbird/contract/errors';
import type { SealedPlace } from './places.ts';

/** Keeps secrets unreadable at rest: AES-256-GCM with keys stored beside the data, not in the database. */
export interface Seal {
  /** Seals a text for this place alone, with the newest key. */
  close(secret: string, place: SealedPlace): Buffer;
  /**
   * Throws `seal.altered` for a value that was changed or belongs to another place, and `seal.key-missing` if its key
   * is missing. Neither error contains anything of the secret.
   */
  open(sealed: Buffer, place: SealedPlace): string;
  /**
   * Returns a keyed hash: the same for the same text, and useless for guessing the text without the key. Its key never
   * changes.
   */
  fingerprint(text: string): Buffer;
}

export interface SealKey {
  /** Sixteen hexadecimal digits. */
  id: string;
  /** 32 bytes. */
  secret: Buffer;
}

/** The keys of a seal; one of them is current. */
export interface KeyRing {
  current(): SealKey;
  find(id: string): SealKey | undefined;
  fingerprintKey: Buffer;
}

/**
 * Format of a sealed value, in this order: the version of this format (1 byte), the id of the key (8), the nonce (12),
 * the tag (16), the ciphertext. The first two and the place are associated data of the cipher, so none of them can be
 * exchanged.
 */
const version = 1;
const idEnd = 9;
const nonceEnd = 21;
const tagEnd = 37;

export function sealBy(ring: KeyRing): Seal {
  return {
    close(secret, place) {
      const key = ring.current();
      const head = Buffer.concat([Buffer.from([version]), Buffer.from(key.id, 'hex')]);
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key.secret, nonce);
      cipher.setAAD(associated(head, place));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      const keyId = keyIdOf(sealed);
      if (keyId === null) {
        throw altered(place);
      }
      const key = ring.find(keyId);
      if (!key) {
        throw new AppError('seal.key-missing', `key ${keyId} of ${place.column} ${place.row}`, {
          params: { key: keyId },
        });
      }
      try {
        const decipher = createDecipheriv('aes-256-gcm', key.secret, sealed.subarray(idEnd, nonceEnd));
        decipher.setAAD(associated(sealed.subarray(0, idEnd), place));
        decipher.setAuthTag(sealed.subarray(nonceEnd, tagEnd));
        return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8');
      } catch {
        throw altered(place);
      }
    },
    fingerprint: (text) => createHmac('sha256', ring.fingerprintKey).update(text).digest(),
  };
}

/** Returns the seal of a single key that never changes. */
export function sealWith(secret: Buffer): Seal {
  const key = { id: createHash('sha256').update(secret).digest('hex').slice(0, 16), secret };
  return sealBy({
    current: () => key,
    find: (id) => (id === key.id ? key : undefined),
    fingerprintKey: fingerprintKeyFrom(secret),
  });
}

/** Derives the fingerprint key from a seal key. */
export function fingerprintKeyFrom(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'bowerbird fingerprint', 32));
}

/** Returns the id of the key that a value was sealed with; null if it is no sealed value. */
export function keyIdOf(sealed: Buffer): string | null {
  return sealed.length >= tagEnd && sealed[0] === version ? sealed.toString('hex', 1, idEnd) : null;
}

function associated(head: Buffer, { column, row, owner }: SealedPlace): Buffer {
  return Buffer.concat([head, Buffer.from(JSON.stringify([column, row, owner]))]);
}

function altered({ column, row }: SealedPlace): AppError {
  return new AppError('seal.altered', `${column} ${row}`);
}
