import { AppError } from '@bowerbird/contract/errors';
import { forgetAvatar } from '../../account/profile/avatar-store.ts';
import { setOwnerStatus } from '../../billing/standing.ts';
import type { OwnerDb } from '../../db/database.ts';
import type { Call } from '../../http/serve.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import { getPart } from '../organisation.ts';
import { getGivenRole, mayEditPeople, requireManagerLeft, requireReach } from '../reach.ts';
import { changeTenant, type Tenant } from '../tenant.ts';
import { type AccountRow, getAccount } from './people.ts';

export interface PersonChange {
  name?: string | undefined;
  roleId?: string | undefined;
  organisationId?: string | null | undefined;
}

/**
 * Changes the given fields. The role must belong to the person's own owner and allow no more than the caller's role.
 */
export function changePerson(call: Call, id: string, change: PersonChange): Promise<AccountRow> {
  return withPerson(call, id, async (db, person) => {
    const { name, roleId, organisationId } = change;
    if (roleId !== undefined && roleId !== person.role_id) {
      requireAnother(call.user, person);
      await getGivenRole(db, call.user, person.owner_id, roleId);
    }
    if (organisationId) {
      await getPart(db, person.owner_id, organisationId);
    }
    const values = {
      ...(name !== undefined && { name }),
      ...(roleId !== undefined && { role_id: roleId }),
      ...(organisationId !== undefined && { organisation_id: organisationId }),
    };
    if (Object.keys(values).length > 0) {
      await db.updateTable('user').set(values).where('id', '=', id).execute();
    }
  });
}

/** Enables a person again, or disables them and ends all their sessions. */
export function setPersonStatus(call: Call, id: string, status: 'active' | 'disabled'): Promise<AccountRow> {
  return withPerson(call, id, async (db, person) => {
    if (status === 'disabled') {
      requireAnother(call.user, person);
      await db.deleteFrom('session').where('user_id', '=', id).execute();
      await withdrawAllOf(db, id);
    }
    await db.updateTable('user').set({ status }).where('id', '=', id).execute();
  });
}

/** Removes the account permanently, with its sessions, tokens, open invitations and profile image. */
export async function removePerson(call: Call, id: string): Promise<void> {
  const { services, user } = call;
  const { owner_id: tenant } = await getAccount(services.db, user.ownerId, id);
  const avatar = await changeTenant(call, tenant, async (db) => {
    const person = await getAccount(db, user.ownerId, id);
    requireAnother(user, person);
    requireReach(user, person.permissions);
    await withdrawAllOf(db, id);
    await db.deleteFrom('user').where('id', '=', id).execute();
    if (mayEditPeople(person.permissions)) {
      await requireManagerLeft(db, tenant);
    }
    return person.avatar;
  });
  await forgetAvatar(services.files, avatar);
}

/** Freezes or unfreezes a merchant. Throws `not-found` for an unknown one. */
export async function setMerchantStatus(
  call: Call,
  merchantId: string,
  status: 'active' | 'frozen',
  reason: string | null,
): Promise<void> {
  await setOwnerStatus(call.services, merchantId, { status, reason }, call.record);
}

/**
 * Makes one change of a person whom the caller can see and whose role allows no more than the caller's; returns the
 * person after the change.
 */
async function withPerson(
  call: Call,
  id: string,
  change: (db: OwnerDb, person: AccountRow) => Promise<void>,
): Promise<AccountRow> {
  const { services, user } = call;
  const { owner_id: tenant }: { owner_id: Tenant } = await getAccount(services.db, user.ownerId, id);
  return await changeTenant(call, tenant, async (db) => {
    const person = await getAccount(db, user.ownerId, id);
    requireReach(user, person.permissions);
    await change(db, person);
    if (mayEditPeople(person.permissions)) {
      await requireManagerLeft(db, tenant);
    }
    return await getAccount(db, user.ownerId, id);
  });
}

/**
 * Withdraws all invitations that this person sent: a disabled or removed person can't bring in a friend, or themselves,
 * with a link sent earlier.
 */
async function withdrawAllOf(db: OwnerDb, personId: string): Promise<void> {
  await db.deleteFrom('invitation').where('invited_by', '=', personId).execute();
}

function requireAnother(user: SignedIn, person: AccountRow): void {
  if (user.id === person.id) {
    throw new AppError('person.self', 'nobody takes their own rights');
  }
}
