import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, type FoundFile, isKeyOf, type StoredKind } from './file-store.ts';

const unfinishedEnding = '.stored.part';

/** Stores files in the data folder, each under its key. */
export function folderStore(dataFolder: string): FileStore {
  const pathOf = (key: string) => join(dataFolder, key);
  return {
    async put(key, bytes) {
      const path = await placeOf(key);
      const unfinished = `${path}.${randomUUID().slice(0, 8)}${unfinishedEnding}`;
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
        await rename(unfinished, path);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    async take(key, path) {
      await rename(path, await placeOf(key));
    },
    async open(key, range) {
      const file = await open(pathOf(key)).catch(() => null);
      if (!file) {
        return null;
      }
      const { size } = await file.stat();
      await file.close();
      return range === undefined
        ? { bytes: size, stream: createReadStream(pathOf(key)) }
        : {
            bytes: range.last - range.first + 1,
            stream: createReadStream(pathOf(key), { start: range.first, end: range.last }),
          };
    },
    sizeOf: (key) =>
      stat(pathOf(key)).then(
        ({ size }) => size,
        () => null,
      ),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list(kind, prefix = kind) {
      for await (const { files } of foldersOf(kind, prefix)) {
        const finished = files.filter(({ key }) => key.startsWith(prefix) && isKeyOf(kind, key));
        if (finished.length > 0) {
          yield finished;
        }
      }
    },
    async removeUnfinished(kind, before) {
      for await (const { files } of foldersOf(kind)) {
        for (const { key, writtenAt } of files) {
          if (key.endsWith(unfinishedEnding) && writtenAt < before) {
            await rm(pathOf(key), { force: true });
          }
        }
      }
    },
    // The start has prepared the data folder, and named what is wrong with it.
    check: async () => undefined,
  };

  async function placeOf(key: string): Promise<string> {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  }

  /** Yields the files of the kind's folder, and of each folder in it that may hold keys with this prefix. */
  async function* foldersOf(kind: StoredKind, prefix: string = kind): AsyncGenerator<{ files: FoundFile[] }> {
    const within: string[] = [kind];
    for (const folder of within) {
      const files: FoundFile[] = [];
      for (const entry of await readdir(pathOf(folder), { withFileTypes: true }).catch(() => [])) {
        const key = `${folder}/${entry.name}`;
        if (entry.isDirectory() && folder === kind && (prefix.startsWith(key) || key.startsWith(prefix))) {
          within.push(key);
        } else if (entry.isFile()) {
          const facts = await stat(pathOf(key)).catch(() => null);
          if (facts) {
            files.push({ key, bytes: facts.size, writtenAt: facts.mtimeMs });
          }
        }
      }
      yield { files };
    }
  }
}
