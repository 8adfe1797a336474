import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@bowerbird/contract/errors';
import type { FileStore } from '../../stored-files/file-store.ts';
import { pieceKey, positionIn } from './piece-keys.ts';

/** A piece of a file in a store. */
export interface Piece {
  position: number;
  bytes: number;
}

/**
 * Returns the pieces of a file that follow each other from its beginning. What a process that died left behind, and was
 * sent once more in pieces of other lengths, is not among them.
 */
export async function piecesOf(files: FileStore, id: string): Promise<Piece[]> {
  const found = new Map<number, number>();
  for await (const some of files.list('imports', pieceKey(id, 0))) {
    for (const { key, bytes } of some) {
      const position = positionIn(key, id);
      if (position !== null) {
        found.set(position, bytes);
      }
    }
  }
  const pieces: Piece[] = [];
  for (let position = 0, bytes = found.get(0); bytes; bytes = found.get(position)) {
    pieces.push({ position, bytes });
    position += bytes;
  }
  return pieces;
}

const underWay = new Map<string, Promise<string | null>>();

/**
 * Puts a file together from its pieces at a path of this machine, completely or not at all. Returns its SHA-256 in
 * hexadecimal; null if it is shorter than `bytes`, or has another SHA-256 than the one that is expected. Two calls for
 * one path at the same time are one.
 */
export async function bringFile(
  files: FileStore,
  id: string,
  bytes: number,
  path: string,
  expected: string | null,
): Promise<string | null> {
  const before = underWay.get(path);
  if (before) {
    return await before;
  }
  const bringing = bring(files, id, bytes, path, expected);
  underWay.set(path, bringing);
  try {
    return await bringing;
  } finally {
    underWay.delete(path);
  }
}

async function bring(
  files: FileStore,
  id: string,
  bytes: number,
  path: string,
  expected: string | null,
): Promise<string | null> {
  const pieces = await piecesOf(files, id);
  if (pieces.reduce((sum, piece) => sum + piece.bytes, 0) < bytes) {
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
        for (const { position } of pieces) {
          const piece = left > 0 ? await files.open(pieceKey(id, position)) : null;
          missing ||= piece === null && left > 0;
          for await (const chunk of piece?.stream ?? []) {
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
