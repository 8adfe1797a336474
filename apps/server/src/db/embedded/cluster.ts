import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnusable } from '../connecting/unusable.ts';
import { closeToOthers } from './modes.ts';
import type { Place } from './place.ts';
import { runServerProgram } from './run-as.ts';

/** The role that owns the cluster; migrations run as this role. The program signs in as others (`logins.ts`). */
export const superuser = 'bowerbird';

/** Reads the password stored beside the database, or creates one for a new database. */
export function passwordOf(folder: string, place: Place): string {
  const file = join(folder, 'postgres-password');
  if (!existsSync(file)) {
    if (existsSync(place.cluster)) {
      throw new DatabaseUnusable(
        `There is a database in ${place.cluster} but not its password, the file ${file}. Put that file back, or move the database away to start afresh.`,
      );
    }
    writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  }
  closeToOthers(file);
  return readFileSync(file, 'utf8').trim();
}

/**
 * Creates an empty cluster. It gets its name only when it is complete, so a first start that was killed leaves no
 * partial cluster.
 */
export async function makeCluster(place: Place, password: string): Promise<void> {
  const { user, base, cluster } = place;
  const unfinished = `${cluster}.new`;
  const passwordFile = join(base, 'first-password');
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) {
    chownSync(passwordFile, user.uid, user.gid);
  }
  try {
    await initialise(place, unfinished, passwordFile);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, cluster);
}

/** Not every system has every locale. */
async function initialise(
  { server, user, base }: Place,
  folder: string,
  passwordFile: string,
): Promise<void> {
  for (const characters of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    rmSync(folder, { recursive: true, force: true });
    try {
      await runServerProgram(server.initdb, initdbArguments(folder, passwordFile, characters), user, base);
      return;
    } catch (thrown) {
      if (characters === 'C' || !(thrown instanceof Error && /locale/.test(thrown.message))) {
        throw thrown;
      }
    }
  }
}

/**
 * Sorts by code point, the same on every machine. What counts as a letter comes from the system's locale, and decides
 * whether trigrams include Chinese words: plain C would leave them out.
 */
function initdbArguments(folder: string, passwordFile: string, characters: string): string[] {
  return [
    ...[
      '-D',
      folder,
      '-U',
      superuser,
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
    ],
    ...[
      '--locale',
      'C',
      '--lc-ctype',
      characters,
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
    ],
  ];
}

/**
 * Refuses data of another PostgreSQL version, which this one could not read. Also the first check that notices a
 * missing library.
 */
export async function requireSameVersion({ server, user, base, cluster }: Place): Promise<void> {
  const versionFile = join(cluster, 'PG_VERSION');
  const reported = await runServerProgram(server.postgres, ['--version'], user, base);
  const ours = /(?<major>\d+)/.exec(reported)?.groups?.major;
  const theirs = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : ours;
  if (ours !== theirs) {
    throw new DatabaseUnusable(
      `The database in ${cluster} was made by PostgreSQL ${theirs}, and this Bowerbird brings PostgreSQL ${ours}. ` +
        'Start the Bowerbird that made it, or choose another folder with BOWERBIRD_DATA.',
    );
  }
}
