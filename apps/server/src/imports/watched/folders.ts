import { constants } from 'node:fs';
import { type FileHandle, lstat, open, opendir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AppError } from '@bowerbird/contract/errors';
import { type SqlBool, sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { OwnerDb } from '../../db/database.ts';

/** Most entries of a folder that are looked at. */
const entriesMax = 10_000;
const isTable = /\.(?:csv|tsv|txt|xlsx)$/i;

/** A file of a watched folder, as the file system states it. */
export interface FolderFile {
  name: string;
  bytes: number;
  modifiedMs: number;
}

/** Returns the folders that the operator allowed this merchant to watch (`BOWERBIRD_IMPORT_FOLDERS`). */
export async function allowedFolders(
  db: OwnerDb,
  ownerId: string,
  { importFolders }: Pick<Config, 'importFolders'>,
): Promise<string[]> {
  const emails = importFolders.flatMap(({ email }) => email ?? []);
  const own = new Set<string | null>([null]);
  if (emails.length > 0) {
    const people = await db
      .selectFrom('user')
      .select(sql<string>`lower(email)`.as('email'))
      .where('owner_id', '=', ownerId)
      .where(sql<SqlBool>`lower(email) = any(${emails}::text[])`)
      .execute();
    for (const { email } of people) {
      own.add(email);
    }
  }
  return importFolders.filter(({ email }) => own.has(email)).map(({ folder }) => resolve(folder));
}

/**
 * Returns where a folder really is, with all links followed. Throws `import.folder-not-allowed` unless that is one of the
 * allowed folders or below one, and `import.folder-missing`.
 */
export async function folderWithin(given: string, allowed: readonly string[]): Promise<string> {
  const path = resolve(given);
  const denied = () =>
    new AppError('import.folder-not-allowed', 'a folder outside the allowed ones', {
      params: { folder: given },
    });
  // As it is written first: whether another folder exists is nobody's business.
  if (given.includes('\0') || !isAbsolute(given) || !allowed.some((root) => isWithin(path, root))) {
    throw denied();
  }
  const missing = () =>
    new AppError('import.folder-missing', 'an allowed folder cannot be opened', {
      params: { folder: given },
    });
  const real = await realpath(path).catch(() => {
    throw missing();
  });
  const roots = await Promise.all(allowed.map((root) => realpath(root).catch(() => null)));
  if (!roots.some((root) => root !== null && isWithin(real, root))) {
    throw denied();
  }
  const facts = await lstat(real);
  if (!facts.isDirectory()) {
    throw missing();
  }
  return real;
}

function isWithin(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** Returns the product files of a folder, the oldest first. Links, hidden and unfinished files are left out. */
export async function filesIn(folder: string): Promise<FolderFile[]> {
  const found: FolderFile[] = [];
  let count = 0;
  for await (const entry of await opendir(folder)) {
    count += 1;
    if (count > entriesMax) {
      break;
    }
    if (
      !entry.isFile() ||
      entry.name.startsWith('.') ||
      entry.name.startsWith('~$') ||
      !isTable.test(entry.name)
    ) {
      continue;
    }
    const facts = await lstat(join(folder, entry.name)).catch(() => null);
    if (facts?.isFile()) {
      found.push({ name: entry.name, bytes: facts.size, modifiedMs: Math.floor(facts.mtimeMs) });
    }
  }
  return found.sort((one, other) => one.modifiedMs - other.modifiedMs || (one.name < other.name ? -1 : 1));
}

/**
 * Opens a file of a folder: the file itself, never what a link points to, and still in that folder once it is open. Null
 * where it is not, or changed since it was listed.
 */
export async function openIn(folder: string, file: FolderFile): Promise<FileHandle | null> {
  const path = join(folder, file.name);
  // A pipe or a device would wait for its other end.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch(() => null);
  if (handle === null) {
    return null;
  }
  const [opened, there, real] = await Promise.all([
    handle.stat(),
    lstat(path).catch(() => null),
    realpath(path).catch(() => null),
  ]);
  const isSame = there !== null && opened.ino === there.ino && opened.dev === there.dev;
  if (!opened.isFile() || !isSame || real !== path || (await hasChanged(handle, file))) {
    await handle.close();
    return null;
  }
  return handle;
}

/** Reports whether an open file has another size or another time than when it was listed. */
export async function hasChanged(handle: FileHandle, { bytes, modifiedMs }: FolderFile): Promise<boolean> {
  const { size, mtimeMs } = await handle.stat();
  return size !== bytes || Math.floor(mtimeMs) !== modifiedMs;
}
