import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileStore, isKeyOf, storedKinds } from '../stored-files/file-store.ts';
import { unusable } from './file-errors.ts';
import { type DataFile, dataFolders, SectionHead } from './format.ts';
import type { Section } from './frames.ts';

/** Files that are being written, and the images of an export whose ZIP is not written yet. */
const unfinished = /\.part(?:-\w{1,10})?$|^exports\/[^/]{1,100}\.images\//;

/**
 * Lists the files of a data folder that go into a backup: uploaded images and product files, exported files, profile images, and the keys
 * that open sealed credentials. Leaves out unfinished files, and always the epoch files: they remember what a backup
 * cannot know.
 */
export async function listDataFiles(dataFolder: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of dataFolders) {
    for (const path of await filesIn(dataFolder, folder)) {
      const head = SectionHead.safeParse({ kind: 'file', path, mode: 0 });
      if (head.success && !unfinished.test(path)) {
        found.push(path);
      }
    }
  }
  return found;
}

async function filesIn(dataFolder: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataFolder, folder), { withFileTypes: true }).catch(
    orMissing(join(dataFolder, folder)),
  );
  const found: string[] = [];
  for (const entry of entries ?? []) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      found.push(...(await filesIn(dataFolder, path)));
    } else if (entry.isFile()) {
      found.push(path);
    }
  }
  return found.sort();
}

/**
 * Reads files one after the other. Leaves out a file that was deleted since it was listed, and reports it to `missed`.
 */
export async function* readDataFiles(
  dataFolder: string,
  paths: readonly string[],
  missed: (path: string) => void,
): AsyncGenerator<Section> {
  for (const path of paths) {
    const place = join(dataFolder, path);
    const file = await open(place).catch(orMissing(place));
    if (!file) {
      missed(path);
      continue;
    }
    try {
      const { mode } = await file.stat();
      const head: DataFile = { kind: 'file', path, mode: mode & 0o777 };
      yield { head, content: contentOf(file, place) };
    } finally {
      await file.close();
    }
  }
}

/**
 * Reads the files of a store outside the data folder. Leaves out those that are in the list already, and reports one
 * that was removed since it was listed to `missed`, others to `found`.
 */
export async function* readStoredFiles(
  files: FileStore,
  listed: ReadonlySet<string>,
  { found, missed }: { found: (key: string) => void; missed: (key: string) => void },
): AsyncGenerator<Section> {
  for (const kind of storedKinds) {
    for await (const some of files.list(kind)) {
      for (const { key } of some.filter((each) => isKeyOf(kind, each.key) && !listed.has(each.key))) {
        const file = await files.open(key);
        if (file) {
          found(key);
          yield { head: { kind: 'file', path: key, mode: 0o600 }, content: file.stream };
        } else {
          missed(key);
        }
      }
    }
  }
}

async function* contentOf(file: FileHandle, place: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(place, {
      fd: file,
      autoClose: false,
      highWaterMark: 1 << 18,
    })) {
      yield chunk as Buffer;
    }
  } catch (thrown) {
    unusable(place)(thrown);
  }
}

/** For `catch`: returns null for a missing file. */
function orMissing(place: string): (thrown: unknown) => null {
  return (thrown) =>
    thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT' ? null : unusable(place)(thrown);
}
