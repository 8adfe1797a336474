import { AppError } from '@bowerbird/contract/errors';
import { forgetAvatar } from '../account/avatar-store.ts';
import { setOwnerStatus } from '../billing/standing.ts';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { changeHouse, type House } from './house.ts';
import { getPart } from './organisation.ts';
import { type AccountRow, getAccount } from './people.ts';
import { getGivenRole, mayEditPeople, requireManagerLeft, requireReach } from './reach.ts';

export interface PersonChange {
  name?: string | undefined;
  roleId?: string | undefined;
  organisationId?: string | null | undefined;
}

/** Changes what is given. A role is one of the person's own house, and no wider than the caller's. */
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

/** Lets a person in again, or ends all their sessions and keeps them out. */
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

/** Removes the account for good; sessions, tokens, open invitations and the picture go with it. */
export async function removePerson(call: Call, id: string): Promise<void> {
  const { services, user } = call;
  const { owner_id: house } = await getAccount(services.db, user.ownerId, id);
  const avatar = await changeHouse(call, house, async (db) => {
    const person = await getAccount(db, user.ownerId, id);
    requireAnother(user, person);
    requireReach(user, person.permissions);
    await withdrawAllOf(db, id);
    await db.deleteFrom('user').where('id', '=', id).execute();
    if (mayEditPeople(person.permissions)) {
      await requireManagerLeft(db, house);
    }
    return person.avatar;
  });
  await forgetAvatar(services.config.dataFolder, avatar);
}

/** Freezes or frees a merchant. Throws `not-found` for an unknown one. */
export async function setMerchantStatus(
  call: Call,
  merchantId: string,
  status: 'active' | 'frozen',
  reason: string | null,
): Promise<void> {
  await setOwnerStatus(call.services, merchantId, { status, reason }, call.record);
}

/** One change of somebody the caller sees and whose role is no wider than the caller's; answers them as they are then. */
async function withPerson(
  call: Call,
  id: string,
  change: (db: OwnerDb, person: AccountRow) => Promise<void>,
): Promise<AccountRow> {
  const { services, user } = call;
  const { owner_id: house }: { owner_id: House } = await getAccount(services.db, user.ownerId, id);
  return await changeHouse(call, house, async (db) => {
    const person = await getAccount(db, user.ownerId, id);
    requireReach(user, person.permissions);
    await change(db, person);
    if (mayEditPeople(person.permissions)) {
      await requireManagerLeft(db, house);
    }
    return await getAccount(db, user.ownerId, id);
  });
}

/** Who is out brings nobody in any more: a link sent to a friend, or to oneself, ends with who sent it. */
async function withdrawAllOf(db: OwnerDb, personId: string): Promise<void> {
  await db.deleteFrom('invitation').where('invited_by', '=', personId).execute();
}

function requireAnother(user: SignedIn, person: AccountRow): void {
  if (user.id === person.id) {
    throw new AppError('person.self', 'nobody takes their own rights');
  }
}
