import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FileStore, storedKinds } from './file-store.ts';

/** What was moved. */
export interface Moved {
  files: number;
  bytes: number;
}

/**
 * Moves all files from one store to the other, one after the other, through a file in the data folder; each is removed
 * where it was only once the other store has it whole. Interrupted, the next call goes on with those that are left.
 */
export async function moveFiles(
  from: FileStore,
  to: FileStore,
  { dataFolder, moved = () => undefined }: { dataFolder: string; moved?: (sum: Moved) => void },
): Promise<Moved> {
  const sum: Moved = { files: 0, bytes: 0 };
  const folder = await mkdtemp(join(dataFolder, 'moving-'));
  try {
    for (const kind of storedKinds) {
      for await (const found of from.list(kind)) {
        for (const { key } of found) {
          const bytes = await moveOne(from, to, key, join(folder, 'file'));
          sum.files += bytes === null ? 0 : 1;
          sum.bytes += bytes ?? 0;
          moved(sum);
        }
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return sum;
}

/** Returns the length of the file; null if it was removed in the meantime. */
async function moveOne(from: FileStore, to: FileStore, key: string, path: string): Promise<number | null> {
  const file = await from.open(key);
  if (!file) {
    return null;
  }
  await pipeline(file.stream, createWriteStream(path, { mode: 0o600, flush: true }));
  await to.take(key, path);
  const there = await to.sizeOf(key);
  if (there !== file.bytes) {
    throw new Error(`${key} has ${file.bytes} bytes, and ${there} where it was moved to`);
  }
  await from.remove(key);
  return file.bytes;
}
