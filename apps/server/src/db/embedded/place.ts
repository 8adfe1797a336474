import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnusable } from '../connecting/unusable.ts';
import { closeToOthers, makePassableFolders, repairModes } from './modes.ts';
import { canRun, canUse, nobody, runningAsRoot, type ServerUser } from './run-as.ts';
import { type Server, serverIn } from './server.ts';

/** Where one data folder's database server is, and who runs it. */
export interface Place {
  server: Server;
  user: ServerUser;
  /** Folder of the server's user: the cluster and its log. */
  base: string;
  /** PostgreSQL's own data folder, inside `base`. */
  cluster: string;
}

export interface PlaceOptions {
  /** A path without links; see `prepareFolder`. */
  folder: string;
  server: Server;
  say(line: string): void;
  /** Where root stores what the server's user could not reach in the data folder. */
  outside?: string;
}

/** Decides where server and data are, and creates the folders. */
export function choosePlace({ folder, server, say, outside = '/var/lib/bowerbird' }: PlaceOptions): Place {
  const inside = join(folder, 'postgres');
  if (!runningAsRoot()) {
    return { server, user: undefined, base: ownBase(inside), cluster: join(inside, 'data') };
  }
  const ownPlace = join(outside, createHash('sha256').update(folder).digest('hex').slice(0, 16));
  const user = ownerOf(join(inside, 'data')) ?? nobody;
  const base = baseForRoot(inside, join(ownPlace, 'postgres'), user);
  const reachable = canRun(server.postgres, user) ? server : copyServer(server, base);
  if (base !== inside) {
    say(
      `User ${user.uid}, who runs the database, cannot reach ${folder}: the database is kept in ${ownPlace}.`,
    );
  } else if (reachable !== server) {
    say(`User ${user.uid}, who runs the database, cannot reach ${server.folder}: it is copied to ${base}.`);
  }
  return { server: reachable, user, base, cluster: join(base, 'data') };
}

function ownBase(base: string): string {
  mkdirSync(base, { recursive: true, mode: 0o700 });
  const { uid } = statSync(base);
  if (process.getuid && uid !== process.getuid()) {
    throw new DatabaseUnusable(
      `The database in ${base} belongs to another user (${uid}). Start as the user who made it, or choose another folder with BOWERBIRD_DATA.`,
    );
  }
  closeToOthers(base);
  repairModes(join(base, 'data'), undefined);
  return base;
}

function baseForRoot(inside: string, outside: string, user: { uid: number; gid: number }): string {
  if (!holdsCluster(inside) && holdsCluster(outside)) {
    return outside;
  }
  if (makeBase(inside, user)) {
    return inside;
  }
  if (holdsCluster(inside)) {
    throw new DatabaseUnusable(
      `The database in ${inside} cannot be reached any more by the user who runs it (${user.uid}): a folder above it was closed. ` +
        'Open that folder again (chmod o+x).',
    );
  }
  rmSync(inside, { recursive: true, force: true });
  if (!makeBase(outside, user)) {
    throw new DatabaseUnusable(
      `User ${user.uid}, who runs the database, can reach neither ${inside} nor ${outside}. Choose another folder with BOWERBIRD_DATA.`,
    );
  }
  return outside;
}

function makeBase(base: string, user: { uid: number; gid: number }): boolean {
  makePassableFolders(base);
  if (ownerOf(join(base, 'data')) === undefined) {
    giveAll(base, user);
  }
  repairModes(join(base, 'data'), user);
  chownSync(base, user.uid, user.gid);
  chmodSync(base, 0o700);
  return canUse(base, user);
}

/**
 * Gives the folder to the server's user: a folder that root copied or restored belongs to root, with whatever modes the
 * copying gave it.
 */
function giveAll(path: string, user: { uid: number; gid: number }): void {
  const found = lstatSync(path);
  lchownSync(path, user.uid, user.gid);
  if (found.isDirectory()) {
    chmodSync(path, 0o700);
    for (const name of readdirSync(path)) {
      giveAll(join(path, name), user);
    }
  }
}

function holdsCluster(base: string): boolean {
  return existsSync(join(base, 'data', 'PG_VERSION'));
}

/** Returns the owner of the cluster: a cluster that a plain user created is run by that user even if root starts it. */
function ownerOf(cluster: string): { uid: number; gid: number } | undefined {
  const found = statSync(cluster, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function copyServer(server: Server, base: string): Server {
  const stamp = statSync(server.postgres);
  const copy = join(base, `server-${stamp.size}-${Math.trunc(stamp.mtimeMs)}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(server.folder, unfinished, { recursive: true, verbatimSymlinks: true });
    openToAll(unfinished);
    renameSync(unfinished, copy);
  }
  return serverIn(copy);
}

function openToAll(path: string): void {
  const found = lstatSync(path);
  if (found.isDirectory()) {
    chmodSync(path, 0o755);
    for (const name of readdirSync(path)) {
      openToAll(join(path, name));
    }
  } else if (found.isFile()) {
    chmodSync(path, (found.mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
