import { AppError } from '@bowerbird/contract/errors';
import type { Person } from '@bowerbird/contract/team/people';
import { type SqlBool, sql } from 'kysely';
import type { Db, OwnerDb } from '../../db/database.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import { isWithinReach } from '../reach.ts';
import { isOf, type Tenant } from '../tenant.ts';

export interface PeopleFilter {
  search?: string | undefined;
  status?: 'active' | 'disabled' | undefined;
  role?: string | undefined;
  organisation?: string | undefined;
  merchant?: string | undefined;
  cursor: string | undefined;
  limit: number;
}

/** Queries accounts, each with its role, its merchant and, where visible, its place in the organisation. */
function accounts(db: OwnerDb | Db) {
  return db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .leftJoin('owner', 'owner.id', 'user.owner_id')
    .leftJoin('organisation', 'organisation.id', 'user.organisation_id')
    .select([
      'user.id',
      'user.owner_id',
      'user.name',
      'user.username',
      'user.email',
      'user.avatar',
      'user.status',
      'user.last_signed_in_at',
      'user.created_at',
      'role.id as role_id',
      'role.name as role_name',
      'role.status as role_status',
      'role.permissions',
      'owner.name as merchant_name',
      'owner.status as merchant_status',
      'owner.status_reason as merchant_reason',
      'organisation.id as organisation_id',
      'organisation.name as organisation_name',
    ]);
}

export type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number];

/** Returns the people that a caller of this owner sees: a merchant's own people, or everybody for administrators. */
export async function findPeople(
  db: OwnerDb,
  tenant: Tenant,
  { cursor, limit, ...filter }: PeopleFilter,
): Promise<{ rows: AccountRow[]; total: number }> {
  const matching = <Query extends ReturnType<typeof accounts>>(query: Query) => {
    const like = `%${(filter.search ?? '').trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
    return query
      .$if(tenant !== null, (some) => some.where('user.owner_id', '=', tenant))
      .$if(filter.merchant !== undefined, (some) =>
        some.where(isOf('user.owner_id', filter.merchant === 'none' ? null : (filter.merchant ?? null))),
      )
      .$if(filter.status !== undefined, (some) => some.where('user.status', '=', filter.status ?? 'active'))
      .$if(filter.role !== undefined, (some) => some.where('user.role_id', '=', filter.role ?? ''))
      .$if(filter.organisation !== undefined, (some) =>
        some.where('user.organisation_id', '=', filter.organisation ?? null),
      )
      .$if(like !== '%%', (some) =>
        some.where(
          sql<SqlBool>`(${sql.ref('user.name')} ilike ${like} or ${sql.ref('user.username')} ilike ${like}
            or ${sql.ref('user.email')} ilike ${like} or (${tenant === null} and owner.name ilike ${like}))`,
        ),
      );
  };
  const rows = await matching(accounts(db))
    .$if(cursor !== undefined, (query) => query.where('user.id', '<', cursor ?? ''))
    .orderBy('user.id', 'desc')
    .limit(limit)
    .execute();
  const counted = await matching(accounts(db))
    .clearSelect()
    .select((count) => count.fn.countAll<string>().as('n'))
    .executeTakeFirst();
  return { rows, total: Number(counted?.n ?? 0) };
}

/** Returns one account that a caller of this owner may see. Throws `not-found` for any other account. */
export async function getAccount(db: OwnerDb | Db, tenant: Tenant, id: string): Promise<AccountRow> {
  const row = await accounts(db)
    .where('user.id', '=', id)
    .$if(tenant !== null, (query) => query.where('user.owner_id', '=', tenant))
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `person ${id}`);
  }
  return row;
}

/** Converts an account to what the caller may see of it. */
export function toPerson(row: AccountRow, caller: SignedIn): Person {
  const { owner_id: merchant, organisation_id: organisation } = row;
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    email: row.email,
    avatar: row.avatar,
    role: { id: row.role_id, name: row.role_name, status: row.role_status },
    organisation: organisation === null ? null : { id: organisation, name: row.organisation_name ?? '' },
    status: row.status,
    merchant:
      merchant === null
        ? null
        : {
            id: merchant,
            name: row.merchant_name ?? '',
            status: row.merchant_status ?? 'active',
            reason: row.merchant_reason,
          },
    self: row.id === caller.id,
    withinReach: isWithinReach(caller, row.permissions),
    lastSignedInAt: row.last_signed_in_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
