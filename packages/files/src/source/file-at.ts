import { type FileHandle, open } from 'node:fs/promises';
import type { FileSource } from './file-source.ts';
import { FileRefused } from './refused.ts';

/** A file on this machine that is held open. */
export interface OpenFile extends FileSource {
  close(): Promise<void>;
}

/** Opens the file at a path. A file that is written to while it is read is refused as `file.changed`. */
export async function fileAt(path: string): Promise<OpenFile> {
  const handle = await open(path, 'r');
  const before = await handle.stat();
  return {
    size: before.size,
    async read(position, length) {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, before.size - position)));
      const filled = await fill(handle, buffer, position);
      const now = await handle.stat();
      if (now.size !== before.size || now.mtimeMs !== before.mtimeMs || filled < buffer.length) {
        throw new FileRefused('file.changed');
      }
      return buffer;
    },
    close: () => handle.close(),
  };
}

async function fill(handle: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) {
      break;
    }
    filled += bytesRead;
  }
  return filled;
}
