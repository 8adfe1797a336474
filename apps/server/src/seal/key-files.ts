import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { z } from 'zod';
import type { SealKey } from './seal.ts';

/** A key as stored in its file. */
export interface KeyFile extends SealKey {
  /** Counted from 1; the highest is the current key. */
  number: number;
  madeAt: string;
}

const KeyText = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  madeAt: z.iso.datetime(),
  /** 32 bytes in base64. */
  secret: z.base64().length(44),
});

export function keyFileName(number: number): string {
  return `seal-${number}.key`;
}

/** Returns the number of a key from its file name; null for other files. */
export function keyNumberOf(name: string): number | null {
  const found = /^seal-([1-9]\d{0,8})\.key$/.exec(name)?.[1];
  return found === undefined ? null : Number(found);
}

/** Returns a new key with its own id and secret, as stored in a file. */
export function newKeyText(): string {
  return `${JSON.stringify({
    id: randomBytes(8).toString('hex'),
    madeAt: new Date().toISOString(),
    secret: randomBytes(32).toString('base64'),
  })}\n`;
}

/** Reads a key file; null for an incomplete one. Throws if it cannot be read. */
export function readKeyFile(path: string, number: number): KeyFile | null {
  const text = readFileSync(path, 'utf8');
  const read = KeyText.safeParse(parsed(text));
  return read.success ? { number, ...read.data, secret: Buffer.from(read.data.secret, 'base64') } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Creates a file that appears complete or not at all, readable by its user alone. Returns false if another process
 * created it first.
 */
export async function makeKeyFile(path: string, content: string | Buffer): Promise<boolean> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
    await file.close();
    return await link(unfinished, path).then(
      () => true,
      async (thrown: NodeJS.ErrnoException) => {
        if (thrown.code === 'EEXIST') {
          return false;
        }
        // Some file systems have no links; there we must assume that no other process creates a key.
        await rename(unfinished, path);
        return true;
      },
    );
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Makes the file names in a folder survive a power loss, so that nothing is sealed with a key whose file could be lost.
 */
export function syncNames(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Some systems (Windows) cannot do this for a folder, and preserve names by themselves.
  }
}
