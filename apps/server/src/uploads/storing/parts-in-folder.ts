import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { folderStore } from '../../stored-files/folder-store.ts';
import { bringFile } from './bring-file.ts';
import type { PartFiles } from './part-files.ts';
import { positionIn } from './part-keys.ts';

/** Files in a data folder, each growing in its place. */
export interface FolderPartFiles extends PartFiles {
  pathOf(id: string): string;
}

/**
 * Stores files in `imports/` of the data folder, in 256 folders named after the end of the id. A file that was moved here
 * from a bucket is in parts until it is wanted.
 */
export function partFilesIn(dataFolder: string): FolderPartFiles {
  const folder = join(dataFolder, 'imports');
  const folderOf = (id: string) => join(folder, id.slice(-2));
  const pathOf = (id: string) => join(folderOf(id), id);
  return {
    pathOf,
    sizeOf: (id) => lengthAt(pathOf(id)),
    async write(id, position, bytes) {
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 });
      await writeAt(pathOf(id), position, bytes);
    },
    async finish(id, bytes, known) {
      const there = await lengthAt(pathOf(id));
      if (there < bytes) {
        return null;
      }
      if (there > bytes) {
        await cut(pathOf(id), bytes);
      }
      return known ?? (await sha256At(pathOf(id)));
    },
    async pathOfWhole(file) {
      const path = pathOf(file.id);
      if ((await lengthAt(path)) === file.bytes) {
        return path;
      }
      const brought = await bringFile(folderStore(dataFolder), { ...file, path });
      if (brought !== null) {
        await removeParts(file.id);
      }
      return brought && path;
    },
    async remove(id) {
      await removeParts(id);
      await rm(pathOf(id), { force: true });
    },
    async room() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const room = await statfs(folder).catch(() => null);
      return room && room.bavail * room.bsize;
    },
    async *writtenBefore(moment) {
      for (const each of await readdir(folder).catch(() => [])) {
        const old: string[] = [];
        for (const id of await readdir(join(folder, each)).catch(() => [])) {
          const facts = await stat(join(folder, each, id)).catch(() => null);
          if (facts && facts.mtimeMs < moment && isId.test(id)) {
            old.push(id);
          }
        }
        if (old.length > 0) {
          yield old;
        }
      }
    },
    removeCopies: async () => 0,
  };

  async function removeParts(id: string): Promise<void> {
    for (const name of await readdir(folderOf(id)).catch(() => [])) {
      if (name !== id && positionIn(name, id) !== null) {
        await rm(join(folderOf(id), name), { force: true });
      }
    }
  }
}

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Length of the file at a path, in bytes; 0 without one. */
export async function lengthAt(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Writes bytes at a position of the file at a path, which is created if need be. They are on the disk when this returns. */
export async function writeAt(path: string, position: number, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, constants.O_CREAT | constants.O_WRONLY, 0o600);
  try {
    await writeAll(handle, position, bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, position: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Cuts off what is beyond a number of bytes. */
async function cut(path: string, bytes: number): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.truncate(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sha256At(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}
