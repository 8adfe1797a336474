import type { Grant } from '@bowerbird/contract/team/roles';
import { sql } from 'kysely';
import { findByAddress } from '../account/passwords/recover.ts';
import type { Db } from '../db/database.ts';
import type { SignedIn } from '../http/signed-in.ts';
import type { Opening } from '../messages/outbox.ts';
import { isWithinReach } from './reach.ts';
import { firstRoles } from './roles.ts';
import { inTenant } from './tenant.ts';

/**
 * Reports whether reading this message would let the reader act as a person who may do more than the reader: a code
 * lets the reader set the password of its account, and an invitation lets the reader become what it invites to.
 */
export async function letsInWider(db: Db, reader: SignedIn, message: Opening): Promise<boolean> {
  const rights = await (message.template === 'invitation' ? invitedTo(db, message) : heldBy(db, message));
  return !rights.every((grants) => isWithinReach(reader, grants));
}

/**
 * Returns the rights of the person with this address; for an address without an account, the rights of a new merchant.
 */
async function heldBy(db: Db, { recipient }: Opening): Promise<Grant[][]> {
  const user = await findByAddress(db, recipient);
  const role =
    user &&
    (await db
      .selectFrom('user')
      .innerJoin('role', 'role.id', 'user.role_id')
      .select('role.permissions')
      .where('user.id', '=', user.id)
      .executeTakeFirstOrThrow());
  return role
    ? [role.permissions]
    : firstRoles.flatMap((one) => (one.id === 'merchant' ? [one.permissions] : []));
}

/** Returns the rights that the open invitations of this address give. */
async function invitedTo(db: Db, { owner_id: tenant, recipient }: Opening): Promise<Grant[][]> {
  const rows = await inTenant(db, tenant, (inside) =>
    inside
      .selectFrom('invitation')
      .innerJoin('role', 'role.id', 'invitation.role_id')
      .select('role.permissions')
      .where(sql`lower(invitation.email)`, '=', recipient.trim().toLowerCase())
      .execute(),
  );
  return rows.map(({ permissions }) => permissions);
}
