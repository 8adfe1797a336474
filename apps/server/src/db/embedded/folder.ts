import { chmodSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnusable } from '../connecting/unusable.ts';
import { runningAsRoot } from './run-as.ts';

/**
 * Creates the data folder if it is missing, and checks that it is writable. As root, makes it passable (0711), so that
 * the database server, which must not be root, can reach its own part; the keys inside stay readable to root only.
 * @returns its path without links
 */
export function prepareFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: runningAsRoot() ? 0o711 : 0o700 });
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    makePassable(folder);
    return realpathSync(folder);
  } catch (thrown) {
    throw new DatabaseUnusable(
      `The data folder ${folder} ${whyUnusable(thrown)}. Choose another with BOWERBIRD_DATA.`,
      { cause: thrown },
    );
  }
}

/** Leaves shared folders, such as /tmp, and other users' folders unchanged. */
function makePassable(folder: string): void {
  const { mode, uid } = statSync(folder);
  const everybodys = (mode & 0o1002) !== 0;
  if (runningAsRoot() && uid === 0 && !everybodys) {
    chmodSync(folder, 0o711);
  }
}

function whyUnusable(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  switch (code) {
    case 'EROFS':
      return 'lies on a read-only file system';
    case 'EACCES':
    case 'EPERM':
      return 'cannot be written by this user';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'is not a folder';
    case 'ENOSPC':
      return 'lies on a full disk';
    default:
      return `cannot be used (${thrown instanceof Error ? thrown.message : String(thrown)})`;
  }
}
