/**
 * A file's bytes, read where they are wanted. A file that changes while it is read must be refused with `FileRefused`
 * (`file.changed`): its parts would not fit together.
 */
export interface FileSource {
  /** In bytes. */
  size: number;
  /** Returns the bytes from `position` on: `length` of them, or fewer where the file ends. */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** Returns bytes in memory as a source. */
export function bytesSource(bytes: Uint8Array): FileSource {
  return {
    size: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
  };
}

const chunkBytes = 64 * 1024;

/** Returns the bytes from `start` up to `end` in chunks; each is read when it is asked for. */
export async function* chunksOf(
  source: FileSource,
  start = 0,
  end = source.size,
): AsyncGenerator<Uint8Array, void> {
  for (let position = start; position < end; ) {
    const chunk = await source.read(position, Math.min(chunkBytes, end - position));
    if (chunk.length === 0) {
      return;
    }
    position += chunk.length;
    yield chunk;
  }
}
