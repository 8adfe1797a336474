import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@bowerbird/contract/errors';
import { type Invitation, type Invited, invitationHours, inviteMax } from '@bowerbird/contract/invitations';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { requireQuota } from '../billing/quotas.ts';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { changeOwnHouse, type House, isOf } from './house.ts';
import { refuseTooManyLetters, sendLetter } from './invitation-letters.ts';
import { getPart } from './organisation.ts';
import { getGivenRole, requireReach } from './reach.ts';

const hourMs = 3_600_000;
/** Days after which an invitation that nobody took is forgotten. */
const forgottenDays = 30;

export interface InvitationAsk {
  addresses: string[];
  roleId: string;
  organisationId?: string | null | undefined;
}

/**
 * Invites each address that can be invited, and tells of each what came of it. Throws `invitation.too-many`, and
 * `quota.exceeded` where the merchant's plan has not room for all; then nobody is invited.
 */
export async function invite(call: Call, ask: InvitationAsk): Promise<Invited[]> {
  if (ask.addresses.length > inviteMax) {
    throw new AppError('invitation.too-many', 'too many addresses at once', {
      params: { max: inviteMax },
      issues: [{ path: ['addresses'], code: 'invitation.too-many', message: '' }],
    });
  }
  const { user } = call;
  return await changeOwnHouse(call, async (db, house) => {
    await getGivenRole(db, user, house, ask.roleId);
    if (ask.organisationId) {
      await getPart(db, house, ask.organisationId);
    }
    await forgetOld(db, house, call.services.clock.wall());
    const told: Invited[] = [];
    for (const address of ask.addresses.map((each) => each.trim())) {
      const outcome = await outcomeFor(db, house, address);
      told.push({ address, outcome });
      if (outcome === 'sent') {
        if (house !== null) {
          await requireQuota(db, house, 'people', 1);
        }
        await refuseTooManyLetters(db, house, address);
        const { token, hash } = newToken(house);
        await db
          .insertInto('invitation')
          .values({
            id: v7(),
            owner_id: house,
            email: address,
            role_id: ask.roleId,
            organisation_id: ask.organisationId ?? null,
            token_hash: hash,
            invited_by: user.id,
            ...times(call),
          })
          .execute();
        await sendLetter(call, db, { email: address, token });
      }
    }
    return told;
  });
}

/** Another link for the same address, good from now; the one before is worth nothing any more. */
export async function sendAgain(call: Call, id: string): Promise<void> {
  await changeOwnHouse(call, async (db, house) => {
    const row = await db
      .selectFrom('invitation')
      .innerJoin('role', 'role.id', 'invitation.role_id')
      .select(['invitation.email', 'role.permissions'])
      .where(isOf('invitation.owner_id', house))
      .where('invitation.id', '=', id)
      .executeTakeFirst();
    if (!row) {
      throw new AppError('not-found', `invitation ${id}`);
    }
    requireReach(call.user, row.permissions);
    await refuseTooManyLetters(db, house, row.email);
    const { token, hash } = newToken(house);
    await db
      .updateTable('invitation')
      .set({ token_hash: hash, ...times(call) })
      .where(isOf('owner_id', house))
      .where('id', '=', id)
      .execute();
    await sendLetter(call, db, { email: row.email, token });
  });
}

async function forgetOld(db: OwnerDb, house: House, now: number): Promise<void> {
  await db
    .deleteFrom('invitation')
    .where(isOf('owner_id', house))
    .where('expires_at', '<', new Date(now - forgottenDays * 24 * hourMs))
    .execute();
}

export async function withdraw(db: OwnerDb, house: House, id: string): Promise<void> {
  const gone = await db
    .deleteFrom('invitation')
    .where(isOf('owner_id', house))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!gone) {
    throw new AppError('not-found', `invitation ${id}`);
  }
}

/** Those not accepted yet, the newest first; one of them where `id` is given. */
export async function findInvitations(
  db: OwnerDb,
  house: House,
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
    .where(isOf('invitation.owner_id', house))
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

/** A token says whose house it opens, so that it is looked up there and nowhere else. */
function newToken(house: House): { token: string; hash: Buffer } {
  const part = house === null ? 'a' : Buffer.from(house.replaceAll('-', ''), 'hex').toString('base64url');
  const token = `${part}.${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOf(token) };
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The house that a token was made for; undefined for what is no token. */
export function houseOf(token: string): House | undefined {
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

/** Of people elsewhere nothing is told: whoever has an account already learns it from the letter, and nobody else. */
async function outcomeFor(db: OwnerDb, house: House, address: string): Promise<Invited['outcome']> {
  if (!/^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@.<>()[\],;:"\\]+$/.test(address)) {
    return 'invalid';
  }
  const lower = address.toLowerCase();
  const member = await db
    .selectFrom('user')
    .select('id')
    .where(isOf('owner_id', house))
    .where(sql`lower(email)`, '=', lower)
    .executeTakeFirst();
  if (member) {
    return 'member';
  }
  const open = await db
    .selectFrom('invitation')
    .select('id')
    .where(isOf('owner_id', house))
    .where(sql`lower(email)`, '=', lower)
    .executeTakeFirst();
  return open ? 'invited' : 'sent';
}
