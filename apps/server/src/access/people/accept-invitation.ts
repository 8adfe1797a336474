import { judgePassword } from '@bowerbird/contract/account/password-strength';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { openInvitation } from '@bowerbird/contract/team/invitations';
import { type SqlBool, sql } from 'kysely';
import { v7 } from 'uuid';
import { refuseCommonPassword } from '../../account/passwords/common-passwords.ts';
import { hashPassword } from '../../account/passwords/passwords.ts';
import type { Db, OwnerDb } from '../../db/database.ts';
import type { Call } from '../../http/serve.ts';
import { noteNotice } from '../../notifications/notify.ts';
import type { Services } from '../../services/services.ts';
import { inTenant, oneAtATime, type Tenant } from '../tenant.ts';
import { hashOf, tenantOf } from './invitations.ts';

type With = Pick<Services, 'db' | 'clock'>;

/** Returns what the link of a token opens. Throws `invitation.unknown` and `invitation.expired`. */
export async function readInvitation(
  { db, clock }: With,
  token: string,
): Promise<AnswerOf<typeof openInvitation>> {
  const tenant = requireTenant(token);
  return await inTenant(db, tenant, async (inside) => {
    const row = await getByToken(inside, token, clock.wall());
    return {
      email: row.email,
      merchant: row.merchant,
      invitedBy: row.invited_by,
      role: { id: row.role_id, name: row.role_name },
      expiresAt: row.expires_at.toISOString(),
    };
  });
}

export interface NewPerson {
  name: string;
  username: string;
  password: string;
}

/**
 * Creates the account of an invitation and deletes the invitation. The mail address counts as proven because the link
 * was sent to it.
 */
export async function takeInvitation(
  { services, record }: Pick<Call, 'services' | 'record'>,
  token: string,
  { name, username, password }: NewPerson,
): Promise<{ username: string; email: string }> {
  const { db, clock } = services;
  const tenant = requireTenant(token);
  // Looks up the token first, so that an unknown token costs no further work.
  await readInvitation({ db, clock }, token);
  await refuseCommonPassword(password);
  const password_hash = await hashPassword(password);
  const judged = judgePassword(password);
  return await inTenant(db, tenant, async (inside) => {
    await oneAtATime(inside, tenant, null);
    const row = await getByToken(inside, token, clock.wall());
    await requireFree(inside, row.email, username);
    const made = await inside
      .insertInto('user')
      .values({
        id: v7(),
        owner_id: tenant,
        username,
        email: row.email,
        password_hash,
        password_strength: judged === 'short' ? null : judged,
        password_changed_at: new Date(clock.wall()),
        name,
        role_id: row.role_id,
        organisation_id: row.organisation_id,
        activated_at: new Date(clock.wall()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) {
      // Another request took the user name or the address after our check.
      throw new AppError('person.username-taken', 'taken meanwhile', { params: { name: username } });
    }
    await inside.deleteFrom('invitation').where('id', '=', row.id).execute();
    await noteNotice(inside, {
      ownerId: tenant,
      exceptUserId: made.id,
      event: 'invitation-accepted',
      params: { name },
      link: '/other/list/user-list',
    });
    await record(inside);
    return { username, email: row.email };
  });
}

async function getByToken(db: OwnerDb, token: string, now: number) {
  const row = await db
    .selectFrom('invitation')
    .innerJoin('role', 'role.id', 'invitation.role_id')
    .leftJoin('owner', 'owner.id', 'invitation.owner_id')
    .leftJoin('user', 'user.id', 'invitation.invited_by')
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.organisation_id',
      'invitation.expires_at',
      'role.id as role_id',
      'role.name as role_name',
      'owner.name as merchant',
      'user.name as invited_by',
    ])
    .where('invitation.token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!row) {
    throw new AppError('invitation.unknown', 'no open invitation has this token');
  }
  if (row.expires_at.getTime() <= now) {
    throw new AppError('invitation.expired', 'the invitation has expired');
  }
  return row;
}

async function requireFree(db: OwnerDb | Db, email: string, username: string): Promise<void> {
  const same = (column: string, value: string) =>
    sql<SqlBool>`lower(${sql.ref(column)}) = ${value.toLowerCase()}`;
  const taken = await db
    .selectFrom('user')
    .select(['username'])
    .where((where) => where.or([same('email', email), same('username', username)]))
    .select(same('email', email).as('by_email'))
    .execute();
  if (taken.some((each) => each.by_email)) {
    throw new AppError('person.has-account', 'the address has an account');
  }
  if (taken.length > 0) {
    throw new AppError('person.username-taken', 'another person has this user name', {
      params: { name: username },
    });
  }
}

function requireTenant(token: string): Tenant {
  const tenant = tenantOf(token);
  if (tenant === undefined) {
    throw new AppError('invitation.unknown', 'no token of an invitation');
  }
  return tenant;
}
