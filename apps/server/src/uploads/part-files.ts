import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Storage of the bytes of files that are imported. */
export interface PartFiles {
  pathOf(id: string): string;
  /** Bytes of a file on the disk; 0 without one. */
  sizeOf(id: string): Promise<number>;
  /** Writes bytes at a position of a file. They are on the disk when this returns. */
  write(id: string, position: number, bytes: Uint8Array): Promise<void>;
  /** Returns the SHA-256 of the file, in hexadecimal, reading all of it. */
  sha256Of(id: string): Promise<string>;
  /** Cuts off what is beyond a number of bytes. */
  cutTo(id: string, bytes: number): Promise<void>;
  remove(id: string): Promise<void>;
  /** Bytes that the disk has room for; null if it does not say. */
  room(): Promise<number | null>;
  /** Yields the ids of files that were last written before a moment (milliseconds since 1970), a folder at a time. */
  writtenBefore(moment: number): AsyncIterable<string[]>;
}

/** Stores files in `imports/` of the data folder, in 256 folders named after the end of the id. */
export function partFilesIn(dataFolder: string): PartFiles {
  const folder = join(dataFolder, 'imports');
  const folderOf = (id: string) => join(folder, id.slice(-2));
  const pathOf = (id: string) => join(folderOf(id), id);
  return {
    pathOf,
    sizeOf: (id) =>
      stat(pathOf(id)).then(
        ({ size }) => size,
        () => 0,
      ),
    async write(id, position, bytes) {
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 });
      const handle = await open(pathOf(id), constants.O_CREAT | constants.O_WRONLY, 0o600);
      try {
        await writeAll(handle, position, bytes);
        await handle.datasync();
      } finally {
        await handle.close();
      }
    },
    async sha256Of(id) {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(pathOf(id), { highWaterMark: 1024 * 1024 })) {
        hash.update(chunk as Buffer);
      }
      return hash.digest('hex');
    },
    async cutTo(id, bytes) {
      const handle = await open(pathOf(id), 'r+');
      try {
        await handle.truncate(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
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
  };
}

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

async function writeAll(handle: FileHandle, position: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
