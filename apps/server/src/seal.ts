import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { closeToOthers } from './db/embedded/modes.ts';

/** Keeps secrets unreadable at rest: AES-256-GCM with a key that lies beside the data, not in the database. */
export interface Seal {
  close(secret: string): Buffer;
  /** Throws when the sealed text was made with another key or was changed. */
  open(sealed: Buffer): string;
  /** A keyed hash: the same for the same text, and of no use for guessing the text without the key. */
  fingerprint(text: string): Buffer;
}

export function sealWith(key: Buffer): Seal {
  const hashKey = Buffer.from(hkdfSync('sha256', key, '', 'bowerbird fingerprint', 32));
  return {
    close(secret) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    },
    fingerprint: (text) => createHmac('sha256', hashKey).update(text).digest(),
  };
}

/** The key file of this installation, made at the first start, readable by its user alone. */
export async function openSeal(dataFolder: string): Promise<Seal> {
  const folder = join(dataFolder, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'seal.key');
  if (!existsSync(path)) {
    await makeKey(path);
  }
  // A folder that was copied may have been opened to others on the way.
  for (const each of [folder, path]) {
    closeToOthers(each);
  }
  const key = await readFile(path);
  if (key.length !== 32) {
    throw new CannotStart(
      `${path} is not a key of 32 bytes. Put back the one from your backup: sealed store credentials need it.`,
    );
  }
  return sealWith(key);
}

/** The key appears whole or not at all; of two programs that start at once, both use the one that came first. */
async function makeKey(path: string): Promise<void> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(32));
    await file.sync();
    await file.close();
    // Some file systems have no links; there the first start is hoped to be alone.
    await link(unfinished, path).catch((thrown: NodeJS.ErrnoException) =>
      thrown.code === 'EEXIST' ? undefined : rename(unfinished, path),
    );
  } finally {
    await rm(unfinished, { force: true });
  }
}
