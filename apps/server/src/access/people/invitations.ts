import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@bowerbird/contract/errors';
import {
  type Invitation,
  type Invited,
  invitationHours,
  inviteMax,
} from '@bowerbird/contract/team/invitations';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { requireQuota } from '../../billing/quotas.ts';
import type { OwnerDb } from '../../db/database.ts';
import type { Call } from '../../http/serve.ts';
import { getPart } from '../organisation.ts';
import { getGivenRole, requireReach } from '../reach.ts';
import { changeOwnTenant, isOf, type Tenant } from '../tenant.ts';
import { refuseTooManyLetters, sendLetter } from './invitation-letters.ts';

const hourMs = 3_600_000;
/** Days after which an invitation that was not accepted is deleted. */
const forgottenDays = 30;

export interface InvitationRequest {
  addresses: string[];
  roleId: string;
  organisationId?: string | null | undefined;
}

/**
 * Invites each address that can be invited and returns the outcome for each. Throws `invitation.too-many`, and
 * `quota.exceeded` if the merchant's plan has no room for all; in both cases it invites none.
 */
export async function invite(call: Call, request: InvitationRequest): Promise<Invited[]> {
  if (request.addresses.length > inviteMax) {
    throw new AppError('invitation.too-many', 'too many addresses at once', {
      params: { max: inviteMax },
      issues: [{ path: ['addresses'], code: 'invitation.too-many', message: '' }],
    });
  }
  const { user } = call;
  return await changeOwnTenant(call, async (db, tenant) => {
    await getGivenRole(db, user, tenant, request.roleId);
    if (request.organisationId) {
      await getPart(db, tenant, request.organisationId);
    }
    await forgetOld(db, tenant, call.services.clock.wall());
    const reported: Invited[] = [];
    for (const address of request.addresses.map((each) => each.trim())) {
      const outcome = await outcomeFor(db, tenant, address);
      reported.push({ address, outcome });
      if (outcome === 'sent') {
        if (tenant !== null) {
          await requireQuota(db, tenant, 'people', 1);
        }
        await refuseTooManyLetters(db, tenant, address);
        const { token, hash } = newToken(tenant);
        await db
          .insertInto('invitation')
          .values({
            id: v7(),
            owner_id: tenant,
            email: address,
            role_id: request.roleId,
            organisation_id: request.organisationId ?? null,
            token_hash: hash,
            invited_by: user.id,
            ...times(call),
          })
          .execute();
        await sendLetter(call, db, { email: address, token });
      }
    }
    return reported;
  });
}

/** Sends a new link to the same address, valid from now; the previous link becomes invalid. */
export async function sendAgain(call: Call, id: string): Promise<void> {
  await changeOwnTenant(call, async (db, tenant) => {
    const row = await db
      .selectFrom('invitation')
      .innerJoin('role', 'role.id', 'invitation.role_id')
      .select(['invitation.email', 'role.permissions'])
      .where(isOf('invitation.owner_id', tenant))
      .where('invitation.id', '=', id)
      .executeTakeFirst();
    if (!row) {
      throw new AppError('not-found', `invitation ${id}`);
    }
    requireReach(call.user, row.permissions);
    await refuseTooManyLetters(db, tenant, row.email);
    const { token, hash } = newToken(tenant);
    await db
      .updateTable('invitation')
      .set({ token_hash: hash, ...times(call) })
      .where(isOf('owner_id', tenant))
      .where('id', '=', id)
      .execute();
    await sendLetter(call, db, { email: row.email, token });
  });
}

async function forgetOld(db: OwnerDb, tenant: Tenant, now: number): Promise<void> {
  await db
    .deleteFrom('invitation')
    .where(isOf('owner_id', tenant))
    .where('expires_at', '<', new Date(now - forgottenDays * 24 * hourMs))
    .execute();
}

export async function withdraw(db: OwnerDb, tenant: Tenant, id: string): Promise<void> {
  const gone = await db
    .deleteFrom('invitation')
    .where(isOf('owner_id', tenant))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!gone) {
    throw new AppError('not-found', `invitation ${id}`);
  }
}

/** Returns the invitations that are not accepted yet, newest first; only one of them if `id` is given. */
export async function findInvitations(
  db: OwnerDb,
  tenant: Tenant,
  now: number,
  id?: string,
): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitation')
    .innerJoin('role', 'role.id', 'invitation.role_id')
    .leftJoin('organisation', 'organisation.id', 'invitation.organisation_id')
    .leftJoin('user', 'user.id', 'invitation.invited_by')
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.sent_at',
      'invitation.expires_at',
      'role.id as role_id',
      'role.name as role_name',
      'organisation.id as organisation_id',
      'organisation.name as organisation_name',
      'user.name as invited_by',
    ])
    .where(isOf('invitation.owner_id', tenant))
    .$if(id !== undefined, (query) => query.where('invitation.id', '=', id ?? ''))
    .orderBy('invitation.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: { id: row.role_id, name: row.role_name },
    organisation:
      row.organisation_id === null ? null : { id: row.organisation_id, name: row.organisation_name ?? '' },
    invitedBy: row.invited_by,
    state: row.expires_at.getTime() > now ? 'waiting' : 'expired',
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}

/** Creates a token that names its owner, so that it is looked up only there. */
function newToken(tenant: Tenant): { token: string; hash: Buffer } {
  const part = tenant === null ? 'a' : Buffer.from(tenant.replaceAll('-', ''), 'hex').toString('base64url');
  const token = `${part}.${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOf(token) };
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the owner that a token was made for; undefined if the text is no token. */
export function tenantOf(token: string): Tenant | undefined {
  const [part = ''] = token.split('.');
  if (part === 'a') {
    return null;
  }
  const digits = Buffer.from(part, 'base64url').toString('hex');
  return digits.length === 32
    ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : undefined;
}

function times({ services: { clock } }: Call): { sent_at: Date; expires_at: Date } {
  const now = clock.wall();
  return { sent_at: new Date(now), expires_at: new Date(now + invitationHours * hourMs) };
}

/**
 * Reveals nothing about people of other owners: a person who already has an account learns it from the letter, and the
 * inviter does not.
 */
async function outcomeFor(db: OwnerDb, tenant: Tenant, address: string): Promise<Invited['outcome']> {
  if (!/^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@.<>()[\],;:"\\]+$/.test(address)) {
    return 'invalid';
  }
  const lower = address.toLowerCase();
  const member = await db
    .selectFrom('user')
    .select('id')
    .where(isOf('owner_id', tenant))
    .where(sql`lower(email)`, '=', lower)
    .executeTakeFirst();
  if (member) {
    return 'member';
  }
  const open = await db
    .selectFrom('invitation')
    .select('id')
    .where(isOf('owner_id', tenant))
    .where(sql`lower(email)`, '=', lower)
    .executeTakeFirst();
  return open ? 'invited' : 'sent';
}
