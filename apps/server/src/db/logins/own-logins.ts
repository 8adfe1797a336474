import type pg from 'pg';
import type { ClientBase } from 'pg';
import { type Addresses, addressAs } from '../connecting/addresses.ts';
import { connect } from '../connecting/connect.ts';
import { DatabaseUnusable } from '../connecting/unusable.ts';
import { requireMigrated } from '../require-migrated.ts';
import { loginsNamed, makeLogins } from './logins.ts';
import { appRole, jobsRole } from './roles.ts';

export interface OwnLoginsOptions {
  /**
   * The database as the user who migrated it (`DATABASE_URL`); the connection is closed before this returns. Not needed
   * if `appUrl` is given.
   */
  ownerUrl: string | undefined;
  /**
   * The same database for a login that an administrator created (`DATABASE_APP_URL`); without it, logins are created.
   */
  appUrl: string | undefined;
  /** A keyed hash, the same in all processes of the installation and different in every other installation. */
  fingerprint(text: string): Buffer;
}

/**
 * Returns where the program and its queue sign in on an external server. Creates the logins for this database and this
 * installation's key: names and passwords are derived from both, so that several processes agree, and neither another
 * installation on the server nor a process with other keys changes them. Throws `DatabaseUnusable` with a sentence for
 * the person who started the program.
 */
export async function ownLogins({ ownerUrl, appUrl, fingerprint }: OwnLoginsOptions): Promise<Addresses> {
  if (appUrl !== undefined) {
    await requireFit(appUrl, ownerUrl);
    return { app: appUrl, jobs: addressAs(appUrl, jobsRole) };
  }
  return await connected(ownerUrl ?? '', 'DATABASE_URL', async (owner) => {
    const database = await nameOf(owner);
    const suffix = fingerprint(`database login ${database}`).toString('hex').slice(0, 12);
    const passwordOf = (name: string) => fingerprint(`database password ${name}`).toString('hex');
    return await makeLogins(owner, ownerUrl ?? '', loginsNamed(suffix, passwordOf));
  });
}

/**
 * Refuses a login that lacks a role, a login of another database than the owner's, and a database that is not migrated.
 */
async function requireFit(appUrl: string, ownerUrl: string | undefined): Promise<void> {
  const named = ownerUrl && (await connected(ownerUrl, 'DATABASE_URL', nameOf));
  await connected(appUrl, 'DATABASE_APP_URL', async (client) => {
    if (named !== undefined && named !== (await nameOf(client))) {
      throw new DatabaseUnusable(
        'DATABASE_URL and DATABASE_APP_URL name two databases. Let both name the same one, each for its own user.',
      );
    }
    const { rows } = await client.query<{ name: string; fits: boolean }>(
      `select quote_ident(session_user) as name,
        pg_has_role(session_user, $1, 'usage') and pg_has_role(session_user, $2, 'member') as fits`,
      [appRole, jobsRole],
    );
    if (rows[0]?.fits !== true) {
      throw new DatabaseUnusable(
        `The login of DATABASE_APP_URL lacks a role. Let an administrator of the server run: grant ${appRole}, ${jobsRole} to ${rows[0]?.name};`,
      );
    }
    await requireMigrated(client);
  });
}

async function connected<T>(
  url: string,
  setting: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(url, 'bowerbird start', setting);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function nameOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
}
