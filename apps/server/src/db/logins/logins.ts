import pg from 'pg';
import { type Addresses, addressFor } from '../connecting/addresses.ts';
import { connect } from '../connecting/connect.ts';
import { refuseUnguardedRole } from '../connecting/guard.ts';
import { DatabaseUnusable } from '../connecting/unusable.ts';
import { appRole, jobsRole, loginByHand } from './roles.ts';
import { scramVerifier } from './scram.ts';

/** A role that signs in and may do what its group may do. */
export interface Login {
  name: string;
  group: string;
  /** Letters and digits only. */
  password: string;
}

export interface Logins {
  app: Login;
  jobs: Login;
}

/**
 * Returns the two logins of an installation.
 * @param suffix end of their names: letters and digits
 * @param passwordOf returns the password of the login with this name, the same in every process
 */
export function loginsNamed(suffix: string, passwordOf: (name: string) => string): Logins {
  const [app, jobs] = [appRole, jobsRole].map((group) => {
    const name = `${group}_${suffix}`;
    return { name, group, password: passwordOf(name) };
  }) as [Login, Login];
  return { app, jobs };
}

/** An arbitrary number that nothing else locks. */
const lockKey = 7_246_021_882;

/**
 * Creates both logins, or corrects them if their password, settings or group differ; leaves correct ones alone. Their
 * groups exist already. Returns the addresses at which the logins sign in. If two processes do this at once in one
 * database, one waits. Throws `DatabaseUnusable` if the owner may not create roles, or a login has more rights than it
 * should.
 * @param owner a session that may create roles; not needed if the logins are already correct
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

/**
 * Reports whether the login is as we set it. A role may change its own password and settings, so whatever differs is
 * set again.
 */
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
 * Creates the login. A setting of the login makes the session work as the group from its first statement on, so that
 * what it creates belongs to the group; no connection parameter is needed for that.
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

/** Reports whether the server responded and refused the login (class 28 of its codes: invalid authorization). */
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
