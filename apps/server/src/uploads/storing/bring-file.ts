import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@bowerbird/contract/errors';
import { SingleFlight } from '../../async/single-flight.ts';
import type { FileStore } from '../../stored-files/file-store.ts';
import { partKey, positionIn } from './part-keys.ts';

/** A part of a file in a store. */
export interface StoredPart {
  position: number;
  bytes: number;
}

/**
 * Returns the parts of a file that follow each other from its beginning. What a process that died left behind, and was
 * sent once more in parts of other lengths, is not among them.
 */
export async function storedParts(files: FileStore, id: string): Promise<StoredPart[]> {
  const found = new Map<number, number>();
  for await (const some of files.list('imports', partKey(id, 0))) {
    for (const { key, bytes } of some) {
      const position = positionIn(key, id);
      if (position !== null) {
        found.set(position, bytes);
      }
    }
  }
  const parts: StoredPart[] = [];
  for (let position = 0, bytes = found.get(0); bytes; bytes = found.get(position)) {
    parts.push({ position, bytes });
    position += bytes;
  }
  return parts;
}

/** What is put together, and where. */
interface Bringing {
  id: string;
  bytes: number;
  /** On this machine. */
  path: string;
  /** The SHA-256 that it must have, in hexadecimal; null: any. */
  sha256: string | null;
}

const underWay = new SingleFlight<string | null>();

/**
 * Puts a file together from its parts at a path of this machine, completely or not at all. Returns its SHA-256 in
 * hexadecimal; null if it is shorter than `bytes`, or has another SHA-256. Two calls for one path at the same time are
 * one. Throws `files.store-unreachable` and `files.disk-full`.
 */
export async function bringFile(files: FileStore, bringing: Bringing): Promise<string | null> {
  return await underWay.run(bringing.path, () => bring(files, bringing));
}

async function bring(
  files: FileStore,
  { id, bytes, path, sha256: expected }: Bringing,
): Promise<string | null> {
  const parts = await storedParts(files, id);
  if (parts.reduce((sum, part) => sum + part.bytes, 0) < bytes) {
    return null;
  }
  const hash = createHash('sha256');
  let missing = false;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    await pipeline(
      async function* () {
        let left = bytes;
        for (const { position } of parts) {
          const part = left > 0 ? await files.open(partKey(id, position)) : null;
          missing ||= part === null && left > 0;
          for await (const chunk of part?.stream ?? []) {
            const wanted = (chunk as Buffer).subarray(0, left);
            left -= wanted.length;
            hash.update(wanted);
            yield wanted;
          }
        }
        missing ||= left > 0;
      },
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    const sha256 = hash.digest('hex');
    if (missing || (expected !== null && sha256 !== expected)) {
      return null;
    }
    await rename(unfinished, path);
    return sha256;
  } catch (thrown) {
    throw thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC'
      ? new AppError('files.disk-full', `no space for a copy of import file ${id}`)
      : thrown;
  } finally {
    await rm(unfinished, { force: true });
  }
}
