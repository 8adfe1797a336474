import type { ClientBase } from 'pg';
import { DatabaseUnusable } from './unusable.ts';

/** The role the program works as: it reads and writes rows, and row-level security holds it. */
export const appRole = 'bowerbird_app';
/** The role the job queue works as: it owns the schema `pgboss` and sees nothing else. */
export const jobsRole = 'bowerbird_jobs';

/** How to connect to the same database as one of the roles above: what `pg` and pg-boss take. */
export function connectionAs(url: string, role: string): { connectionString: string; options: string } {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  address.searchParams.delete('options');
  return { connectionString: address.href, options: `${given ? `${given} ` : ''}-c role=${role}` };
}

/** What pg-boss needs to connect; it finds its schema made for it by `migrate`. */
export function jobsConnection(url: string) {
  return { ...connectionAs(url, jobsRole), schema: 'pgboss', createSchema: false };
}

/** Refuses a connection that row-level security would not hold. */
export async function refuseUnguardedRole(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; bypasses: boolean; owns: boolean }>(`
    select current_user as name,
      (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypasses,
      exists (select from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and pg_has_role(current_user, relowner, 'usage')) as owns
  `);
  const [role] = rows;
  if (!role || role.bypasses || role.owns) {
    throw new DatabaseUnusable(
      `The database role ${role?.name ?? '(none)'} is a superuser, passes row-level security or owns the tables, so one ` +
        `merchant's data would not be closed to another. Let DATABASE_URL's user be able to become ${appRole}, a plain role.`,
    );
  }
}

/** Makes both roles where they are missing, and lets the connected role become them. */
export async function makeRoles(client: ClientBase): Promise<void> {
  try {
    for (const role of [appRole, jobsRole]) {
      await client.query(makeRole(role));
      if (!(await canBecome(client, role))) {
        await client.query(`grant ${role} to current_user`);
      }
    }
  } catch (thrown) {
    throw mayNotMakeRoles(thrown) ? new DatabaseUnusable(askAnAdministrator) : thrown;
  }
}

function mayNotMakeRoles(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === '42501';
}

const askAnAdministrator =
  "DATABASE_URL's user may not make the two roles Bowerbird works as. Let an administrator of the server run: " +
  `create role ${appRole} nologin; create role ${jobsRole} nologin; grant ${appRole}, ${jobsRole} to that user;`;

/** Roles belong to the whole server, so another database's start may make the same one at the same moment. */
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
