import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderSizes {
  /** Contents of the data folder, largest first; its own files under `.`. */
  folders: { name: string; bytes: number }[];
  /** Null if the file system does not report it. */
  freeBytes: number | null;
}

/** Walking a full data folder is expensive: it is done once in this many milliseconds. */
const keptMs = 60_000;

const kept = new Map<string, { at: number; sizes: Promise<FolderSizes> }>();

/** Returns the disk usage of the data folder. What cannot be read counts as nothing. */
export function sizesOf(folder: string): Promise<FolderSizes> {
  const held = kept.get(folder);
  if (held && held.at > Date.now() - keptMs) {
    return held.sizes;
  }
  const sizes = measure(folder);
  kept.set(folder, { at: Date.now(), sizes });
  return sizes;
}

async function measure(folder: string): Promise<FolderSizes> {
  const folders = new Map<string, number>();
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = entry.isDirectory() ? entry.name : '.';
    const bytes = await bytesIn(join(folder, entry.name), entry.isDirectory());
    folders.set(name, (folders.get(name) ?? 0) + bytes);
  }
  const room = await statfs(folder).catch(() => undefined);
  return {
    folders: [...folders]
      .map(([name, bytes]) => ({ name, bytes }))
      .sort((one, other) => other.bytes - one.bytes),
    freeBytes: room ? room.bavail * room.bsize : null,
  };
}

async function bytesIn(path: string, isFolder: boolean): Promise<number> {
  if (!isFolder) {
    return await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
  }
  let bytes = 0;
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory() || entry.isFile()) {
      bytes += await bytesIn(join(path, entry.name), entry.isDirectory());
    }
  }
  return bytes;
}
