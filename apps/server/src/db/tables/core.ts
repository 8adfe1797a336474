import type { NavigationItem } from '@bowerbird/contract/account/access';
import type { PasswordStrength } from '@bowerbird/contract/account/security';
import type { Action, Permission } from '@bowerbird/contract/permissions';
import type { Fault, RunKind, RunState } from '@bowerbird/contract/runs';
import type { ColumnType, Generated, RawBuilder } from 'kysely';

export type Instant = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** JSON is passed to the driver as text, and is returned parsed. */
export type JsonColumn<Value> = ColumnType<Value, string, string>;
export type NullableJsonColumn<Value> = ColumnType<Value | null, string | null | undefined, string | null>;

/** JSON with a default in the database. */
export type DefaultedJson<Value> = ColumnType<Value, string | undefined, string>;

/** What a person has entered about themselves. */
export interface Profile {
  motto?: string;
  jobTitle?: string;
  tags?: string[];
}

/** A merchant: all product data belongs to one. */
export interface OwnerTable {
  id: string;
  name: string;
  first_run_hidden: Generated<boolean>;
  /** A frozen merchant can sign in and read, but start nothing. */
  status: Generated<'active' | 'frozen'>;
  status_reason: string | null;
  created_at: Instant;
}

/** A person who signs in. Administrators have no owner. */
export interface UserTable {
  id: string;
  owner_id: string | null;
  username: string;
  email: string;
  password_hash: string;
  name: string;
  avatar: string | null;
  role_id: string;
  status: Generated<'active' | 'disabled'>;
  language: string | null;
  /** With the country code, `+8613800000000`. */
  phone: string | null;
  /** Null until the link of the activation mail is opened. */
  activated_at: NullableInstant;
  profile: DefaultedJson<Profile>;
  /** The sealed secret of the authenticator app; null while the second step is off. */
  two_step: Buffer | null;
  two_step_since: NullableInstant;
  /** The time step of the last accepted code: no code is accepted twice. */
  two_step_last: string | null;
  organisation_id: string | null;
  notification_choice: DefaultedJson<Record<string, { console: boolean; mail: boolean }>>;
  last_signed_in_at: NullableInstant;
  password_changed_at: NullableInstant;
  /** Strength as judged when the password was set; null if it was not judged. */
  password_strength: ColumnType<PasswordStrength | null, PasswordStrength | null | undefined>;
  created_at: Instant;
}

export interface RoleTable {
  id: string;
  /** Null for the built-in roles. */
  owner_id: string | null;
  name: string;
  description: string;
  permissions: JsonColumn<{ permission: Permission; actions: Action[] }[]>;
  status: Generated<'active' | 'disabled'>;
  /** Who created it; null for the built-in roles and for those created before this was recorded. */
  creator_id: ColumnType<string | null, string | null | undefined>;
  created_at: Instant;
}

/** A session. Only the hash of its token is stored. */
export interface SessionTable {
  id: Generated<string>;
  token_hash: Buffer;
  user_id: string;
  user_agent: string;
  ip: string | null;
  /** The browser was to remember the session. */
  remembered: Generated<boolean>;
  last_seen_at: Instant;
  created_at: Instant;
  expires_at: Instant;
}

export interface NavigationItemTable {
  id: string;
  parent_id: string;
  position: number;
  name: string;
  key: string | null;
  path: string | null;
  component: string | null;
  redirect: string | null;
  meta: JsonColumn<NavigationItem['meta']>;
}

/** One piece of long work. The tables of its kind refer to it with `run_id`. */
export interface RunTable {
  id: string;
  owner_id: string;
  kind: RunKind;
  state: RunState;
  /** What a person wants of the run; the job checks this between items. */
  wanted: Generated<'go' | 'pause' | 'cancel'>;
  title: string;
  /** The request, which the job of its kind reads. */
  request: JsonColumn<unknown>;
  done: Generated<number>;
  total: number | null;
  failed: Generated<number>;
  seconds_left: number | null;
  fault: NullableJsonColumn<Fault>;
  goes_on_at: NullableInstant;
  created_by: string | null;
  created_at: Instant;
  started_at: NullableInstant;
  ended_at: NullableInstant;
  /** Milliseconds of actual work, over all interruptions. */
  worked_ms: Generated<number>;
  /** See `runs/fruitless.ts`. */
  beginnings: Generated<number>;
  holds: Generated<number>;
  done_before: Generated<number>;
  /** The run whose changes it undoes. */
  undoes: Generated<string | null>;
  version: Generated<number>;
}

/** A view of the runs of all merchants that a job should work on now or at a later time. */
export interface OpenRunView {
  id: string;
  owner_id: string;
  goes_on_at: Date | null;
}

export interface AuditEventTable {
  id: string;
  owner_id: string | null;
  user_id: string | null;
  /** The person's name at that time. */
  user_name: string | null;
  /** A call as `METHOD /path`, or an event of a session. */
  what: string;
  /** `account`: visible to administrators too. */
  area: Generated<'account' | 'other'>;
  details: JsonColumn<{
    params?: Record<string, string>;
    fields?: Record<string, string | number | boolean>;
  }>;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  status: number | null;
  at: Instant;
}

/** This installation: its id is part of every listing key. */
export interface InstallationTable {
  id: string;
  created_at: Instant;
  /** How often an administrator declared where the database comes from. */
  declarations: Generated<number>;
  /** Increased at every start of listing; the epoch file of the process that increased it records the same number. */
  counter: ColumnType<string, number | string | undefined, number | string | RawBuilder<string>>;
  /** Nothing is sent to any store from this moment on, until it is declared where this database comes from. */
  held_at: NullableInstant;
  held_because: 'older-than-epoch' | 'another-installation' | null;
  /** Made with the fingerprint key, so that a machine with another one is noticed; null until the first start. */
  key_check: Generated<Buffer | null>;
  /** Ids of keys that were declared lost: a start does not ask for them. */
  lost_keys: Generated<string[]>;
}

export interface CoreTables {
  owner: OwnerTable;
  user: UserTable;
  role: RoleTable;
  session: SessionTable;
  navigation_item: NavigationItemTable;
  run: RunTable;
  open_run: OpenRunView;
  audit_event: AuditEventTable;
  installation: InstallationTable;
}
