import type { Grant } from '@bowerbird/contract/roles';
import { sql } from 'kysely';
import { findByAddress } from '../account/recover.ts';
import type { Db } from '../db/database.ts';
import type { SignedIn } from '../http/signed-in.ts';
import type { Opening } from '../messages/outbox.ts';
import { inHouse } from './house.ts';
import { isWithinReach } from './reach.ts';
import { firstRoles } from './roles.ts';

/**
 * Whether whoever reads this message could act as somebody who may do what this reader may not: with the code of an
 * account they would set its password, with an invitation they would become what it invites to.
 */
export async function letsInWider(db: Db, reader: SignedIn, message: Opening): Promise<boolean> {
  const rights = await (message.template === 'invitation' ? invitedTo(db, message) : heldBy(db, message));
  return !rights.every((grants) => isWithinReach(reader, grants));
}

/** The rights of whoever has this address; of somebody who is not there yet, those that a new merchant gets. */
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

/** The rights that the open invitations of this address give. */
async function invitedTo(db: Db, { owner_id: house, recipient }: Opening): Promise<Grant[][]> {
  const rows = await inHouse(db, house, (inside) =>
    inside
      .selectFrom('invitation')
      .innerJoin('role', 'role.id', 'invitation.role_id')
      .select('role.permissions')
      .where(sql`lower(invitation.email)`, '=', recipient.trim().toLowerCase())
      .execute(),
  );
  return rows.map(({ permissions }) => permissions);
}
