import pg from 'pg';
import { type Addresses, addressFor } from './addresses.ts';
import { connect } from './connect.ts';
import { refuseUnguardedRole } from './guard.ts';
import { appRole, jobsRole, loginByHand } from './roles.ts';
import { scramVerifier } from './scram.ts';
import { DatabaseUnusable } from './unusable.ts';

/** A role that signs in and does what its group may do. */
export interface Login {
  name: string;
  group: string;
  /** Letters and digits. */
  password: string;
}

export interface Logins {
  app: Login;
  jobs: Login;
}

/**
 * The two logins of an installation.
 * @param suffix what their names end with: letters and digits
 * @param passwordOf the password of the login of this name, the same in every process
 */
export function loginsNamed(suffix: string, passwordOf: (name: string) => string): Logins {
  const [app, jobs] = [appRole, jobsRole].map((group) => {
    const name = `${group}_${suffix}`;
    return { name, group, password: passwordOf(name) };
  }) as [Login, Login];
  return { app, jobs };
}

/** Any number that nobody else locks. */
const lockKey = 7_246_021_882;

/**
 * Makes both logins, or sets them right where their password, settings or group are others; those that are right are left alone. Their
 * groups are there. Returns the addresses at which they sign in. Of two that do it at once in one database, one waits.
 * Throws `DatabaseUnusable` where the owner may not make roles, or a login has more rights than it should.
 * @param owner a session that may make roles; those that are right already ask no right of it
 */
export async function makeLogins(owner: pg.Client, ownerUrl: string, logins: Logins): Promise<Addresses> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  const database = rows[0]?.name ?? '';
  await owner.query('select pg_advisory_lock($1)', [lockKey]);
  try {
    const made = async (login: Login) => {
      const address = addressFor(ownerUrl, { ...login, database });
      if (!(await isRight(owner, login)) || !(await signsIn(address))) {
        await make(owner, login);
        await requireSignIn(address, login);
      }
      return address;
    };
    return { app: await made(logins.app), jobs: await made(logins.jobs) };
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => undefined);
  }
}

/** A role may change its own password and settings, so whatever differs from what we set is set again. */
async function isRight(owner: pg.Client, { name, group }: Login): Promise<boolean> {
  const { rows } = await owner.query<{ right: boolean }>(
    `select rolcanlogin and rolinherit and rolconnlimit = -1 and coalesce(rolvaliduntil, 'infinity') = 'infinity'
      and pg_has_role(login.oid, $2, 'member')
      and array(
        select setting from pg_db_role_setting, unnest(setconfig) as setting where setrole = login.oid
          and setdatabase in (0, (select oid from pg_database where datname = current_database()))
      ) = array[$3] as right
    from pg_roles as login where rolname = $1`,
    [name, group, `role=${group}`],
  );
  return rows[0]?.right === true;
}

/**
 * The session works as the group from its first statement on, by a setting of the login, so that what it makes belongs to the group; no
 * parameter of the connection is needed for it.
 */
async function make(owner: pg.Client, { name, group, password }: Login): Promise<void> {
  const plain = `login inherit connection limit -1 valid until 'infinity' password '${scramVerifier(password)}'`;
  try {
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name]);
    if (rowCount === 0) {
      await owner.query(`create role ${name} nosuperuser nocreatedb nocreaterole ${plain} in role ${group}`);
    } else {
      await owner.query(`alter role ${name} ${plain}`);
      await owner.query(`grant ${group} to ${name}`);
      await owner.query(`alter role ${name} reset all`);
      await owner.query(
        `do $$ begin execute format('alter role ${name} in database %I reset all', current_database()); end $$`,
      );
    }
    await owner.query(`alter role ${name} set role = ${group}`);
  } catch (thrown) {
    throw thrown instanceof pg.DatabaseError
      ? new DatabaseUnusable(
          `The login ${name} could not be made as DATABASE_URL's user: ${thrown.message}. ` +
            `Let an administrator of the server run: ${loginByHand}`,
        )
      : thrown;
  }
}

async function signsIn(address: string): Promise<boolean> {
  try {
    await tryToSignIn(address);
    return true;
  } catch (thrown) {
    if (wasRefused(thrown)) {
      return false;
    }
    throw thrown;
  }
}

async function requireSignIn(address: string, { name }: Login): Promise<void> {
  try {
    await tryToSignIn(address);
  } catch (thrown) {
    throw wasRefused(thrown)
      ? new DatabaseUnusable(
          `The login ${name} was made and cannot sign in: ${(thrown.cause as Error).message}. ` +
            'Let the server accept it with its password (pg_hba.conf), as it accepts the user of DATABASE_URL.',
        )
      : thrown;
  }
}

/** Whether the server answered and did not let the login in (class 28 of its codes: invalid authorization). */
function wasRefused(thrown: unknown): thrown is Error {
  return (
    thrown instanceof DatabaseUnusable &&
    thrown.cause instanceof pg.DatabaseError &&
    thrown.cause.code?.startsWith('28') === true
  );
}

async function tryToSignIn(address: string): Promise<void> {
  const client = await connect(address, 'bowerbird start');
  try {
    await refuseUnguardedRole(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
