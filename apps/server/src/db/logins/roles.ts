import type { ClientBase } from 'pg';
import { DatabaseUnusable } from '../connecting/unusable.ts';

/** The role that may read and write rows, subject to row-level security. It can't sign in: logins are members of it. */
export const appRole = 'bowerbird_app';
/** The role that owns the schema `pgboss` of the job queue and sees nothing else; it can't sign in either. */
export const jobsRole = 'bowerbird_jobs';

/**
 * Creates both roles if they are missing, and lets the connected role become them, because it gives them rights and a
 * schema.
 */
export async function makeRoles(client: ClientBase): Promise<void> {
  try {
    for (const role of [appRole, jobsRole]) {
      await client.query(makeRole(role));
      if (!(await canBecome(client, role))) {
        await client.query(`grant ${role} to current_user`);
      }
    }
  } catch (thrown) {
    throw lacksRight(thrown) ? new DatabaseUnusable(await askAnAdministrator(client)) : thrown;
  }
}

/** Reports whether the server refused a statement because the user lacks the right. */
function lacksRight(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === '42501';
}

/** What an administrator of the server runs to create a login by hand, and how to configure it in Bowerbird. */
export const loginByHand =
  `create role bowerbird_login login password '...' in role ${appRole}, ${jobsRole}; ` +
  'and name that login by DATABASE_APP_URL, postgres://bowerbird_login:password@host:5432/database.';

async function askAnAdministrator(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_user) as name');
  return (
    "DATABASE_URL's user may not make the roles Bowerbird works as. Let an administrator of the server run: " +
    `create role ${appRole} nologin; create role ${jobsRole} nologin; ` +
    `grant ${appRole}, ${jobsRole} to ${rows[0]?.name}; ${loginByHand}`
  );
}

/** Roles belong to the whole server, so the start of another database may create the same role at the same moment. */
function makeRole(role: string): string {
  return `do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then
      create role ${role} nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`;
}

async function canBecome(client: ClientBase, role: string): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean }>(
    `select pg_has_role(current_user, $1, case when current_setting('server_version_num')::int >= 160000
      then 'set' else 'member' end) as can`,
    [role],
  );
  return rows[0]?.can === true;
}
