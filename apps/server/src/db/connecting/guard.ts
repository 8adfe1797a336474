import type { ClientBase } from 'pg';
import { DatabaseUnusable } from './unusable.ts';

/** PostgreSQL's own roles that read or run things outside our tables ("Predefined Roles" of its manual). */
const strongRoles = [
  'pg_execute_server_program',
  'pg_read_all_data',
  'pg_read_server_files',
  'pg_write_all_data',
  'pg_write_server_files',
];

/**
 * Lists the roles that the session's login may become, by `set role` or by inheritance, and what each of them may do.
 * The session's login counts, whatever role is set now: any statement can switch back to it.
 */
const reach = `
  select session_user as name,
    coalesce(bool_or(rolsuper or rolbypassrls or rolcreaterole or rolreplication), true) as "isStrong",
    coalesce(bool_or(rolname = any ($1)), true) as "isServers",
    coalesce(bool_or(
      exists (select from pg_class where relnamespace = 'public'::regnamespace and relowner = role.oid)
      or exists (select from pg_namespace where nspname = 'public' and nspowner = role.oid)
      or exists (select from pg_database where datname = current_database() and datdba = role.oid)
    ), true) as "isOwner"
  from pg_roles as role where pg_has_role(session_user, role.oid, 'member')`;

interface Reach {
  name: string;
  isStrong: boolean;
  isServers: boolean;
  isOwner: boolean;
}

/**
 * Refuses a session that bypasses row-level security or could do so: its login is a superuser, bypasses row-level
 * security, creates roles, replicates, owns the tables of `public`, reads the server's files, or is a member of a role
 * that does. Throws `DatabaseUnusable`.
 */
export async function refuseUnguardedRole(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Reach>(reach, [strongRoles]);
  const [role] = rows;
  if (!role || role.isStrong || role.isServers || role.isOwner) {
    throw new DatabaseUnusable(
      `The database login ${role?.name ?? '(none)'} is a superuser, passes row-level security, makes roles, reads the server's files or ` +
        "owns the tables, or may become a role that does, so one merchant's data would not be closed to another. " +
        'Let DATABASE_APP_URL name a plain login, or leave it out.',
    );
  }
}
