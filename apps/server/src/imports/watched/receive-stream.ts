import { createHash } from 'node:crypto';
import { AppError } from '@bowerbird/contract/errors';
import { uploadLimits } from '@bowerbird/contract/files/uploads';
import { v7 } from 'uuid';
import type { PartFiles } from '../../uploads/storing/part-files.ts';

/** Bytes that are written at once. */
const partBytes = 4 * 1024 ** 2;
/** How often the room on the disk is looked at, in bytes, and how many must stay free. */
const roomEvery = 64 * 1024 ** 2;
const roomKept = 256 * 1024 ** 2;

/** The bytes of a file that no row names yet. */
export interface Received {
  id: string;
  bytes: number;
  sha256: string;
}

/**
 * Writes a stream into a new file for imports. Without a row, its bytes are deleted a day later, whatever happens. Throws
 * `import.watch-too-large`, `files.disk-full`, what the stream throws, and the signal's reason; nothing is then kept.
 */
export async function receiveStream(
  files: PartFiles,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  bytesMax: number = uploadLimits.bytes,
): Promise<Received> {
  const id = v7();
  const hash = createHash('sha256');
  let written = 0;
  let held: Uint8Array[] = [];
  let size = 0;
  let lookAt = 0;
  let sha256 = '';
  const write = async () => {
    const part = Buffer.concat(held, size);
    [held, size] = [[], 0];
    if (written >= lookAt) {
      lookAt = written + roomEvery;
      const room = await files.room();
      if (room !== null && room < roomKept) {
        throw new AppError('files.disk-full', `${room} bytes are free`);
      }
    }
    hash.update(part);
    await files.write(id, written, part);
    written += part.length;
  };
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      if (written + size + chunk.length > bytesMax) {
        throw tooLarge(bytesMax);
      }
      held.push(chunk);
      size += chunk.length;
      if (size >= partBytes) {
        await write();
      }
    }
    if (size > 0) {
      await write();
    }
    sha256 = hash.digest('hex');
    if (written > 0) {
      await files.finish(id, written, sha256);
    }
  } catch (thrown) {
    await files.remove(id);
    throw thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC'
      ? new AppError('files.disk-full', 'no space for a watched file')
      : thrown;
  }
  return { id, bytes: written, sha256 };
}

export function tooLarge(bytesMax: number): AppError {
  return new AppError('import.watch-too-large', `more than ${bytesMax} bytes`, {
    params: { gigabytes: Math.max(1, Math.round(bytesMax / 1024 ** 3)) },
  });
}
