import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from '../../stored-files/file-store.ts';
import { bringFile, storedParts } from './bring-file.ts';
import type { PartFiles } from './part-files.ts';
import { partKey } from './part-keys.ts';
import { lengthAt, writeAt } from './parts-in-folder.ts';

/**
 * Stores each part as an object of its own, because an object cannot grow. Whoever reads a file gets a copy of it on the
 * machine's own disk (`copies/` of the data folder); the machine that has received all of it has one already.
 */
export function partFilesInBucket(files: FileStore, dataFolder: string): PartFiles {
  const copies = join(dataFolder, 'copies', 'imports');
  const copyOf = (id: string) => join(copies, id.slice(-2), id);
  const growing = (id: string) => `${copyOf(id)}.part`;
  return {
    async sizeOf(id) {
      const last = (await storedParts(files, id)).at(-1);
      return last ? last.position + last.bytes : 0;
    },
    async write(id, position, bytes) {
      await files.put(partKey(id, position), Buffer.from(bytes));
      await writeCopy(growing(id), position, bytes);
    },
    async finish(id, bytes, known) {
      if (known !== null && (await lengthAt(growing(id))) === bytes) {
        await rename(growing(id), copyOf(id));
        return known;
      }
      await rm(growing(id), { force: true });
      return await bringFile(files, { id, bytes, path: copyOf(id), sha256: known });
    },
    async pathOfWhole({ id, bytes, sha256 }) {
      const path = copyOf(id);
      if ((await lengthAt(path)) === bytes) {
        const now = new Date();
        // Where it was removed meanwhile, it is brought again.
        const isThere = await utimes(path, now, now).then(
          () => true,
          () => false,
        );
        if (isThere) {
          return path;
        }
      }
      return (await bringFile(files, { id, bytes, path, sha256 })) && path;
    },
    async remove(id) {
      const keys: string[] = [];
      for await (const some of files.list('imports', partKey(id, 0))) {
        keys.push(...some.map(({ key }) => key));
      }
      for (const key of keys) {
        await files.remove(key);
      }
      await rm(copyOf(id), { force: true });
      await rm(growing(id), { force: true });
    },
    room: async () => null,
    async *writtenBefore(moment) {
      for await (const some of files.list('imports')) {
        const old = some.filter(({ writtenAt }) => writtenAt < moment);
        const ids = new Set(old.map(({ key }) => idIn(key)));
        if (ids.size > 0) {
          yield [...ids];
        }
      }
    },
    async removeCopies(moment) {
      let removed = 0;
      for (const folder of await readdir(copies).catch(() => [])) {
        for (const name of await readdir(join(copies, folder)).catch(() => [])) {
          const path = join(copies, folder, name);
          const facts = await stat(path).catch(() => null);
          if (facts && facts.mtimeMs < moment) {
            await rm(path, { force: true });
            removed += 1;
          }
        }
      }
      return removed;
    },
  };
}

/**
 * Adds bytes to the copy of a file that is arriving, as long as this machine has all before them. A disk that does not
 * take them stops nothing: what is stored counts, and a copy is made of that where one is wanted.
 */
async function writeCopy(path: string, position: number, bytes: Uint8Array): Promise<void> {
  try {
    if (position > 0 && (await lengthAt(path)) < position) {
      return;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeAt(path, position, bytes);
  } catch {
    await rm(path, { force: true });
  }
}

function idIn(key: string): string {
  return key.slice('imports/3f/'.length).split('.', 1)[0] ?? '';
}
