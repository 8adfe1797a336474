import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseUnusable } from '../connecting/unusable.ts';
import { runningAsRoot, type ServerUser } from './run-as.ts';

/**
 * Restores the modes and owners that PostgreSQL demands of its data folder, which copying (`cp -r`, an archive, a
 * restored backup) may have changed: everything readable and writable by its owner, and the folder closed to others.
 * Root also gives the folder back to `user`; a plain user can only repair what belongs to them. Throws
 * `DatabaseUnusable`, with the remedy, if a file belongs to another user.
 */
export function repairModes(cluster: string, user: ServerUser): void {
  if (process.getuid === undefined || !existsSync(cluster) || samplesOf(cluster).every(isUsable)) {
    return;
  }
  repair(cluster, user);

  function isUsable(path: string): boolean {
    const found = lstatSync(path);
    // PostgreSQL accepts a folder that its group may read (0750), and none that is more open.
    const closed = path !== cluster || (found.mode & 0o027) === 0;
    return closed && ownerMayUse(found) && found.uid === (user?.uid ?? process.geteuid?.());
  }
}

/** Returns the files that are checked at every start: one copy treats all files equally, so these represent all. */
function samplesOf(cluster: string): string[] {
  const names = ['', 'PG_VERSION', 'base', 'global', join('global', 'pg_control'), 'pg_wal'];
  return names.map((name) => join(cluster, name)).filter((path) => existsSync(path));
}

function repair(path: string, user: ServerUser): void {
  const found = lstatSync(path);
  try {
    if (user && runningAsRoot()) {
      lchownSync(path, user.uid, user.gid);
    }
    if (found.isDirectory()) {
      chmodSync(path, 0o700);
      for (const name of readdirSync(path)) {
        repair(join(path, name), user);
      }
    } else if (found.isFile() && !ownerMayUse(found)) {
      chmodSync(path, found.mode | 0o600);
    }
  } catch (thrown) {
    if (
      thrown instanceof Error &&
      'code' in thrown &&
      (thrown.code === 'EPERM' || thrown.code === 'EACCES')
    ) {
      throw new DatabaseUnusable(
        `${path} in the database belongs to user ${found.uid} and cannot be used by this one. ` +
          'Make it yours (chown -R), start as the user who made it, or choose another folder with BOWERBIRD_DATA.',
        { cause: thrown },
      );
    }
    throw thrown;
  }
}

function ownerMayUse(found: Stats): boolean {
  const wanted = found.isDirectory() ? 0o700 : 0o600;
  return (found.mode & wanted) === wanted;
}

/** Creates a folder and the missing ones above it, which everybody may pass through, whatever the umask is. */
export function makePassableFolders(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made)) {
    chmodSync(made, 0o711);
  }
}

/** Closes a secret of ours (a file or a folder) to everybody else if copying has opened it. */
export function closeToOthers(path: string): void {
  const { mode, uid } = lstatSync(path);
  if ((mode & 0o077) !== 0 && uid === process.geteuid?.()) {
    chmodSync(path, mode & 0o700);
  }
}
